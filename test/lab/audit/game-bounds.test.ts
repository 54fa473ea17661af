/** What games show on distributions that are known exactly: never more than is true, but as often as their confidence allows. */

import { describe, expect, test } from 'vitest';
import { account, accountCurve } from '../../../src/core/math/dp/accountant.ts';
import { gaussianMultiplier } from '../../../src/core/math/dp/gaussian.ts';
import type { Release } from '../../../src/core/math/dp/mechanism.ts';
import { Random, type Stream } from '../../../src/core/base/random.ts';
import { binomialQuantile } from '../../../src/core/math/statistics/binomial.ts';
import type { GameAudit, PrivacyClaim } from '../../../src/core/protocol/audit.ts';
import type { Design } from '../../../src/lab/audit/design.ts';
import { gameExperiment } from '../../../src/lab/audit/game.ts';
import { thoroughly } from '../../support/long.ts';

const DELTA = 1e-6;
const AUDITS = thoroughly(60, 200);
const FEW = thoroughly(6, 15);
const CONFIDENCE = 0.95;

/** The claim of a Gaussian of this multiplier, with its whole curve. */
function gaussianClaim(multiplier: number): PrivacyClaim {
  const releases = (variance: number): Release[] => [
    { noise: { kind: 'gaussian', multiplier: Math.sqrt(variance) * multiplier } },
  ];
  return {
    epsilon: account(releases(1), DELTA).epsilon,
    delta: DELTA,
    of: 'a point',
    family: {
      epsilon: (variance) => account(releases(variance), DELTA).epsilon,
      curve: (variance) =>
        accountCurve(
          releases(variance),
          Array.from({ length: 25 }, (_, i) => (5 * (i / 24) ** 2) / (multiplier * Math.sqrt(variance))),
        ),
    },
  };
}

const normal = (stream: Stream): number =>
  Math.sqrt(-2 * Math.log(1 - stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform());

/** Draws of a score, with the target and without. */
type Draw = (isIn: boolean, stream: Stream) => number;

/** The log likelihood ratio of a Gaussian. */
const gaussian =
  (multiplier: number): Draw =>
  (isIn, stream) =>
    (isIn ? 1 : -1) / (2 * multiplier ** 2) + normal(stream) / multiplier;

/** A bit that is true with probability e^epsilon / (1 + e^epsilon). */
const randomisedResponse =
  (epsilon: number): Draw =>
  (isIn, stream) =>
    Number(stream.uniform() < 1 / (1 + Math.exp(isIn ? -epsilon : epsilon)));

/** How many audits of so many pairs refute a claim, which is that what they show is at least its epsilon. */
function refuted(claim: PrivacyClaim, draw: Draw, pairs: number, audits = AUDITS): number {
  const game: GameAudit<null, null> = {
    kind: 'game',
    name: 'exact',
    summary: 'a score of a known distribution',
    runs: pairs,
    claim: () => claim,
    target: () => null,
    world: () => ({}),
    score: () => 0,
  };
  // Nothing is run.
  const { refutes } = gameExperiment(game as GameAudit, { confidence: CONFIDENCE, runs: pairs } as Design);
  const stream = new Random(1).stream('scores');
  const found = Array.from({ length: audits }, () =>
    refutes?.(
      Array.from({ length: pairs }, () => ({ with: draw(true, stream), without: draw(false, stream) })),
    ),
  );
  return found.filter((one) => one).length;
}

const most = binomialQuantile(AUDITS, 1 - CONFIDENCE, 0.99);

describe.each([0.5, 1, 4])('of a Gaussian with an epsilon of %d', (epsilon) => {
  const multiplier = gaussianMultiplier(epsilon, DELTA);
  const claim = gaussianClaim(multiplier);

  test('games show more than it has no oftener than in 5 of 100', () => {
    expect(refuted(claim, gaussian(multiplier), 150)).toBeLessThanOrEqual(most);
  });

  test('some thousand games show that half of the noise is missing', () => {
    expect(refuted(claim, gaussian(multiplier / 2), 3000 / epsilon, FEW)).toBeGreaterThan(0.7 * FEW);
  });
});

test.each([0.5, 1, 4])('of randomised response with an epsilon of %d as well', (epsilon) => {
  const claim = { epsilon, delta: 0, of: 'a bit' };
  expect(refuted(claim, randomisedResponse(epsilon), 150)).toBeLessThanOrEqual(most);
});

test('a score that is sure in some runs alone refutes a claim that the order of pairs does not', () => {
  // Practice now and then chooses a threshold below 1, which some runs without the target reach.
  const seldom: Draw = (isIn, stream) => stream.uniform() + (isIn && stream.uniform() < 0.5 ? 1 : 0);
  expect(refuted({ epsilon: 2, delta: 0, of: 'a point' }, seldom, 600, FEW)).toBeGreaterThan(0.7 * FEW);
});
