/** What a guess is worth beside one from public things. */

import { expect, test } from 'vitest';
import type { Advantage } from '../../../../src/core/protocol/attack.ts';
import {
  grade,
  type Grade,
  gradeMeasures,
  type Guessed,
} from '../../../../src/core/protocol/attacks/grade.ts';

const guesses = (count: number, error: (i: number) => number, baseline: (i: number) => number): Guessed[] =>
  Array.from({ length: count }, (_, i) => ({ point: i, error: error(i), baseline: baseline(i) }));

function advantage(found: Grade): Advantage {
  if (found.advantage === undefined) throw new Error('expected an advantage, got none');
  return found.advantage;
}

test('counts what is near at three distances, and the advantage over the public guess', () => {
  const found = grade(
    guesses(
      1000,
      (i) => [0.0005, 0.005, 0.05, 0.5][i % 4],
      (i) => (i % 5 === 0 ? 0 : 1),
    ),
  );
  expect(found.within).toEqual([0.25, 0.5, 0.75]);
  expect(found.baselineWithin).toEqual([0.2, 0.2, 0.2]);
  expect(found.median).toBe(0.005);
  // Of the 80 % that the public guess misses, 3/8.
  const { value, interval } = advantage(found);
  expect(value).toBeCloseTo(0.375, 9);
  const [low, high] = interval;
  expect(low).toBeLessThan(0.375);
  expect(high).toBeGreaterThan(0.375);
  expect(high - low).toBeLessThan(0.12);
});

test('takes no guess for the worst, and no number for no knowledge', () => {
  const open = grade(
    guesses(
      10,
      () => Number.NaN,
      () => 1,
    ),
  );
  expect(open.within).toEqual([0, 0, 0]);
  expect(gradeMeasures(open)['error, median and 90 %']).toBe('no guess, no guess');
  const none = grade([]);
  expect(none.advantage).toBeUndefined();
  expect(gradeMeasures(none)['error, median and 90 %']).toBe('none, none');
});

test('an attack that is worse than the public guess has a negative advantage', () => {
  expect(
    advantage(
      grade(
        guesses(
          100,
          () => 1,
          (i) => i % 2,
        ),
      ),
    ).value,
  ).toBe(-1);
});

test('the interval covers the truth as often as it says', () => {
  let covered = 0;
  const runs = 400;
  let state = 1;
  const uniform = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let at = 0; at < runs; at++) {
    const [low, high] = advantage(
      grade(
        guesses(
          150,
          () => Number(uniform() < 0.7),
          () => 1,
        ),
      ),
    ).interval;
    covered += Number(low <= 0.3 && 0.3 <= high);
  }
  expect(covered / runs).toBeGreaterThan(0.91);
  expect(covered / runs).toBeLessThan(0.98);
});
