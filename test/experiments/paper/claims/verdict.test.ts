import { describe, expect, test } from 'vitest';
import { publishedOf } from '../../../../experiments/paper/claims/published.ts';
import { verdictOfCases, verdictOfNumbers, worst } from '../../../../experiments/paper/claims/verdict.ts';

describe('a printed number', () => {
  test.each([
    ['96.3 ± 0.1', { mean: 96.3, spread: 0.1, half: 0.05 }],
    ['100.0 ± 0.0', { mean: 100, spread: 0, half: 0.05 }],
    ['1535', { mean: 1535, half: 0.5 }],
    ['10.57', { mean: 10.57, half: 0.005 }],
  ])('%s is read with half of its last digit', (text, expected) => {
    const { half, ...rest } = publishedOf(text);
    expect(rest).toEqual({ mean: expected.mean, ...('spread' in expected && { spread: expected.spread }) });
    expect(half).toBeCloseTo(expected.half, 12);
  });

  test('is not read from anything else', () => {
    expect(() => publishedOf('about 10')).toThrow('a printed number: about 10');
  });
});

describe('the verdict on a number', () => {
  test.each([
    ['equal to the last digit, without spread', '96.3 ± 0.0', [96.31, 96.31, 96.31], 'reproduced'],
    ['within the intervals of both', '1.14 ± 0.03', [1.15, 1.13, 1.16, 1.14, 1.15], 'reproduced'],
    ['far off, with little spread', '100.0 ± 0.0', [74.95, 74.86, 75.15], 'differs'],
    ['off by less than rounding hides', '10.57', [10.574, 10.574], 'reproduced'],
    ['off by more than rounding hides', '10.57', [10.58, 10.58], 'differs'],
    ['so spread that much would fit', '100.0 ± 0.0', [100, 75, 100], 'undecided'],
    ['of one seed', '100.0 ± 0.0', [100], 'undecided'],
  ])('%s', (_, printed, values, verdict) => {
    expect(verdictOfNumbers(printed, 10, values)).toBe(verdict);
  });

  test('takes a printed spread of 0 for half of the last digit, and not for certainty', () => {
    // A twentieth from what is printed: rounding explains it alone, with any spread.
    expect(verdictOfNumbers('96.3 ± 0.0', 10, [96.34, 96.36, 96.35])).toBe('reproduced');
    expect(verdictOfNumbers('96.3 ± 0.0', 10, [96.54, 96.56, 96.55])).toBe('differs');
  });
});

describe('the verdict on a statement', () => {
  test.each([
    [3, 3, 'consistent'],
    [2, 3, 'differs'],
    [0, 0, 'not run'],
  ] as const)('that holds in %d of %d cases is %s', (held, of, verdict) => {
    expect(verdictOfCases({ held, of })).toBe(verdict);
  });

  test('that is a theorem is refuted by one case', () => {
    expect(verdictOfCases({ held: 2, of: 3, theorem: true })).toBe('refuted');
  });

  test('that a test of ours denies is undecided', () => {
    expect(verdictOfCases({ held: 2, of: 3, tests: true })).toBe('undecided');
  });

  test('of several is the worst', () => {
    expect(worst(['reproduced', 'differs', 'undecided'])).toBe('differs');
    expect(worst(['consistent', 'reproduced'])).toBe('consistent');
  });
});
