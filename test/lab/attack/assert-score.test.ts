/** What authors of attacks got wrong: said, and not read as nothing found. */

import { describe, expect, test } from 'vitest';
import { assertScore } from '../../../src/lab/attack/assert-score.ts';
import { assertNumber } from '../../../src/lab/games/assert-number.ts';

const good = { exposed: 0.5, measures: { points: 3 }, meaning: 'points that were read' };

describe('the score of an attack', () => {
  test.each([
    good,
    { ...good, exposed: 1, advantage: { value: -0.1, interval: [-1, 1] } },
    { ...good, evidence: { tries: 0, pValue: 1 } },
  ])('is taken as it is: %j', (score) => {
    expect(() => assertScore(score, 'alone')).not.toThrow();
  });

  test.each([
    [undefined, 'gives as exposed undefined, which is no number'],
    [{ ...good, exposed: 0 / 0 }, 'gives as exposed NaN, which is no number'],
    [{ ...good, exposed: '0.5' }, 'gives as exposed 0.5, which is no number'],
    [{ ...good, exposed: 1.5 }, 'gives as exposed 1.5, which is not from 0 to 1'],
    [{ ...good, exposed: -1 }, 'gives as exposed -1, which is not from 0 to 1'],
    [
      { ...good, advantage: { value: 0 / 0, interval: [0, 1] } },
      'gives as advantage NaN, which is no number',
    ],
    [
      { ...good, advantage: { value: 0 } },
      'gives as lower end of its advantage undefined, which is no number',
    ],
    [{ ...good, evidence: { tries: 3, pValue: 2 } }, 'gives as p-value 2, which is not from 0 to 1'],
    [{ ...good, measures: undefined }, 'gives no measures'],
    [{ ...good, meaning: undefined }, 'does not say what its score means'],
  ])('is refused: %j', (score, mistake) => {
    expect(() => assertScore(score, 'alone')).toThrow(`attack alone ${mistake}`);
  });
});

test('a fit may be infinite, and must be a number', () => {
  expect(() => assertNumber(Number.NEGATIVE_INFINITY, 'attack alone gives as fit')).not.toThrow();
  expect(() => assertNumber(undefined, 'attack alone gives as fit')).toThrow(
    'attack alone gives as fit undefined, which is no number',
  );
});
