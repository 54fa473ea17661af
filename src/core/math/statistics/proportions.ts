/** Intervals of proportions. */

import { square } from '../elementary/index.ts';
import { binomialAtMost } from './binomial.ts';
import { NORMAL_975 } from './normal-quantiles.ts';

/** The 95 % interval of a proportion, close to its confidence on average (Wilson 1927); [0, 1] without trials. */
export function wilson(successes: number, trials: number): readonly [number, number] {
  if (trials === 0) return [0, 1];
  const z = NORMAL_975;
  const p = successes / trials;
  const middle = p + square(z) / (2 * trials);
  const half = z * Math.sqrt((p * (1 - p)) / trials + square(z) / (4 * square(trials)));
  const scale = 1 + square(z) / trials;
  return [Math.max(0, (middle - half) / scale), Math.min(1, (middle + half) / scale)];
}

/**
 * The largest proportion for which this few successes have a probability of at least 1 - confidence: a one-sided
 * bound that never falls short of its confidence (Clopper and Pearson 1934).
 */
export function shareAtMost(successes: number, trials: number, confidence: number): number {
  if (successes >= trials) return 1;
  let low = successes / trials;
  let high = 1;
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (binomialAtMost(trials, successes, middle) > 1 - confidence) low = middle;
    else high = middle;
  }
  return high;
}

/** The corresponding smallest proportion. */
export function shareAtLeast(successes: number, trials: number, confidence: number): number {
  return 1 - shareAtMost(trials - successes, trials, confidence);
}
