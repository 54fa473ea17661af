/** The single entry point to privacy accounting: what releases cost together, and how that was computed. */

import { CahootsError } from '../../base/errors.ts';
import { Remembered } from '../../base/remembered.ts';
import { expm1, log1p } from '../elementary/index.ts';
import { exactDelta, isExact } from './exact.ts';
import { LossDistribution } from './loss-distribution.ts';
import { composedMultiplier } from './gaussian.ts';
import type { Noise, Release } from './mechanism.ts';
import type { PrivacyCurve } from './one-run-curve.ts';
import { whereFallsTo } from './solve.ts';

/** A total, and how good it is. */
export interface Account {
  /** Infinite if some release hides nothing. */
  readonly epsilon: number;
  /** exact: to about ten digits; bound: never below the true value, on a grid of losses. */
  readonly by: 'exact' | 'bound';
  /** The step of the grid. */
  readonly interval?: number;
}

/** Of the grid of losses, if one is needed. */
const INTERVAL = 1e-4;

/** Totals of runs whose noise is the same, of which a study has many. */
const accounts = new Remembered<Account>(2 ** 6);

/**
 * Epsilon of all releases together, at one delta, under adding or removing one unit.
 * @param interval of the grid of losses, if one is needed
 * @throws CahootsError for what cannot be accounted for
 */
export function account(releases: readonly Release[], delta: number, interval = INTERVAL): Account {
  const merged = checked(releases);
  if (!(delta >= 0 && delta < 1)) throw refused('delta', `expected from 0 to below 1, got ${delta}`);
  if (merged.some(({ noise }) => hidesNothing(noise))) {
    return { epsilon: Number.POSITIVE_INFINITY, by: 'exact' };
  }
  if (delta === 0) return { epsilon: pureEpsilon(merged), by: 'exact' };
  if (merged.length === 0) return { epsilon: 0, by: 'exact' };
  return accounts.of(JSON.stringify([merged, delta, interval]), () => accountOf(merged, delta, interval));
}

/** The same for releases that are merged and valid. */
function accountOf(merged: readonly Release[], delta: number, interval: number): Account {
  if (isExact(merged)) {
    return { epsilon: whereFallsTo((epsilon) => exactDelta(merged, epsilon), delta), by: 'exact' };
  }
  const totals = distributions(merged, interval);
  return {
    epsilon: Math.max(...totals.map((total) => total.epsilon(delta))),
    by: 'bound',
    interval: Math.max(...totals.map((total) => total.interval)),
  };
}

/**
 * The smallest factor, within 10^-9, by which all noise must be multiplied to reach a total: 1 leaves it as
 * it is.
 * @param releasesAt the releases with noise multiplied by a factor; more noise must cost less
 */
export function calibrate(
  releasesAt: (factor: number) => readonly Release[],
  { epsilon, delta }: { readonly epsilon: number; readonly delta: number },
  interval = INTERVAL,
): number {
  const excess = (factor: number): boolean => accountDelta(releasesAt(factor), epsilon, interval) > delta;
  let high = 1;
  while (excess(high)) {
    high *= 2;
    if (high > 2 ** 60) throw refused('epsilon', `expected a total that noise can reach, got ${epsilon}`);
  }
  while (high > 2 ** -60 && !excess(high / 2)) high /= 2;
  let low = high / 2;
  while (high - low > 1e-9 * high) {
    const middle = (low + high) / 2;
    if (excess(middle)) low = middle;
    else high = middle;
  }
  return high;
}

/** Delta of all releases together, at one epsilon. */
export function accountDelta(releases: readonly Release[], epsilon: number, interval = INTERVAL): number {
  const merged = checked(releases);
  if (merged.some(({ noise }) => hidesNothing(noise))) return 1;
  if (merged.length === 0) return 0;
  if (isExact(merged)) return exactDelta(merged, epsilon);
  return Math.max(...distributions(merged, interval).map((total) => total.delta(epsilon)));
}

/**
 * Delta of all releases together, at several epsilons.
 * @throws CahootsError for what cannot be accounted for
 */
export function accountCurve(releases: readonly Release[], epsilons: readonly number[]): PrivacyCurve {
  const merged = checked(releases);
  if (merged.some(({ noise }) => hidesNothing(noise)))
    return epsilons.map((epsilon) => ({ epsilon, delta: 1 }));
  if (merged.length === 0) return epsilons.map((epsilon) => ({ epsilon, delta: 0 }));
  if (isExact(merged)) return epsilons.map((epsilon) => ({ epsilon, delta: exactDelta(merged, epsilon) }));
  const totals = distributions(merged, INTERVAL);
  return epsilons.map((epsilon) => ({
    epsilon,
    delta: Math.max(...totals.map((total) => total.delta(epsilon))),
  }));
}

function distributions(releases: readonly Release[], interval: number): LossDistribution[] {
  const remove = LossDistribution.of(releases, 'remove', interval);
  // Without sampling, both directions are the same.
  if (releases.every(({ sampling = 1 }) => sampling === 1)) return [remove];
  return [remove, LossDistribution.of(releases, 'add', interval)];
}

/** Rejects invalid releases, drops those that cost nothing, and merges Gaussians. */
function checked(releases: readonly Release[]): Release[] {
  const multipliers: number[] = [];
  const others: Release[] = [];
  for (const release of releases) {
    const { noise, count = 1, sampling = 1, cohort } = release;
    if (cohort !== undefined) {
      throw refused('cohort', `expected clients that are drawn independently, got a cohort of ${cohort}`);
    }
    if (!(sampling >= 0 && sampling <= 1)) {
      throw refused('sampling', `expected a probability, got ${sampling}`);
    }
    if (!Number.isInteger(count) || count < 0) {
      throw refused('count', `expected how often, got ${count}`);
    }
    if (noise.kind === 'gaussian' && !(noise.multiplier >= 0)) {
      throw refused('multiplier', `expected at least 0, got ${noise.multiplier}`);
    }
    if (noise.kind === 'laplace' && !(noise.scale >= 0)) {
      throw refused('scale', `expected at least 0, got ${noise.scale}`);
    }
    if (count === 0 || sampling === 0) continue;
    if (noise.kind === 'gaussian' && sampling === 1) {
      multipliers.push(noise.multiplier / Math.sqrt(count));
    } else others.push(release);
  }
  if (multipliers.length === 0) return others;
  const noise: Noise = { kind: 'gaussian', multiplier: composedMultiplier(multipliers) };
  return [{ noise }, ...others];
}

function refused(what: string, message: string): CahootsError {
  return new CahootsError('bad-input', message, { path: what });
}

function hidesNothing(noise: Noise): boolean {
  if (noise.kind === 'gaussian') return noise.multiplier === 0;
  return noise.kind === 'laplace' && noise.scale === 0;
}

/** The sum of the largest losses. */
function pureEpsilon(releases: readonly Release[]): number {
  return releases.reduce((sum, { noise, count = 1, sampling = 1 }) => {
    if (noise.kind === 'gaussian') {
      throw refused('delta', 'expected more than 0, as Gaussian noise has no pure epsilon, got 0');
    }
    const amplified = (loss: number): number => (sampling === 1 ? loss : log1p(sampling * expm1(loss)));
    if (noise.kind === 'laplace') return sum + count * amplified(1 / noise.scale);
    const total = noise.masses.reduce((all, mass) => all + mass, 0);
    if (total < 1 - 1e-12) return Number.POSITIVE_INFINITY;
    return sum + count * amplified(noise.losses.at(-1) ?? 0);
  }, 0);
}
