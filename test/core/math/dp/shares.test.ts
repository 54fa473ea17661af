import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account, accountCurve } from '../../../../src/core/math/dp/accountant.ts';
import type { Noise } from '../../../../src/core/math/dp/mechanism.ts';
import { noiseOf } from '../../../../src/core/math/dp/mechanism.ts';
import {
  gaussianProbabilities,
  skellamDivergence,
  skellamProbabilities,
  sumTolerance,
} from '../../../support/noise-probabilities.ts';
import {
  concentratedEpsilon,
  concentration,
  renyiDivergence,
  renyiEpsilon,
  renyiToEpsilon,
} from '../../../support/renyi.ts';
import { FINE_VARIANCE, laplaceShares, noiseComponents } from '../../../../src/core/math/dp/shares.ts';
import { dp, fraction, releasesOf, section } from '../../../support/dp-vectors.ts';

const largestLoss = (noise: Noise): number =>
  noise.kind === 'atoms' ? (noise.losses.at(-1) ?? 0) : Infinity;

/** Log of P(0)/P(steps) for the difference of two Polya variables, by summing all their probabilities that matter. */
function summedLoss(epsilon: number, r: number, steps: number): number {
  const p = Math.exp(-epsilon / steps);
  const single = new Float64Array(Math.ceil((45 * steps) / epsilon) + 2 * steps);
  single[0] = 1;
  for (let j = 1; j < single.length; j++) single[j] = (single[j - 1] * p * (j - 1 + r)) / j;
  let [same, apart] = [0, 0];
  // The smallest first.
  for (let j = single.length - 1 - steps; j >= 0; j--) {
    same += single[j] * single[j];
    apart += single[j] * single[j + steps];
  }
  return Math.log(same / apart);
}

describe.skipIf(dp.absent)(`${dp.title}`, () => {
  test.each(section(({ discrete_gaussian: { cases } }) => cases))(
    'a discrete Gaussian of variance $sigma_squared costs what its probabilities say',
    (v) => {
      const noise = noiseOf(gaussianProbabilities(fraction(v.sigma_squared)), 1);
      const deltas = v.delta_at_eps_sensitivity_1;
      for (const { epsilon, delta } of accountCurve([{ noise }], Object.keys(deltas).map(Number))) {
        const known = Number(deltas[`${epsilon}`]);
        expect(delta).toBeGreaterThanOrEqual(known - 1e-13);
        expect(delta).toBeLessThanOrEqual(known + 2e-4);
      }
    },
  );

  test.each(section(({ sum_of_discrete_gaussians: { cases } }) => cases))(
    '$n discrete Gaussians of variance $local_sigma_squared are nearly one',
    (v) => {
      const tolerance = sumTolerance(v.n, fraction(v.local_sigma_squared));
      expect(tolerance).toBeCloseTo(v.tau_bound, 12);
      // Their convolution is good to the last places of doubles only.
      expect(v.max_abs_log_ratio_within_6_sigma).toBeLessThanOrEqual(tolerance + 1e-7);
    },
  );

  test.each(section(({ discrete_laplace_shares: { cases } }) => cases))(
    'too few shares of counts at epsilon $epsilon cost more',
    (v) => {
      for (const part of v.partial) {
        const noise = laplaceShares(Number(v.epsilon), fraction(part.shares_present_over_needed));
        const largest = largestLoss(noise);
        const most = part.largest_log_ratio_of_neighbours;
        // With more than all shares it nears epsilon the farther out one looks, and the vectors break off somewhere.
        const all = fraction(part.shares_present_over_needed) > 1;
        expect(largest).toBeCloseTo(all ? Number(v.epsilon) : most, 8);
        expect(largest).toBeGreaterThanOrEqual(most - 1e-8);
        const deltas = part.delta_at_eps;
        for (const { epsilon, delta } of accountCurve([{ noise }], Object.keys(deltas).map(Number))) {
          const known = deltas[`${epsilon}`];
          expect(delta).toBeGreaterThanOrEqual(known - 1e-12);
          expect(delta).toBeLessThanOrEqual(known + 2e-4);
        }
      }
    },
  );

  test.each(section(({ noise_enforcement: { cases } }) => cases))(
    'after any of $tolerated dropouts of $clients the noise is the target',
    (v) => {
      const parts = noiseComponents(v.clients, v.tolerated);
      expect(parts.map((part) => part.numerator / part.denominator)).toEqual(
        v.component_variances.map(fraction),
      );
      for (const { dropped, removed_components: removed } of v.after) {
        const kept = parts.filter((_, k) => !removed.includes(k));
        const residual = kept.reduce((sum, part) => sum + (v.clients - dropped) / part.denominator, 0);
        expect(residual).toBeCloseTo(1, 12);
      }
    },
  );

  test.each(section(({ skellam: { cases } }) => cases))('Skellam of variance $variance costs', (v) => {
    const probabilities = skellamProbabilities(v.variance);
    const middle = (probabilities.length - 1) / 2;
    v.at.forEach((x, i) => expect(probabilities[middle + x]).toBeCloseTo(Number(v.pmf[i]), 13));
    for (const { sensitivity, order, rdp, upper_bound: upper } of v.rdp) {
      const noise = noiseOf(probabilities, sensitivity);
      expect(renyiDivergence([{ noise }], order)).toBeCloseTo(rdp, 6);
      expect(skellamDivergence(v.variance, order, sensitivity, sensitivity)).toBeCloseTo(upper, 10);
    }
  });

  test.each(section(({ accountant }) => accountant.rdp_vectors))(
    'Renyi divergences of $mechanism $noise_multiplier sampled at $sampling_prob',
    (v) => {
      v.orders.forEach((order, i) => {
        const truth = (v.rdp_mpmath ?? v.rdp_mpmath_remove)?.[i] as number;
        expect(renyiDivergence(releasesOf([v]), order) / truth).toBeCloseTo(1, 7);
      });
    },
  );

  test.each(section(({ accountant }) => accountant.rdp_conversion.vectors))(
    'order $order, divergence $rdp, delta $delta',
    (v) => {
      expect(renyiToEpsilon(v.order, v.rdp, v.delta)).toBeCloseTo(v.eps_mpmath, 9);
    },
  );

  test('a divergence below the square of delta costs no epsilon, and one above it does', () => {
    expect(renyiToEpsilon(2, 0.9e-10, 1e-5)).toBe(0);
    expect(renyiToEpsilon(2, 1.1e-10, 1e-5)).toBeGreaterThan(1);
  });

  test.each(section(({ accountant }) => accountant.feddp_direct_compositions))(
    'Renyi orders cost more than is true: $rdp_eps',
    (v) => {
      v.deltas.forEach((delta, i) => {
        const epsilon = renyiEpsilon(releasesOf(v.mechanisms), delta);
        expect(epsilon).toBeCloseTo(v.rdp_eps?.[i] as number, 6);
        expect(epsilon).toBeGreaterThan(v.eps_exact[i] as number);
      });
    },
  );
});

