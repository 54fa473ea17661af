import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account, accountDelta, calibrate } from '../../../../src/core/math/dp/accountant.ts';
import { gaussianDelta, gaussianMultiplier } from '../../../../src/core/math/dp/gaussian.ts';
import { LossDistribution } from '../../../../src/core/math/dp/loss-distribution.ts';
import type { Release } from '../../../../src/core/math/dp/mechanism.ts';
import { dp, releasesOf, section, type TotalVector } from '../../../support/dp-vectors.ts';
import { thoroughly } from '../../../support/long.ts';

const name = ({ mechanisms }: TotalVector): string =>
  mechanisms.map((m) => `${m.mechanism} ${m.noise_multiplier} q ${m.sampling_prob} x ${m.count}`).join(', ');

describe.skipIf(dp.absent)(`${dp.title}`, () => {
  const unsampled = section(({ accountant }) => [
    ...accountant.single_gaussian,
    ...accountant.feddp_direct_compositions,
    ...accountant.gaussian_T_fold,
  ]);
  test.each(unsampled.map((v) => [name(v), v] as const))('%s costs what it costs, to 1e-9', (_, v) => {
    v.deltas.forEach((delta, i) => {
      const total = account(releasesOf(v.mechanisms), delta);
      expect(total.by).toBe('exact');
      expect(Math.abs(total.epsilon - (v.eps_exact[i] as number))).toBeLessThan(1e-9);
    });
  });

  const bounded = section(({ accountant }) => [
    ...accountant.single_laplace,
    ...accountant.laplace_composed_and_subsampled,
    ...accountant.gaussian_poisson_subsampled,
    ...accountant.feddp_poisson_subsampled_compositions,
  ]).filter((_, at) => thoroughly(at % 4 === 0, true));
  test.each(bounded.map((v) => [name(v), v] as const))('%s is bounded, never from below', (_, v) => {
    const count = v.mechanisms.reduce((sum, m) => sum + (m.count ?? 1), 0);
    v.deltas.forEach((delta, i) => {
      const total = account(releasesOf(v.mechanisms), delta, 1e-3);
      expect(total.by).toBe('bound');
      const interval = total.interval as number;
      const exact = v.eps_exact[i];
      const bracket = v.own_fft_bracket as readonly (readonly [number, number])[];
      const [low, high] = exact === null ? bracket[i] : [exact, exact];
      expect(total.epsilon).toBeGreaterThanOrEqual(low - 1e-9);
      expect(total.epsilon).toBeLessThanOrEqual(high + count * interval);
    });
  });

  test.each(section(({ budget_splits: { cases } }) => cases))(
    'a sum of $sum split $split costs a total of $total_epsilon',
    (v) => {
      const [outer, weights, sums, counts] = v.split.map((part) => part * v.sum);
      expect(gaussianMultiplier(outer, v.delta) / v.sigma_outer).toBeCloseTo(1, 11);
      expect(gaussianMultiplier(sums, v.delta) / v.sigma_sums).toBeCloseTo(1, 11);
      const releases: Release[] = [
        { noise: { kind: 'gaussian', multiplier: v.sigma_outer } },
        { noise: { kind: 'laplace', scale: 1 / weights } },
        { noise: { kind: 'gaussian', multiplier: v.sigma_sums } },
        { noise: { kind: 'laplace', scale: 1 / counts } },
      ];
      expect(Math.abs(account(releases, v.delta).epsilon - v.total_epsilon)).toBeLessThan(1e-9);
    },
  );

  test.each(section(({ noise_shortfall: { cases } }) => cases))(
    '$missing_or_colluding of $clients shares fewer cost more',
    (v) => {
      const gaussians: Release[] = v.gaussian_multipliers.map((multiplier) => ({
        noise: { kind: 'gaussian', multiplier },
      }));
      const laplace: Release[] = [1, 2].map((scale) => ({ noise: { kind: 'laplace', scale } }));
      expect(account(gaussians, 1e-6).epsilon).toBeCloseTo(v.epsilon_gaussians_only_1e_6, 9);
      expect(account([...gaussians, ...laplace], 1e-6).epsilon).toBeCloseTo(v.epsilon_with_full_laplace, 9);
    },
  );

  test.each(section(({ accountant }) => accountant.inverse.single_gaussian))(
    '($epsilon, $delta) takes a Gaussian of $sigma_mpmath',
    (v) => {
      const multiplier = gaussianMultiplier(v.epsilon, v.delta);
      expect(multiplier / Number(v.sigma_mpmath)).toBeCloseTo(1, 11);
      expect(gaussianDelta(multiplier, v.epsilon)).toBeLessThanOrEqual(v.delta);
    },
  );

  test.each(section(({ accountant }) => accountant.inverse.feddp_common_multiplier))(
    'all releases with T = $T at one multiplier for ($epsilon, $delta)',
    (v) => {
      const releases = (scale: number): Release[] => [
        { noise: { kind: 'gaussian', multiplier: scale }, count: 2 + v.T },
        { noise: { kind: 'laplace', scale }, count: 2 + v.T },
      ];
      expect(calibrate(releases, v) / v.common_multiplier_exact).toBeCloseTo(1, 6);
    },
  );

  test.each(section(({ accountant }) => accountant.inverse.gaussian_T_fold_subsampled))(
    '$T Gaussians sampled at $sampling_prob cost ($epsilon, $delta) at the multiplier for that',
    (v) => {
      const multiplier = v.sigma_exact ?? v.sigma_pld;
      const releases: Release[] = [
        { noise: { kind: 'gaussian', multiplier }, count: v.T, sampling: v.sampling_prob },
      ];
      expect(account(releases, v.delta, 1e-3).epsilon / v.epsilon).toBeCloseTo(1, 2);
    },
  );

  test.each(
    section(({ accountant }) =>
      accountant.inverse.gaussian_T_fold_subsampled.filter(({ T }) => T <= 100).slice(0, 8),
    ),
  )('$T Gaussians sampled at $sampling_prob for ($epsilon, $delta)', (v) => {
    const releases = (scale: number): Release[] => [
      { noise: { kind: 'gaussian', multiplier: scale }, count: v.T, sampling: v.sampling_prob },
    ];
    const multiplier = calibrate(releases, v, 1e-3);
    expect(multiplier / (v.sigma_exact ?? v.sigma_pld)).toBeCloseTo(1, 3);
  });

  test.each(section(({ accountant }) => accountant.feddp_authors_code))(
    "the program's $label costs $total_epsilon_exact",
    (v) => {
      const total = account(releasesOf(v.mechanisms), 1e-6);
      const sampled = v.mechanisms.some(({ sampling_prob: q }) => q < 1);
      expect(total.by).toBe(sampled ? 'bound' : 'exact');
      expect(Math.abs(total.epsilon - v.total_epsilon_exact)).toBeLessThan(sampled ? 1e-3 : 1e-9);
    },
  );

  test.each(section(({ accountant }) => accountant.inverse.single_laplace))(
    'one Laplace for ($epsilon, $delta)',
    (v) => {
      const releases = (scale: number): Release[] => [{ noise: { kind: 'laplace', scale } }];
      // Off by at most one step in epsilon.
      expect(calibrate(releases, v, 2e-4 * v.epsilon) / v.b_exact).toBeCloseTo(1, 3);
    },
  );

  test.each(section(({ accountant }) => accountant.inverse.laplace_T_fold))(
    '$T Laplaces for ($epsilon, $delta)',
    (v) => {
      const releases = (scale: number): Release[] => [{ noise: { kind: 'laplace', scale }, count: v.T }];
      expect(calibrate(releases, v, 1e-3) / v.b_pld).toBeCloseTo(1, 3);
    },
  );
});

