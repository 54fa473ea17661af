/**
 * The fields of the draft (draft-irtf-cfrg-vdaf-20, section 6.1): primes p for which the order of the multiplicative group is
 * divisible by a large power of two, so that polynomials can be transformed. Elements are bigints below p, written in little
 * endian.
 */

import { PrimeField } from '../../../src/core/kit/field.ts';

const WORD_BYTES = 8;

export class NttField extends PrimeField {
  /** Bytes of an element as it is sent. */
  readonly elementBytes: number;
  /** By base-2 logarithm of its order. */
  readonly #roots: readonly bigint[];

  /**
   * @param words of 64 bits, as many as the modulus has
   * @param twos s: the order of the generated subgroup is 2^s
   * @param generator of that subgroup, as the draft gives it: a base and an exponent
   */
  constructor(modulus: bigint, words: number, twos: number, [base, exponent]: readonly [bigint, bigint]) {
    super(modulus, true);
    this.elementBytes = WORD_BYTES * words;
    const roots = [this.pow(base, exponent)];
    while (roots.length <= twos) roots.unshift(this.mul(roots[0], roots[0]));
    this.#roots = roots;
  }

  /** A root of unity of order 2^log, the same for everybody. */
  root(log: number): bigint {
    return this.#roots[log];
  }

  /** The sum of two vectors of the same length. */
  addVectors(a: readonly bigint[], b: readonly bigint[]): bigint[] {
    return a.map((x, i) => this.add(x, b[i]));
  }

  /** The difference of two vectors of the same length. */
  subtractVectors(a: readonly bigint[], b: readonly bigint[]): bigint[] {
    return a.map((x, i) => this.sub(x, b[i]));
  }

  /** The bytes of a vector, element after element. */
  encode(vector: readonly bigint[]): Uint8Array {
    const bytes = new Uint8Array(this.elementBytes * vector.length);
    const view = new DataView(bytes.buffer);
    let at = 0;
    for (const element of vector) {
      for (let rest = element, end = at + this.elementBytes; at < end; at += WORD_BYTES, rest >>= 64n)
        view.setBigUint64(at, rest & WORD, true);
    }
    return bytes;
  }

  /** The vector of these bytes; undefined if they are no whole number of elements below p. */
  decode(bytes: Uint8Array): bigint[] | undefined {
    if (bytes.length % this.elementBytes !== 0) return undefined;
    const vector = this.#numbers(bytes);
    return vector.every((number) => number < this.modulus) ? vector : undefined;
  }

  /** The numbers among these that are elements, in order: what rejection sampling leaves of uniform bytes. */
  sampled(bytes: Uint8Array): bigint[] {
    return this.#numbers(bytes).filter((number) => number < this.modulus);
  }

  #numbers(bytes: Uint8Array): bigint[] {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const numbers: bigint[] = [];
    for (let at = 0; at < bytes.length; at += this.elementBytes) {
      let number = 0n;
      for (let word = this.elementBytes - WORD_BYTES; word >= 0; word -= WORD_BYTES)
        number = (number << 64n) | view.getBigUint64(at + word, true);
      numbers.push(number);
    }
    return numbers;
  }
}

const WORD = (1n << 64n) - 1n;

/** p = 2^32 (2^32 - 1) + 1. */
export const FIELD64 = new NttField(2n ** 32n * 4294967295n + 1n, 1, 32, [7n, 4294967295n]);

/** p = 2^66 4611686018427387897 + 1. */
export const FIELD128 = new NttField(2n ** 66n * 4611686018427387897n + 1n, 2, 66, [
  7n,
  4611686018427387897n,
]);
