/**
 * A release of something that one point (or client) changes by at most its sensitivity: with which noise,
 * under which sampling, how often. For every kind of noise here the privacy loss has the same distribution
 * whether a point is added or removed, so one distribution of losses, base against base with the point,
 * suffices; sampling breaks that symmetry and is applied on top.
 */

import { exp, log } from '../elementary/index.ts';
import { normalMass } from '../statistics/normal.ts';

export type Noise =
  /** Standard deviation over L2 sensitivity. */
  | { readonly kind: 'gaussian'; readonly multiplier: number }
  /** Scale over L1 sensitivity. */
  | { readonly kind: 'laplace'; readonly scale: number }
  /**
   * Any noise on integers: losses in ascending order and their probabilities, whose sum falls short of 1 by
   * what no noise hides.
   */
  | { readonly kind: 'atoms'; readonly losses: readonly number[]; readonly masses: readonly number[] };

export interface Release {
  readonly noise: Noise;
  /** How often, each time with fresh noise; 1 when left out. */
  readonly count?: number;
  /**
   * The probability with which each unit takes part, independently of all others and hidden; 1 when left out.
   */
  readonly sampling?: number;
  /** A fixed number of clients that take part. This is not Poisson sampling, and accounting rejects it. */
  readonly cohort?: number;
}

/** The probabilities of a range of losses in the world with the point and in the one without. */
export interface Masses {
  readonly present: number;
  readonly absent: number;
}

/** Noise whose losses are not a finite list. */
export type ContinuousNoise = Exclude<Noise, { readonly kind: 'atoms' }>;

/** Losses in (from, to], either of which may be infinite. */
export function massesBetween(noise: ContinuousNoise, from: number, to: number): Masses {
  if (from >= to) return { present: 0, absent: 0 };
  switch (noise.kind) {
    case 'gaussian':
      return gaussianMasses(noise.multiplier, from, to);
    case 'laplace':
      return laplaceMasses(noise.scale, from, to);
  }
}

/** The loss at x is (x - 1/2)/z^2, where x has mean 1 with the point and 0 without. */
function gaussianMasses(z: number, from: number, to: number): Masses {
  const [low, high] = [from * z, to * z];
  const half = 1 / (2 * z);
  return { present: normalMass(low - half, high - half), absent: normalMass(low + half, high + half) };
}

/** The loss at x is (|x| - |x - 1|)/b: -1/b below 0, 1/b from 1 on, and linear in between. */
function laplaceMasses(b: number, from: number, to: number): Masses {
  const most = 1 / b;
  let present = 0;
  let absent = 0;
  if (from < -most && -most <= to) {
    present += 0.5 * exp(-most);
    absent += 0.5;
  }
  if (from < most && most <= to) {
    present += 0.5;
    absent += 0.5 * exp(-most);
  }
  const [low, high] = [Math.max(from, -most), Math.min(to, most)];
  if (low < high) {
    // x = (1 + b loss)/2, at which the densities are e^(-(1-x)/b)/(2b) and e^(-x/b)/(2b).
    const middle = exp(-0.5 * most) / 2;
    present += middle * (exp(high / 2) - exp(low / 2));
    absent += middle * (exp(-low / 2) - exp(-high / 2));
  }
  return { present, absent };
}

/** The smallest and the largest loss, which may be infinite. */
export function lossRange(noise: ContinuousNoise): readonly [number, number] {
  if (noise.kind === 'laplace') return [-1 / noise.scale, 1 / noise.scale];
  return [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
}

/**
 * Noise on integers, given by its probabilities.
 * @param probabilities of -r, ..., r, symmetric; mass beyond that counts as not hidden at all
 * @param sensitivity the most by which one point changes the released integer
 */
export function noiseOf(probabilities: readonly number[], sensitivity: number): Noise {
  const atoms: [number, number][] = [];
  probabilities.forEach((mass, i) => {
    const without = probabilities[i + sensitivity];
    if (mass > 0 && without > 0) atoms.push([log(mass / without), mass]);
  });
  atoms.sort(([a], [b]) => a - b);
  return { kind: 'atoms', losses: atoms.map(([loss]) => loss), masses: atoms.map(([, mass]) => mass) };
}
