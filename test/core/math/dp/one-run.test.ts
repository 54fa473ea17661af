import { describe, expect, test } from 'vitest';
import { Coin } from '../../../../src/core/math/dp/coin.ts';
import { DiscreteGaussian } from '../../../../src/core/math/dp/discrete-gaussian.ts';
import { gaussianMultiplier } from '../../../../src/core/math/dp/gaussian.ts';
import { guessByScore, oneRunBound } from '../../../../src/core/math/dp/one-run.ts';
import { Random } from '../../../../src/core/base/random.ts';

const EPSILON = 4;
const DELTA = 1e-5;
const CANARIES = 1000;
const UNIT = 1024;

/** Sums of canaries in directions of their own, under noise of so much of what (epsilon, delta) asks for. */
function shownBy(share: number, seed: number): number {
  const random = new Random(seed);
  const fair = random.stream('coins');
  const sd = share * gaussianMultiplier(EPSILON, DELTA) * UNIT;
  const noise = new DiscreteGaussian({ numerator: BigInt(Math.round(sd * sd)), denominator: 1n });
  const coin = new Coin(random.secretKey('noise'));
  const present = Array.from({ length: CANARIES }, () => fair.integer(2) === 1);
  const scores = present.map((isIn) => (isIn ? UNIT : 0) + noise.draw(coin));
  const guess = guessByScore(scores, 200);
  const correct = guess.in.filter((i) => present[i]).length + guess.out.filter((i) => !present[i]).length;
  const guesses = guess.in.length + guess.out.length;
  return oneRunBound({ canaries: CANARIES, guesses, correct }, DELTA).epsilon;
}

describe('an audit of a noisy sum from one run', () => {
  test('shows less than the claim where the noise is right, no oftener than its confidence allows', () => {
    const runs = 200;
    const wrong = Array.from({ length: runs }, (_, i) => shownBy(1, i)).filter((e) => e > EPSILON).length;
    // 99% quantile of a binomial of 200 runs at 5%.
    expect(wrong).toBeLessThanOrEqual(18);
  });

  test('shows something, and more where noise is missing', () => {
    const mean = (share: number): number =>
      Array.from({ length: 10 }, (_, i) => shownBy(share, 1000 + i)).reduce((sum, e) => sum + e, 0) / 10;
    const [right, half, none] = [mean(1), mean(0.25), mean(0)];
    expect(right).toBeGreaterThan(0.5);
    expect(right).toBeLessThan(EPSILON);
    expect(half).toBeGreaterThan(right);
    expect(none).toBeGreaterThan(EPSILON);
  });
});

describe('the bound of one run', () => {
  test('what is right half of the time shows nothing', () => {
    expect(oneRunBound({ canaries: 1000, guesses: 1000, correct: 500 }, 0).epsilon).toBe(0);
    expect(oneRunBound({ canaries: 1000, guesses: 0, correct: 0 }, 0).epsilon).toBe(0);
  });

  test('a thousand canaries all guessed right show about 5.8', () => {
    const { epsilon } = oneRunBound({ canaries: 1000, guesses: 1000, correct: 1000 }, 0);
    expect(epsilon).toBeCloseTo(5.81, 2);
  });

  test('more right guesses show more, and more delta or confidence less', () => {
    const at = (correct: number, delta = 1e-6, confidence = 0.95): number =>
      oneRunBound({ canaries: 500, guesses: 200, correct }, delta, confidence).epsilon;
    expect(at(180)).toBeGreaterThan(at(160));
    expect(at(180, 1e-3)).toBeLessThan(at(180));
    expect(at(180, 1e-6, 0.99)).toBeLessThan(at(180));
  });

  test('pure privacy is held against the binomial tail', () => {
    // 8 of 10 right: under epsilon 0 that has 56/1024 > 5%, 9 of 10 have 11/1024.
    expect(oneRunBound({ canaries: 10, guesses: 10, correct: 8 }, 0).epsilon).toBe(0);
    expect(oneRunBound({ canaries: 10, guesses: 10, correct: 9 }, 0).epsilon).toBeGreaterThan(0);
  });

  test.each([
    [{ canaries: 10, guesses: 11, correct: 1 }, 0.95],
    [{ canaries: 10, guesses: 5, correct: 6 }, 0.95],
    [{ canaries: 10, guesses: 5, correct: 2.5 }, 0.95],
    [{ canaries: 10, guesses: 5, correct: 2 }, 1],
  ])('refuses %o at %d', (guessed, confidence) => {
    expect(() => oneRunBound(guessed, 0, confidence)).toThrow('expected');
  });
});
