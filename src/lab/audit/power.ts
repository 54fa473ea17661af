/**
 * The power of an audit, which is measured and not asserted: how often it refutes twins of the protocol in which noise
 * is missing.
 */

import type { Stream } from '../../core/base/random.ts';
import type { NoisePart } from '../../core/math/dp/less-noise.ts';

/** The parts of the noise that twins have. */
export const NONE: NoisePart = { numerator: 0, denominator: 1 };
export const HALF: NoisePart = { numerator: 1, denominator: 2 };
export const MOST: NoisePart = { numerator: 4, denominator: 5 };

/** How often an audit refuted a twin. */
export interface TwinPower {
  /** The part of the noise's scale that it has. */
  readonly noise: number;
  /** Trials of an audit: runs, or pairs of runs. */
  readonly trials: number;
  /** Audits of the twin, or audits of as many of its trials drawn again, and how many of them refuted it. */
  readonly audits: number;
  readonly refuted: number;
}

/** The least power against the twin without noise for a claim that is not refuted to be reported as such. */
const LEAST_POWER = 0.9;

/** Whether an audit refutes a twin often enough. */
export function isSeen({ audits, refuted }: TwinPower): boolean {
  return refuted >= LEAST_POWER * audits;
}

/** How many audits are made of trials that are drawn again. */
const RESAMPLES = 100;

/**
 * How often an audit of `size` trials refutes a twin: each of its trials if an audit is a single one; otherwise as many of
 * them are drawn. None is drawn twice: an audit would practise on what it is then judged by.
 */
export function powerOf<T>(
  refutes: (trials: readonly T[]) => boolean,
  {
    noise,
    trials,
    size,
  }: { readonly noise: NoisePart; readonly trials: readonly T[]; readonly size: number },
  random: Stream,
): TwinPower {
  const part = noise.numerator / noise.denominator;
  // It was interrupted.
  if (trials.length < size) return { noise: part, trials: size, audits: 0, refuted: 0 };
  const audits =
    size === 1
      ? trials.map((trial) => [trial])
      : Array.from({ length: RESAMPLES }, () => someOf(trials, size, random));
  const refuted = audits.filter(refutes).length;
  return { noise: part, trials: size, audits: audits.length, refuted };
}

/** So many of these, each at most once, in random order. */
function someOf<T>(all: readonly T[], count: number, random: Stream): T[] {
  const left = [...all];
  return Array.from({ length: count }, () => {
    const at = random.integer(left.length);
    const [one] = left.splice(at, 1, left[left.length - 1]);
    left.pop();
    return one;
  });
}
