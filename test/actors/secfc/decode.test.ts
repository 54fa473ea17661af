import { expect, test } from 'vitest';
import { errorOperations } from '../../../actors/secfc/iteration/decode.ts';

test('locating errors combines the values of each answer, and decodes the combination', () => {
  // 7 answers of 10 values, of which 3 suffice: 7 x 10 to combine them, 7 x 4 for the syndromes, 7 x 7 to look for roots.
  expect(errorOperations(10, 7, 3, 1)).toBe(70 + 28 + 49);
  expect(errorOperations(10, 7, 3, 2)).toBe(2 * (70 + 28 + 49));
});