const noise = fc.oneof(
  fc
    .double({ min: 0.7, max: 20, noNaN: true })
    .map((multiplier) => ({ kind: 'gaussian' as const, multiplier })),
  fc.double({ min: 0.5, max: 20, noNaN: true }).map((scale) => ({ kind: 'laplace' as const, scale })),
);

describe('accounting', () => {
  test('one more release costs more, and more delta asks for less epsilon', () => {
    fc.assert(
      fc.property(fc.array(noise, { minLength: 1, maxLength: 4 }), noise, (noises, another) => {
        const gaussian = { noise: { kind: 'gaussian' as const, multiplier: 3 } };
        const releases = [gaussian, ...noises.map((one) => ({ noise: one }))];
        const before = account(releases, 1e-6).epsilon;
        expect(account([...releases, { noise: another }], 1e-6).epsilon).toBeGreaterThan(before);
        expect(account(releases, 1e-4).epsilon).toBeLessThan(before);
      }),
      { numRuns: 25 },
    );
  });

  test('the order of releases does not matter', () => {
    fc.assert(
      fc.property(fc.array(noise, { minLength: 2, maxLength: 5 }), (noises) => {
        const releases = [{ kind: 'gaussian' as const, multiplier: 2 }, ...noises].map((one) => ({
          noise: one,
        }));
        const there = account(releases, 1e-6).epsilon;
        expect(Math.abs(account(releases.toReversed(), 1e-6).epsilon - there)).toBeLessThan(1e-9);
      }),
      { numRuns: 25 },
    );
  });

  test('the grid bounds what the integral tells', () => {
    fc.assert(
      fc.property(fc.array(noise, { minLength: 1, maxLength: 3 }), (noises) => {
        const releases = [{ kind: 'gaussian' as const, multiplier: 4 }, ...noises].map((one) => ({
          noise: one,
        }));
        const exact = account(releases, 1e-6).epsilon;
        const bound = LossDistribution.of(releases, 'remove', 1e-3).epsilon(1e-6);
        expect(bound).toBeGreaterThanOrEqual(exact - 1e-9);
        expect(bound).toBeLessThanOrEqual(exact + 1e-3 * releases.length);
      }),
      { numRuns: 10 },
    );
  });

  test('sampling less often costs less', () => {
    const at = (sampling: number): number =>
      account([{ noise: { kind: 'gaussian', multiplier: 1 }, sampling, count: 10 }], 1e-5, 1e-3).epsilon;
    expect(at(0.01)).toBeLessThan(at(0.1));
    expect(at(0.1)).toBeLessThan(at(1));
    expect(at(0)).toBe(0);
  });

  test('delta and epsilon are inverse to each other', () => {
    const releases: Release[] = [
      { noise: { kind: 'gaussian', multiplier: 2 }, count: 3 },
      { noise: { kind: 'laplace', scale: 2 } },
    ];
    expect(accountDelta(releases, account(releases, 1e-6).epsilon)).toBeCloseTo(1e-6, 12);
  });

  test('a thousand sampled rounds are accounted on a small grid', () => {
    const rounds: Release[] = [{ noise: { kind: 'gaussian', multiplier: 1 }, sampling: 0.01, count: 1000 }];
    const { epsilon, interval } = account(rounds, 1e-6);
    expect(interval).toBe(1e-4);
    // Google's dp_accounting 0.6 says 2.10 by Renyi orders for delta 1e-5 and more than that for 1e-6; the grid is tighter.
    expect(epsilon).toBeGreaterThan(2.12);
    expect(epsilon).toBeLessThan(2.13);
  });

  test('no noise is an infinite epsilon', () => {
    expect(account([{ noise: { kind: 'gaussian', multiplier: 0 } }], 1e-6).epsilon).toBe(Infinity);
    expect(account([{ noise: { kind: 'laplace', scale: 0 } }], 1e-6).epsilon).toBe(Infinity);
  });

  test('pure Laplace noise adds up without a delta', () => {
    expect(account([{ noise: { kind: 'laplace', scale: 4 }, count: 3 }], 0).epsilon).toBe(0.75);
  });

  test.each([
    ['delta', 'more than 0', [{ noise: { kind: 'gaussian', multiplier: 1 } }], 0],
    ['cohort', 'drawn independently', [{ noise: { kind: 'gaussian', multiplier: 1 }, cohort: 10 }], 1e-6],
    ['sampling', 'a probability', [{ noise: { kind: 'gaussian', multiplier: 1 }, sampling: 1.5 }], 1e-6],
    ['count', 'how often', [{ noise: { kind: 'laplace', scale: 1 }, count: 0.5 }], 1e-6],
    ['multiplier', 'at least 0', [{ noise: { kind: 'gaussian', multiplier: Number.NaN } }], 1e-6],
    ['delta', 'below 1', [], 1],
  ] as const)('refuses what makes no sense of %s: expected %s', (path, expected, releases, delta) => {
    expect(() => account(releases, delta)).toThrow(new RegExp(`${path}: expected .*${expected}`));
  });
});