describe('shares', () => {
  test('whatever drops out within what is tolerated, exactly the target is left', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.nat(59), fc.nat(59), (clients, tolerated, dropped) => {
        fc.pre(dropped <= tolerated && tolerated < clients);
        const parts = noiseComponents(clients, tolerated).slice(0, dropped + 1);
        // As fractions, exactly.
        let [numerator, denominator] = [0n, 1n];
        for (const part of parts) {
          numerator = numerator * BigInt(part.denominator) + denominator * BigInt(part.numerator);
          denominator *= BigInt(part.denominator);
        }
        expect(numerator * BigInt(clients - dropped)).toBe(denominator);
      }),
    );
  });

  test('sums of fine shares are as good as one discrete Gaussian', () => {
    expect(sumTolerance(1_000_000, FINE_VARIANCE)).toBeLessThan(1e-15);
  });

  test('all shares of a count cost its epsilon, more shares less, fewer more', () => {
    expect(account([{ noise: laplaceShares(1, 1) }], 0).epsilon).toBe(1);
    const at = (present: number): number => largestLoss(laplaceShares(1, present));
    expect(at(1.2)).toBe(1);
    expect(at(0.9)).toBeCloseTo(1.099, 3);
    expect(at(0.5)).toBeCloseTo(1.675, 3);
    expect(largestLoss(laplaceShares(2, 0.1))).toBeCloseTo(4.302, 3);
    expect(account([{ noise: laplaceShares(1, 0) }], 1e-6).epsilon).toBe(Infinity);
  });

  test('on a fine grid all shares cost what continuous noise does, and fewer are bounded by their largest loss', () => {
    const gaussian = { noise: { kind: 'gaussian' as const, multiplier: 5 } };
    const fine = account([gaussian, { noise: laplaceShares(1, 1, 1024) }], 1e-6).epsilon;
    const continuous = account([gaussian, { noise: { kind: 'laplace', scale: 1 } }], 1e-6).epsilon;
    const coarse = account([gaussian, { noise: laplaceShares(1, 1) }], 1e-6).epsilon;
    expect(fine).toBeGreaterThan(continuous);
    expect(fine - continuous).toBeLessThan(1e-3);
    expect(coarse - continuous).toBeGreaterThan(1e-2);
    const partial = laplaceShares(1, 0.5, 16);
    expect(largestLoss(partial)).toBeGreaterThan(largestLoss(laplaceShares(1, 0.5)));
  });

  test.each([
    [0.005, 0.99, 1024],
    [0.01, 0.7, 10],
    [0.1, 0.001, 2],
    [1, 0.5, 1024],
    [2, 0.1, 64],
    [3, 0.3, 1024],
    [5, 0.9999, 3],
    [30, 0.9, 1024],
    [0.0005, 0.9, 1],
    [20, 0.5, 65_536],
  ])(
    'epsilon %d, %d of the shares, a sensitivity of %d: the largest loss, and hardly more',
    (epsilon, present, steps) => {
      const [got, truth] = [
        largestLoss(laplaceShares(epsilon, present, steps)),
        summedLoss(epsilon, present, steps),
      ];
      expect(got).toBeGreaterThanOrEqual(truth);
      expect(got / truth - 1).toBeLessThan(2e-9);
    },
  );

  test('concentrated privacy says more than is true, too', () => {
    const releases = [
      { noise: { kind: 'gaussian' as const, multiplier: 4.2247 } },
      { noise: { kind: 'laplace' as const, scale: 1 } },
      { noise: { kind: 'gaussian' as const, multiplier: 8.0576 } },
      { noise: { kind: 'laplace' as const, scale: 2 } },
    ];
    const rho = concentration(releases);
    expect(rho).toBeCloseTo(0.328, 3);
    expect(concentratedEpsilon(rho, 1e-6)).toBeCloseTo(4.59, 2);
    expect(account(releases, 1e-6).epsilon).toBeCloseTo(2.559, 3);
  });
});
