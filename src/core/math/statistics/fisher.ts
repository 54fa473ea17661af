/** Fisher's exact test (Fisher 1922). */

import { exp } from '../elementary/index.ts';
import { logChoose } from './binomial.ts';

/**
 * The two-sided probability that, of this many successes in two groups together, a number at least as unlikely
 * falls to the first.
 * @param successes those of the first group
 * @param size of the first group
 * @param other the size of the second group
 */
export function fisher(successes: number, ofBoth: number, size: number, other = size): number {
  const logMass = (k: number): number =>
    logChoose(size, k) + logChoose(other, ofBoth - k) - logChoose(size + other, ofBoth);
  const seen = logMass(successes);
  let tail = 0;
  for (let k = Math.max(0, ofBoth - other); k <= Math.min(size, ofBoth); k++) {
    // With tolerance for rounding: outcomes that are equally unlikely count.
    if (logMass(k) <= seen + 1e-9) tail += exp(logMass(k));
  }
  return Math.min(1, tail);
}
