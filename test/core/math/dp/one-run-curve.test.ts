import { describe, expect, test } from 'vitest';
import { account, accountCurve } from '../../../../src/core/math/dp/accountant.ts';
import { gaussianMultiplier } from '../../../../src/core/math/dp/gaussian.ts';
import { guessByScore, oneRunBound } from '../../../../src/core/math/dp/one-run.ts';
import { type PrivacyCurve, refutesCurve } from '../../../../src/core/math/dp/one-run-curve.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { shownBy } from '../../../../src/lab/audit/shown.ts';
import type { PrivacyClaim } from '../../../../src/core/protocol/audit.ts';

const DELTA = 1e-6;

function curveOf(multiplier: number, steps: number): PrivacyCurve {
  const releases = [{ noise: { kind: 'gaussian', multiplier } as const }];
  const { epsilon } = account(releases, DELTA);
  return accountCurve(
    releases,
    Array.from({ length: steps + 1 }, (_, step) => (epsilon * step) / steps),
  );
}

// The most that a linear program gives to the probability of this many right guesses (SciPy's linprog over how many are right, with the
// paper's inequalities for all tails, and the 17 tangents of the curve).
test.each([
  [20, 10, 8, 0.348580794],
  [20, 20, 14, 0.402405246],
  [50, 10, 9, 0.193856641],
  [40, 30, 22, 0.280855359],
  [60, 60, 40, 0.409767432],
])('of %d canaries, %d guesses: %d right are as probable as a linear program says', (m, g, c, most) => {
  const curve = curveOf(1 / 0.45, 16);
  const guessed = { canaries: m, guesses: g, correct: c };
  expect(refutesCurve(guessed, curve, 1 - (most + 1e-6))).toBe(true);
  expect(refutesCurve(guessed, curve, 1 - (most - 1e-6))).toBe(false);
});

const EPSILON = 2;
const CANARIES = 2000;
const multiplier = gaussianMultiplier(EPSILON, DELTA);
const claim: PrivacyClaim = {
  epsilon: EPSILON,
  delta: DELTA,
  of: 'a point',
  family: {
    epsilon: (variance) =>
      account([{ noise: { kind: 'gaussian', multiplier: Math.sqrt(variance) * multiplier } }], DELTA).epsilon,
    curve: (variance) => curveOf(Math.sqrt(variance) * multiplier, 8),
  },
};

/** What guesses show of a Gaussian with so much of the variance that is claimed: by the curve, and by the pair. */
function shown(share: number, seed: number): { curve: number; pair: number } {
  const random = new Random(seed);
  const coins = random.stream('coins');
  const noise = random.stream('noise');
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(1 - noise.uniform())) * Math.cos(2 * Math.PI * noise.uniform());
  const isIn = Array.from({ length: CANARIES }, () => coins.integer(2) === 1);
  const scores = isIn.map((there) => (there ? 1 : 0) + Math.sqrt(share) * multiplier * normal());
  const guess = guessByScore(scores, CANARIES / 10);
  const correct = guess.in.filter((i) => isIn[i]).length + guess.out.filter((i) => !isIn[i]).length;
  const guessed = { canaries: CANARIES, guesses: CANARIES / 10, correct };
  return { curve: epsilonByCurve(guessed, 0.95), pair: oneRunBound(guessed, DELTA).epsilon };
}

const epsilonByCurve = shownBy(claim);

describe('guesses held against the curve of a Gaussian', () => {
  test('refute what holds no oftener than their confidence allows', () => {
    const above = Array.from({ length: 200 }, (_, seed) => shown(1, seed)).filter(
      ({ curve }) => curve > EPSILON,
    );
    // 99% quantile of a binomial of 200 runs at 5%.
    expect(above.length).toBeLessThanOrEqual(18);
  });

  test('show a third more than held against one pair, and more where noise is missing', () => {
    const mean = (share: number) => {
      const all = Array.from({ length: 10 }, (_, seed) => shown(share, 500 + seed));
      const of = (what: 'curve' | 'pair') => all.reduce((sum, one) => sum + one[what], 0) / all.length;
      return { curve: of('curve'), pair: of('pair') };
    };
    const [right, quarter] = [mean(1), mean(1 / 4)];
    expect(right.curve).toBeGreaterThan(1.33 * right.pair);
    expect(quarter.curve).toBeGreaterThan(right.curve);
    expect(mean(1 / 100).curve).toBeGreaterThan(EPSILON);
  });

  test('show nothing where half of them are right', () => {
    expect(epsilonByCurve({ canaries: 1000, guesses: 1000, correct: 500 }, 0.95)).toBe(0);
  });
});
