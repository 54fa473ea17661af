/** The Poisson distribution. */

import { exp, log } from '../elementary/index.ts';
import { logFactorial } from './binomial.ts';

/** The probability that a Poisson variable of this mean is at least `count`. */
export function poissonTail(count: number, mean: number): number {
  if (count === 0) return 1;
  // Summed directly if that is the small end, otherwise as the complement.
  let term = exp(count * log(mean) - mean - logFactorial(count));
  let tail = 0;
  for (let k = count; term > 1e-300 && (k < mean || term > 1e-16 * tail); k++) {
    tail += term;
    term *= mean / (k + 1);
  }
  return Math.min(1, tail);
}
