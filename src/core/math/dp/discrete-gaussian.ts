/** Discrete Gaussian variables, P(x) proportional to e^(-x^2/(2 v)) (Canonne, Kamath and Steinke 2020, Algorithm 3). */

import { square } from '../elementary/index.ts';
import { assert } from '../../base/errors.ts';
import type { Coin, Ratio } from './coin.ts';
import { laplaceProposal } from './discrete-laplace.ts';
import { noisePart } from './less-noise.ts';
import { QuickCoins, WORD } from './quick-coins.ts';

/** A variance as a fraction of integers, so that the bytes drawn do not depend on rounding. */
export interface Variance {
  readonly numerator: bigint;
  readonly denominator: bigint;
}

/** Used within one draw only. */
const quick = new QuickCoins();

/** Draws of one variance. */
export class DiscreteGaussian {
  readonly #numerator: bigint;
  readonly #denominator: bigint;
  readonly #variance: number;
  /** floor(sqrt v) + 1: the scale of the proposals. */
  readonly #scale: number;
  /** The last whole multiple of the scale among words. */
  readonly #whole: number;

  /** @param variance at least 0 and at most 2^80 */
  constructor({ numerator, denominator }: Variance) {
    assert(numerator >= 0n && denominator > 0n, `${numerator}/${denominator} is not a variance`);
    assert(numerator <= denominator << 80n, `a variance of ${numerator}/${denominator} is beyond 2^80`);
    this.#numerator = numerator;
    this.#denominator = denominator;
    this.#variance = Number(numerator) / Number(denominator);
    this.#scale = integerRoot(numerator / denominator) + 1;
    this.#whole = WORD - (WORD % this.#scale);
  }

  draw(coin: Coin): number {
    const part = noisePart();
    if (part === undefined) return this.#draw(coin);
    const [a, b] = [BigInt(part.numerator), BigInt(part.denominator)];
    const less = { numerator: this.#numerator * a * a, denominator: this.#denominator * b * b };
    return new DiscreteGaussian(less).#draw(coin);
  }

  #draw(coin: Coin): number {
    if (this.#numerator === 0n) return 0;
    if (this.#scale < WORD) {
      coin.lend(quick);
      const value = this.#drawQuickly();
      if (coin.settle(quick)) return value;
    }
    for (;;) {
      const value = laplaceProposal(coin, 1, this.#scale);
      if (coin.tossedExponential(this.#rejection(Math.abs(value)))) return value;
    }
  }

  /** The same steps in doubles; of no meaning if one of them is undecided. */
  #drawQuickly(): number {
    const scale = this.#scale;
    while (!quick.undecided) {
      const rest = quick.below(scale, this.#whole);
      if (!quick.tossedExponential(rest / scale)) continue;
      const magnitude = rest + scale * quick.runs();
      const isPositive = quick.word() < WORD / 2;
      if (magnitude === 0 && !isPositive) continue;
      if (quick.tossedExponential(this.#approximate(magnitude))) return isPositive ? magnitude : -magnitude;
    }
    return 0;
  }

  #approximate(magnitude: number): number {
    return square(magnitude - this.#variance / this.#scale) / (2 * this.#variance);
  }

  /** (|x| - v/t)^2 / (2 v): a proposal of scale t is accepted with e to the power of minus this. */
  #rejection(magnitude: number): Ratio {
    return {
      approximate: this.#approximate(magnitude),
      exact: () => {
        const t = BigInt(this.#scale);
        const numerator = (BigInt(magnitude) * t * this.#denominator - this.#numerator) ** 2n;
        return [numerator, 2n * this.#numerator * this.#denominator * t * t];
      },
    };
  }
}

/** The floor of the square root. */
function integerRoot(value: bigint): number {
  let root = BigInt(Math.floor(Math.sqrt(Number(value))));
  while (root * root > value) root--;
  while ((root + 1n) * (root + 1n) <= value) root++;
  return Number(root);
}
