/**
 * Many statistical streams as rows of one array: 16 bytes each, and nothing for the garbage collector to
 * trace. A row draws the same numbers as a `Stream` (random.ts) with the same key: xoroshiro128+ (Blackman
 * and Vigna 2018), on 32-bit words.
 */

import { uniformInt } from 'pure-rand/distribution/uniformInt';
import type { RandomGenerator } from 'pure-rand/types/RandomGenerator';
import { wordAt } from './bytes.ts';
import type { Draws } from './random.ts';

const WORDS = 4;

/** Bits of a double's fraction: 26 from the first draw, 27 from the second. */
const HIGH_MASK = 2 ** 26 - 1;
const LOW_MASK = 2 ** 27 - 1;

export class Generators {
  #words = new Int32Array(64 * WORDS);

  /**
   * Starts a stream in a row.
   * @param key at least 16 bytes
   */
  seed(row: number, key: Uint8Array): void {
    const at = row * WORDS;
    if (at >= this.#words.length) {
      const larger = new Int32Array(Math.max(2 * this.#words.length, at + WORDS));
      larger.set(this.#words);
      this.#words = larger;
    }
    for (let i = 0; i < WORDS; i++) this.#words[at + i] = wordAt(key, 4 * i);
  }

  /** A double in [0, 1) with 53 random bits. */
  uniform(row: number): number {
    const high = this.next(row) & HIGH_MASK;
    return high * 2 ** -26 + (this.next(row) & LOW_MASK) * 2 ** -53;
  }

  /** 32 random bits, as a number with a sign. */
  next(row: number): number {
    const words = this.#words;
    const at = row * WORDS;
    const s01 = words[at];
    const s00 = words[at + 1];
    const s11 = words[at + 2];
    const s10 = words[at + 3];
    const a0 = s10 ^ s00;
    const a1 = s11 ^ s01;
    words[at] = (s01 << 24) ^ (s00 >>> 8) ^ a1 ^ ((a1 << 16) | (a0 >>> 16));
    words[at + 1] = (s00 << 24) ^ (s01 >>> 8) ^ a0 ^ (a0 << 16);
    words[at + 2] = (a0 << 5) ^ (a1 >>> 27);
    words[at + 3] = (a1 << 5) ^ (a0 >>> 27);
    return (s00 + s10) | 0;
  }
}

/** One row after another as a stream. */
export class Row implements Draws {
  /** Which row it is now. */
  of = 0;
  readonly #generators: Generators;

  constructor(generators: Generators) {
    this.#generators = generators;
  }

  uniform(): number {
    return this.#generators.uniform(this.of);
  }

  integer(bound: number): number {
    // Nothing else of it is ever asked for.
    const generator: Pick<RandomGenerator, 'next'> = { next: () => this.#generators.next(this.of) };
    return uniformInt(generator as RandomGenerator, 0, bound - 1);
  }
}
