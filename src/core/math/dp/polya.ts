/**
 * Shares of discrete Laplace noise: differences of Polya variables; shares whose r add up to 1 give exactly
 * the whole. A Polya(r) variable is negative binomial with a real number r of failures. It is drawn as its
 * part of a geometric variable: given that Polya(r) + Polya(1 - r) = g, the first is distributed like g draws
 * from Polya's urn, whose probabilities are rational. So no logarithm is needed, as it would be for compound
 * Poisson sampling.
 */

import { assert } from '../../base/errors.ts';
import { type Coin, Fraction } from './coin.ts';
import { geometric, laplaceScale } from './discrete-laplace.ts';

/** A part a/b of the whole, in [0, 1]. */
export interface Proportion {
  readonly numerator: number;
  readonly denominator: number;
}

/** Polya(r): j with probability Gamma(j + r)/(Gamma(r) j!) (1 - p)^r p^j, where p = e^(-s/t). */
export function polya(coin: Coin, { numerator, denominator }: Proportion, s: number, t: number): number {
  assert(numerator >= 0 && numerator <= denominator, `${numerator}/${denominator} is not a proportion`);
  const total = geometric(coin, s, t);
  if (numerator === denominator) return total;
  let own = 0;
  for (let drawn = 0; drawn < total; drawn++) {
    // (r + own)/(1 + drawn)
    if (coin.tossed(new Fraction(numerator + own * denominator, denominator * (1 + drawn)))) own++;
  }
  return own;
}

/**
 * A share of a discrete Laplace variable of scale t/s: the sum of shares whose proportions add up to 1 is
 * exactly one.
 */
export function laplaceShare(coin: Coin, proportion: Proportion, s: number, t: number): number {
  const scale = laplaceScale(s, t);
  if (scale === undefined) return 0;
  return polya(coin, proportion, scale.s, scale.t) - polya(coin, proportion, scale.s, scale.t);
}
