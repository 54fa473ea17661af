/**
 * Vectors of integers modulo any m, from one bit to thousands: what is added up under masks. An element is `words` 32-bit
 * words, the least significant first, and canonical, in [0, m); elements lie one behind the other in shared memory.
 */

import { assert } from '../../base/errors.ts';
import { keystream } from '../../base/random.ts';
import { sharedWords } from './residues.ts';

/** Elements without gaps: what travels. */
export interface Packed {
  /** Of each element. */
  readonly bits: number;
  readonly length: number;
  /** The elements' bits, the least significant first. */
  readonly bytes: Uint8Array;
}

export class ModularVectors {
  readonly modulus: bigint;
  /** Bits of the largest element, m - 1. */
  readonly bits: number;
  readonly words: number;
  readonly #modulus: Uint32Array;
  /** Whether a carry out of the highest word is all that a reduction takes. */
  readonly #wraps: boolean;

  /** @param modulus at least 2; need not be prime */
  constructor(modulus: bigint) {
    assert(modulus >= 2n, `${modulus} is no modulus`);
    this.modulus = modulus;
    this.bits = (modulus - 1n).toString(2).length;
    this.words = Math.ceil(this.bits / 32);
    this.#wraps = modulus === 1n << BigInt(32 * this.words);
    this.#modulus = new Uint32Array(this.words);
    if (!this.#wraps) this.#write(this.#modulus, 0, modulus);
  }

  zeros(length: number): Uint32Array {
    return sharedWords(length * this.words);
  }

  /** The residues of any integers, negative ones wrapped. */
  from(values: readonly bigint[]): Uint32Array {
    const vector = this.zeros(values.length);
    values.forEach((value, i) => {
      const residue = value % this.modulus;
      this.#write(vector, i * this.words, residue < 0n ? residue + this.modulus : residue);
    });
    return vector;
  }

  toBigints(vector: Uint32Array): bigint[] {
    return Array.from({ length: vector.length / this.words }, (_, i) => {
      let value = 0n;
      for (let w = this.words - 1; w >= 0; w--) value = (value << 32n) | BigInt(vector[i * this.words + w]);
      return value;
    });
  }

  /** Of each residue the integer nearest to 0, which a double must hold. */
  centred(vector: Uint32Array): Float64Array {
    const half = this.modulus / 2n;
    return Float64Array.from(this.toBigints(vector), (residue) =>
      Number(residue > half ? residue - this.modulus : residue),
    );
  }

  /** `vector += other`, in place. */
  add(vector: Uint32Array, other: Uint32Array): void {
    for (let at = 0; at < vector.length; at += this.words) {
      let carry = 0;
      for (let w = at; w < at + this.words; w++) {
        const sum = vector[w] + other[w] + carry;
        vector[w] = sum;
        carry = sum > 0xffffffff ? 1 : 0;
      }
      if (!this.#wraps && (carry === 1 || !this.#isCanonical(vector, at)))
        this.#subtract(vector, at, this.#modulus, 0);
    }
  }

  /** `vector -= other`, in place. */
  subtract(vector: Uint32Array, other: Uint32Array): void {
    for (let at = 0; at < vector.length; at += this.words) {
      if (this.#subtract(vector, at, other, at) === 0 || this.#wraps) continue;
      let carry = 0;
      for (let w = 0; w < this.words; w++) {
        const sum = vector[at + w] + this.#modulus[w] + carry;
        vector[at + w] = sum;
        carry = sum > 0xffffffff ? 1 : 0;
      }
    }
  }

  /**
   * A uniform vector from a key: consecutive bytes of its ChaCha20 stream, as many for each element as hold m - 1, cut to
   * its bits; what is no residue is drawn again, so there is no bias.
   * @param key 32 bytes, see {@link keystream}
   */
  uniform(key: Uint8Array, length: number): Uint32Array {
    const vector = this.zeros(length);
    const draw = keystream(key);
    const width = Math.ceil(this.bits / 8);
    const mask = 0xffffffff >>> (32 * this.words - this.bits);
    for (let filled = 0; filled < length;) {
      // Four elements of any whole number of bytes are whole words, so nothing of the stream is left over.
      const wanted = Math.ceil((length - filled) / 4) * 4;
      const bytes = new Uint8Array(draw((wanted * width) / 4).buffer);
      for (let from = 0; from < bytes.length && filled < length; from += width) {
        const at = filled * this.words;
        for (let w = 0; w < this.words; w++) vector[at + w] = 0;
        for (let b = 0; b < width; b++) vector[at + (b >> 2)] |= bytes[from + b] << (8 * (b & 3));
        vector[at + this.words - 1] &= mask;
        if (this.#wraps || this.#isCanonical(vector, at)) filled++;
      }
    }
    return vector;
  }

  pack(vector: Uint32Array): Packed {
    const length = vector.length / this.words;
    const bytes = new Uint8Array(Math.ceil((this.bits * length) / 32) * 4);
    const packed = new Uint32Array(bytes.buffer);
    this.#eachPart(length, (word, bits, at, shift) => {
      packed[at] |= vector[word] << shift;
      if (shift + bits > 32) packed[at + 1] |= vector[word] >>> (32 - shift);
    });
    return { bits: this.bits, length, bytes: bytes.subarray(0, Math.ceil((this.bits * length) / 8)) };
  }

  /** Undefined when these are no elements of this ring: the sender may be hostile. */
  unpack({ bits, length, bytes }: Packed): Uint32Array | undefined {
    if (bits !== this.bits) return undefined;
    const packed = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(packed.buffer).set(bytes);
    const vector = this.zeros(length);
    this.#eachPart(length, (word, width, at, shift) => {
      let value = packed[at] >>> shift;
      if (shift + width > 32) value |= packed[at + 1] << (32 - shift);
      vector[word] = value & (0xffffffff >>> (32 - width));
    });
    for (let at = 0; at < vector.length; at += this.words) {
      if (!this.#wraps && !this.#isCanonical(vector, at)) return undefined;
    }
    return vector;
  }

  /** Where the bits of each word lie among packed words: from bit `shift` of word `at`. */
  #eachPart(length: number, part: (word: number, bits: number, at: number, shift: number) => void): void {
    for (let i = 0, position = 0; i < length; i++) {
      for (let w = 0; w < this.words; w++) {
        const bits = Math.min(32, this.bits - 32 * w);
        part(i * this.words + w, bits, Math.floor(position / 32), position % 32);
        position += bits;
      }
    }
  }

  #write(vector: Uint32Array, at: number, value: bigint): void {
    for (let w = 0; w < this.words; w++) vector[at + w] = Number((value >> BigInt(32 * w)) & 0xffffffffn);
  }

  #isCanonical(vector: Uint32Array, at: number): boolean {
    for (let w = this.words - 1; w >= 0; w--) {
      if (vector[at + w] !== this.#modulus[w]) return vector[at + w] < this.#modulus[w];
    }
    return false;
  }

  /** Subtracts one element in place and returns what had to be borrowed. */
  #subtract(vector: Uint32Array, at: number, other: Uint32Array, from: number): 0 | 1 {
    let borrow: 0 | 1 = 0;
    for (let w = 0; w < this.words; w++) {
      const difference: number = vector[at + w] - other[from + w] - borrow;
      vector[at + w] = difference;
      borrow = difference < 0 ? 1 : 0;
    }
    return borrow;
  }
}
