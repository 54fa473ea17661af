/**
 * Exact biased coins (Canonne, Kamath and Steinke 2020, section 5): heads with a rational probability p or
 * with e^-p, from uniform words and integers alone. Probabilities are compared in doubles if the difference
 * is clear and in big integers if not, so no rounding affects the distribution, and the draws are the same on
 * every machine.
 */

import { assert } from '../../base/errors.ts';
import { provenance } from '../../base/provenance.ts';
import { keystream } from '../../base/random.ts';
import { type QuickCoins, TOLERANCE, WORD } from './quick-coins.ts';

/**
 * A rational number that need not be divided: an approximation that decides most comparisons, and the exact
 * value.
 */
export interface Ratio {
  /** Within {@link TOLERANCE} of the exact value. */
  readonly approximate: number;
  exact(): readonly [numerator: bigint, denominator: bigint];
}

/** The rational number a/b of integers up to 2^53. */
export class Fraction implements Ratio {
  readonly approximate: number;
  readonly #a: number;
  readonly #b: number;

  constructor(a: number, b: number) {
    this.approximate = a / b;
    this.#a = a;
    this.#b = b;
  }

  exact(): readonly [bigint, bigint] {
    return [BigInt(this.#a), BigInt(this.#b)];
  }
}

/** Uniform words from one key, consumed coin by coin. */
export class Coin {
  readonly #draw: (words: number) => Uint32Array;
  #words: Uint32Array = new Uint32Array();
  #spent = 0;
  /** The bound last asked for, and the last whole multiple of it among words. */
  #bound = 1;
  #whole = WORD;
  /** Of all blocks before this one. */
  #before = 0;

  /** @param key 32 bytes, of a stream that nobody else draws from */
  constructor(key: Uint8Array) {
    provenance?.tossed(key);
    this.#draw = keystream(key);
  }

  word(): number {
    if (this.#spent === this.#words.length) {
      this.#before += this.#spent;
      this.#words = this.#draw(1024);
      this.#spent = 0;
    }
    return this.#words[this.#spent++];
  }

  /** Lends the words that are drawn and not consumed. */
  lend(quick: QuickCoins): void {
    quick.begin(this.#words, this.#spent);
  }

  /** Consumes what was taken of the words lent, if all was decided; returns whether it was. */
  settle(quick: QuickCoins): boolean {
    if (quick.undecided) return false;
    this.#spent = quick.at;
    return true;
  }

  /** How many words have been consumed: what rejection samplers take, and what they let others measure. */
  get consumed(): number {
    return this.#before + this.#spent;
  }

  /** An integer in [0, bound), for a bound up to 2^53. */
  below(bound: number): number {
    if (bound <= WORD) {
      // Values beyond the last whole multiple of the bound would favour small integers.
      if (bound !== this.#bound) {
        this.#bound = bound;
        this.#whole = WORD - (WORD % bound);
      }
      for (;;) {
        const word = this.word();
        if (word >= this.#whole) continue;
        // As whole numbers of 32 bits, which the processor divides at once.
        return bound === WORD ? word : (word >>> 0) % (bound >>> 0);
      }
    }
    const whole = 2 ** 53 - (2 ** 53 % bound);
    for (;;) {
      const value = (this.word() & 0x1fffff) * WORD + this.word();
      if (value >= whole) continue;
      // The remainder operator on doubles is the slowest step here; the quotient may be rounded up to the
      // next integer.
      const rest = value - Math.floor(value / bound) * bound;
      return rest < 0 ? rest + bound : rest;
    }
  }

  sign(): 1 | -1 {
    return this.word() < WORD / 2 ? 1 : -1;
  }

  /** Heads with probability p/divisor, for p in [0, divisor]. */
  tossed(p: Ratio, divisor = 1): boolean {
    const word = this.word();
    const approximate = p.approximate / divisor;
    if ((word + 1) / WORD < approximate - TOLERANCE) return true;
    if (word / WORD > approximate + TOLERANCE) return false;
    return this.#tossedExactly(word, p, divisor);
  }

  /**
   * Continues from a first word that did not decide: word by word, until a uniform real number differs from
   * p.
   */
  #tossedExactly(first: number, p: Ratio, divisor: number): boolean {
    const [numerator, denominator] = p.exact();
    const b = denominator * BigInt(divisor);
    let rest = numerator;
    for (let word = first; ; word = this.word()) {
      const scaled = rest << 32n;
      const digit = scaled / b;
      if (BigInt(word) !== digit) return BigInt(word) < digit;
      rest = scaled - digit * b;
    }
  }

  /** Heads with probability e^-p, for p >= 0. */
  tossedExponential(p: Ratio): boolean {
    const { approximate } = p;
    if (approximate <= 1 - TOLERANCE) return this.#tossedExponentialUpToOne(approximate, p);
    const whole = this.#floor(p);
    for (let i = 0; i < whole; i++) if (!this.#tossedExponentialUpToOne(1, ONE)) return false;
    const rest = Math.max(0, approximate - whole);
    return this.#tossedExponentialUpToOne(rest, {
      approximate: rest,
      exact: () => {
        const [a, b] = p.exact();
        return [a - BigInt(whole) * b, b];
      },
    });
  }

  /** The index of the first tails among coins p/1, p/2, ... is odd with probability e^-p. */
  #tossedExponentialUpToOne(approximate: number, p: Ratio): boolean {
    for (let k = 1; ; k++) {
      const word = this.word();
      // As in tossed, inlined: most noise is drawn here.
      const difference = word / WORD - approximate / k;
      if (difference > TOLERANCE) return k % 2 === 1;
      if (difference > -TOLERANCE - 1 / WORD && !this.#tossedExactly(word, p, k)) return k % 2 === 1;
    }
  }

  #floor(p: Ratio): number {
    const nearest = Math.round(p.approximate);
    if (Math.abs(p.approximate - nearest) > TOLERANCE) return Math.floor(p.approximate);
    const [a, b] = p.exact();
    return Number(a / b);
  }

  /** The number of heads with probability e^-1 before the first tails: k with probability (1 - 1/e) e^-k. */
  runs(): number {
    let k = 0;
    while (this.#tossedExponentialUpToOne(1, ONE)) k++;
    return k;
  }
}

const ONE = new Fraction(1, 1);

/** Asserts that sums and products in doubles hold this integer exactly. */
export function assertExact(value: number): number {
  assert(Math.abs(value) <= Number.MAX_SAFE_INTEGER, `${value} is beyond exact integers`);
  return value;
}
