/** Discrete Laplace variables, P(x) proportional to e^(-|x| s/t) (Canonne, Kamath and Steinke 2020, Algorithm 2). */

import { assertExact, type Coin, Fraction } from './coin.ts';
import { noisePart } from './less-noise.ts';

/** A geometric variable: x >= 0 with probability proportional to e^(-x s/t), for positive integers s and t. */
export function geometric(coin: Coin, s: number, t: number): number {
  for (;;) {
    const rest = coin.below(t);
    if (!coin.tossedExponential(new Fraction(rest, t))) continue;
    return Math.floor(assertExact(rest + t * coin.runs()) / s);
  }
}

/** A discrete Laplace variable of scale t/s. */
export function discreteLaplace(coin: Coin, s: number, t: number): number {
  const scale = laplaceScale(s, t);
  return scale === undefined ? 0 : laplaceProposal(coin, scale.s, scale.t);
}

/** The scale t/s of noise that is drawn now, see {@link noisePart}; undefined: none is. */
export function laplaceScale(s: number, t: number): { readonly s: number; readonly t: number } | undefined {
  const part = noisePart();
  if (part === undefined) return { s, t };
  if (part.numerator === 0) return undefined;
  return { s: assertExact(s * part.denominator), t: assertExact(t * part.numerator) };
}

/** The same as a step of another sampler, whose noise it is not. */
export function laplaceProposal(coin: Coin, s: number, t: number): number {
  for (;;) {
    const magnitude = geometric(coin, s, t);
    const sign = coin.sign();
    // Otherwise 0 would come from both signs.
    if (magnitude !== 0 || sign === 1) return sign * magnitude || 0;
  }
}
