import { describe, expect, test } from 'vitest';
import { FastSharing, multiplications, TRANSFORMED } from '../../../experiments/paper/fast-sharing.ts';
import { encodingWeights, evaluationPoints } from '../../../src/core/math/field/lagrange.ts';
import { WordField } from '../../../src/core/math/field/word-field.ts';
import { Random } from '../../../src/core/base/random.ts';

const field = new WordField(TRANSFORMED);

describe('shares by one convolution', () => {
  test.each([
    [1, 1],
    [1, 5],
    [4, 10],
    [7, 3],
    [33, 100],
  ])('are those of the weights, from %d values to %d clients', (known, clients) => {
    const stream = new Random(1).stream('values');
    const values = Array.from({ length: known }, () => stream.integer(TRANSFORMED));
    const weights = encodingWeights(field, evaluationPoints(field, { n: clients, l: 1, t: known - 1 }));
    const expected = weights.map((row) =>
      row.reduce((sum, weight, u) => field.add(sum, field.mul(weight, values[u])), field.zero),
    );
    expect(new FastSharing(field, known, clients).shares(values)).toEqual(expected);
  });

  test('take fewer multiplications than weights for many clients, and more for few', () => {
    expect(multiplications(5, 10)).toBeGreaterThan(5 * 10);
    expect(multiplications(200, 600)).toBeLessThan(200 * 600);
  });
});
