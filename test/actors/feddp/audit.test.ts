/**
 * FedDP's largest release audited from below (Steinke, Nasr and Jagielski 2023): canaries at the clip, each in by a fair
 * coin, and an auditor who sees the noisy sum of outer products as the server does.
 */

import { describe, expect, test } from 'vitest';
import { addCentralNoise } from '../../../actors/blocks/noise/tasks.ts';
import type { NoisyRange } from '../../../actors/blocks/noise/index.ts';
import { clipTriangleToGrid, gridPoints } from '../../../actors/feddp/grid.ts';
import { calibratedMultiplier, gaussianRelease } from '../../../actors/blocks/noise/releases.ts';
import { outerTriangle } from '../../../actors/feddp/statistics.ts';
import { guessByScore, oneRunBound } from '../../../src/core/math/dp/one-run.ts';
import { row, zeros } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';

const CLAIMED = 1;
const DELTA = 1e-6;
const CANARIES = 300;
const GUESSES = 60;
const D = 40;
const BITS = 8;
/** Of the authors' clip of 11: what their noise lacks, which is for c and not for c^2. */
const CLIP = 11;

type Level = 'point' | 'client';

/** The release with so much of its noise's variance. */
function rangesOf(level: Level, share: number): NoisyRange[] {
  const steps = level === 'point' ? 4 ** BITS : 2 ** BITS;
  const { ranges } = gaussianRelease(
    'outer',
    { full: D, half: (D * (D - 1)) / 2 },
    { steps, unit: 1 },
    calibratedMultiplier(CLAIMED, DELTA),
  );
  return ranges.map(({ length, noise }) => {
    if (noise.kind !== 'gaussian') throw new Error('outer products have Gaussian noise');
    const numerator = BigInt(Math.round(Number(noise.variance.numerator) * share));
    return { length, noise: { ...noise, variance: { ...noise.variance, numerator } } };
  });
}

/** A lower bound on epsilon with 95% confidence. */
function shownBy(level: Level, ranges: readonly NoisyRange[], seed: number): number {
  const random = new Random(seed);
  const coins = random.stream('in or out');
  const uniform = random.stream('directions');
  const directions = zeros(CANARIES, D);
  // Signs alone: directions of one length, all but orthogonal.
  directions.values.forEach((_, at) => (directions.values[at] = uniform.integer(2) * 2 - 1));
  const canaries = gridPoints(directions, Math.sqrt(D), BITS);
  const isIn = Array.from({ length: CANARIES }, () => coins.integer(2) === 1);
  const triangles = isIn.map((_, i) => {
    const one = outerTriangle({ rows: 1, columns: D, values: row(canaries, i) });
    return level === 'point' ? one : clipTriangleToGrid(one, D, 4 ** BITS, BITS);
  });
  const sum = new Float64Array((D * (D + 1)) / 2);
  isIn.forEach((present, i) => present && triangles[i].forEach((x, at) => (sum[at] += x)));
  const released = addCentralNoise.run({ sum, ranges, key: random.secretKey('noise') });
  const scores = triangles.map((triangle) =>
    triangle.reduce((score, x, at) => score + (at < D ? 1 : 2) * x * released[at], 0),
  );
  const guess = guessByScore(scores, GUESSES);
  const correct = guess.in.filter((i) => isIn[i]).length + guess.out.filter((i) => !isIn[i]).length;
  return oneRunBound({ canaries: CANARIES, guesses: GUESSES, correct }, DELTA).epsilon;
}

describe.each(['point', 'client'] as const)('an audit at the level of a %s', (level) => {
  test('shows more than is claimed no more often than its confidence allows', () => {
    const ranges = rangesOf(level, 1);
    const runs = 200;
    const above = Array.from({ length: runs }, (_, seed) => shownBy(level, ranges, seed)).filter(
      (epsilon) => epsilon > CLAIMED,
    ).length;
    // 99% quantile of a binomial of 200 runs at 5%.
    expect(above).toBeLessThanOrEqual(18);
  });

  test.each([
    ['the noise is for the clip and not for its square', 1 / CLIP ** 2],
    ['99 of 100 shares are missing', 1 / 100],
    ['the noise is off', 0],
  ])('shows more than is claimed if %s', (_, share) => {
    const ranges = rangesOf(level, share);
    for (let seed = 0; seed < 5; seed++) expect(shownBy(level, ranges, seed)).toBeGreaterThan(CLAIMED);
  });
});
