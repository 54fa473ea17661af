/**
 * Skellam variables, differences of two Poisson variables (Agarwal, Kairouz and Liu 2021): their sums are
 * exactly Skellam again, whatever their variances. The time is proportional to the variance, so this is for
 * coarse grids.
 */

import { assert } from '../../base/errors.ts';
import { type Coin, Fraction } from './coin.ts';

/** Poisson with mean a/b: the sum of as many with mean 1/2 as fit, and one for the remainder. */
function poisson(coin: Coin, a: number, b: number): number {
  const halves = Math.floor((2 * a) / b);
  let sum = 0;
  for (let i = 0; i < halves; i++) sum += smallPoisson(coin, 1, 2);
  return sum + smallPoisson(coin, 2 * a - halves * b, 2 * b);
}

/**
 * Poisson with mean g = a/b up to 1/2: j coins with probabilities g/1, g/2, ... come up heads before the
 * first tails with probability g^j/j! (1 - g/(j + 1)), and rejection sampling corrects for the last factor.
 */
function smallPoisson(coin: Coin, a: number, b: number): number {
  const mean = new Fraction(a, b);
  for (;;) {
    let j = 0;
    while (coin.tossed(mean, j + 1)) j++;
    // (1 - g) / (1 - g/(j + 1)), at most 1.
    if (coin.tossed(new Fraction((b - a) * (j + 1), b * (j + 1) - a))) return j;
  }
}

/** The largest variance that is drawn. */
export const LARGEST_SKELLAM_VARIANCE = 2 ** 16;

/** A Skellam variable of variance a/b. */
export function skellam(coin: Coin, a: number, b: number): number {
  assert(
    a >= 0 && b > 0 && a <= LARGEST_SKELLAM_VARIANCE * b,
    `${a}/${b} is not a variance for Skellam noise`,
  );
  return poisson(coin, a, 2 * b) - poisson(coin, a, 2 * b);
}
