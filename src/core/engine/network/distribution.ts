/** Distributions of latencies and rates of devices. The units are the caller's. */

import { exp, log, pow } from '../../math/elementary/index.ts';
import { exponentialDraws, normalDraws } from '../../math/statistics/draws.ts';
import type { Draws } from '../../base/random.ts';

export type Distribution =
  | { readonly constant: number }
  | { readonly uniform: { readonly minimum: number; readonly maximum: number } }
  | { readonly normal: { readonly mean: number; readonly deviation: number } }
  /** `sigma` is the standard deviation of the logarithm. */
  | { readonly lognormal: { readonly median: number; readonly sigma: number } }
  /** An exponential tail after a fixed minimum. */
  | { readonly exponential: { readonly mean: number; readonly minimum?: number | undefined } }
  | { readonly pareto: { readonly minimum: number; readonly shape: number } }
  /** Each draw is one of the measured values, all equally likely. */
  | { readonly measured: readonly number[] }
  /** Of a plugin: what draws from it. */
  | { readonly drawn: (stream: Draws) => () => number };

/** The largest possible draw; in nanoseconds, eleven days. Heavy tails would otherwise exceed the range of exact integers. */
const LARGEST = 1e15;

/** If a draw is minimum + range u with u in [0, 1), these two, in the units of the distribution; else undefined. */
export function flatRange(
  distribution: Distribution,
): { readonly minimum: number; readonly range: number } | undefined {
  if ('constant' in distribution) return { minimum: distribution.constant, range: 0 };
  if (!('uniform' in distribution)) return undefined;
  const { minimum, maximum } = distribution.uniform;
  return { minimum, range: maximum - minimum };
}

/** Whether draws come in pairs, as Marsaglia's polar method gives two at once. */
export function comesInPairs(distribution: Distribution): boolean {
  return 'normal' in distribution || 'lognormal' in distribution;
}

/** A draw limited to the valid range, see {@link Sampler}. */
export function clamped(drawn: number): number {
  return Math.min(LARGEST, Math.max(0, drawn));
}

/** A source of draws; negative ones (a normal's lower tail) count as 0, and those above 10^15 as 10^15. */
export class Sampler {
  readonly #minimum: number;
  readonly #range: number;
  readonly #stream: Draws;
  /** Absent for a uniform or a constant draw, which is minimum + range * u. */
  readonly #draw: (() => number) | undefined;

  constructor(distribution: Distribution, stream: Draws) {
    const { minimum, range } = flatRange(distribution) ?? { minimum: 0, range: 0 };
    this.#stream = stream;
    this.#minimum = minimum;
    this.#range = range;
    if (!('constant' in distribution) && !('uniform' in distribution))
      this.#draw = drawsOf(distribution, stream);
  }

  draw(): number {
    return clamped(this.#draw === undefined ? this.#flat() : this.#draw());
  }

  #flat(): number {
    return this.#range === 0 ? this.#minimum : this.#stream.uniform() * this.#range + this.#minimum;
  }
}

/** What draws from a distribution, without limits. */
export function drawsOf(distribution: Distribution, stream: Draws): () => number {
  const flat = flatRange(distribution);
  if (flat !== undefined) return () => stream.uniform() * flat.range + flat.minimum;
  if ('drawn' in distribution) return distribution.drawn(stream);
  if ('normal' in distribution)
    return normalDraws(stream, distribution.normal.mean, distribution.normal.deviation);
  if ('lognormal' in distribution) {
    const logarithm = normalDraws(stream, log(distribution.lognormal.median), distribution.lognormal.sigma);
    return () => exp(logarithm());
  }
  if ('exponential' in distribution) {
    const { mean, minimum = 0 } = distribution.exponential;
    const tail = exponentialDraws(stream, mean - minimum);
    return () => minimum + tail();
  }
  if ('pareto' in distribution) {
    const { minimum, shape } = distribution.pareto;
    return () => minimum * pow(1 - stream.uniform(), -1 / shape);
  }
  const { measured } = distribution as Extract<Distribution, { measured: unknown }>;
  return () => measured[stream.integer(measured.length)];
}
