/** The tests of p-values accept right ones, and notice wrong ones. */

import { describe, expect, test } from 'vitest';
import { holm, judged, uniformChance } from '../../experiments/mutants/calibration.ts';
import { Random } from '../../src/core/base/random.ts';

const stream = new Random(1).stream('p-values');
const uniform = (): number[] => Array.from({ length: 300 }, () => stream.uniform());

describe('continuous p-values', () => {
  test('that are uniform are accepted as often as the level says', () => {
    const chances = Array.from({ length: 400 }, () => uniformChance(uniform()));
    const below = chances.filter((chance) => chance <= 0.05).length;
    expect(below).toBeGreaterThan(5);
    expect(below).toBeLessThan(40);
  });

  test('that are too small, or too large, are not', () => {
    expect(uniformChance(uniform().map((p) => p ** 1.5))).toBeLessThan(1e-3);
    expect(uniformChance(uniform().map(Math.sqrt))).toBeLessThan(1e-3);
  });
});

describe('discrete p-values', () => {
  test('may be too large, as most of these are', () => {
    expect(judged(uniform().map((p) => (p < 0.02 ? 0.02 : 1)))).toEqual({
      by: 'levels',
      chance: expect.any(Number) as number,
    });
    expect(judged(uniform().map((p) => (p < 0.02 ? 0.02 : 1))).chance).toBeGreaterThan(0.01);
  });

  test('may not be too small', () => {
    expect(judged(uniform().map((p) => (p < 0.2 ? 0.01 : 1))).chance).toBeLessThan(1e-6);
  });
});

test('Holm multiplies the least by their number, the next by one less, and keeps the order', () => {
  expect(holm([0.04, 0.01, 0.03])).toEqual([0.06, 0.03, 0.06]);
});
