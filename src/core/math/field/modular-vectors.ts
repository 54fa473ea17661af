/**
 * Vectors of integers modulo any m, from one bit to thousands, as summed under masks. An element is `words`
 * 32-bit words, the least significant first, and canonical, in [0, m); elements are contiguous. Not in
 * shared memory: the many vectors of a sum would be made by threads, whose memory the C library keeps when it is freed, while a
 * copy that comes from a thread lies in the main one's.
 */

import { assert } from '../../base/errors.ts';
import { provenance } from '../../base/provenance.ts';
import { keystream } from '../../base/random.ts';
import { elementsOf } from './field-kernel.ts';
import type { ShortElements } from './short-elements.ts';
import { drawUniform, isBelow, type Layout, type UniformTerm } from './uniform-elements.ts';

/** Elements without padding, as they are sent. */
export interface Packed {
  /** Per element. */
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
  readonly #layout: Layout;
  /** Undefined for elements that are too long, and where there is no WebAssembly. */
  readonly #short: ShortElements | undefined;
  /** What is unpacked only to be checked. */
  #spare = new Uint32Array(0);

  /** @param modulus at least 2; need not be prime */
  constructor(modulus: bigint) {
    assert(modulus >= 2n, `${modulus} is not a modulus`);
    this.modulus = modulus;
    this.bits = (modulus - 1n).toString(2).length;
    this.words = Math.ceil(this.bits / 32);
    const { bits, words } = this;
    const power = modulus === 1n << BigInt(bits);
    this.#layout = {
      bits,
      words,
      highest: 0xffffffff >>> (32 * words - bits),
      modulus: power ? undefined : new Uint32Array(words),
    };
    this.#short = elementsOf(modulus, bits);
    if (this.#layout.modulus !== undefined) this.#write(this.#layout.modulus, 0, modulus);
  }

  zeros(length: number): Uint32Array {
    return new Uint32Array(length * this.words);
  }

  /** The residues of any integers, negative ones wrapped. */
  from(values: readonly (bigint | number)[] | Float64Array): Uint32Array {
    const { words, modulus } = this;
    const vector = this.zeros(values.length);
    const largest = Number(modulus - 1n);
    for (let i = 0, at = 0; i < values.length; i++, at += words) {
      const value = values[i];
      if (Number.isSafeInteger(value) && Math.abs(value as number) <= largest) {
        this.#writeNumber(vector, at, value as number);
        continue;
      }
      const residue = BigInt(value) % modulus;
      this.#write(vector, at, residue < 0n ? residue + modulus : residue);
    }
    return vector;
  }

  toBigints(vector: Uint32Array): bigint[] {
    const elements = Array.from({ length: vector.length / this.words }, (_, i) => {
      let value = 0n;
      for (let w = this.words - 1; w >= 0; w--) value = (value << 32n) | BigInt(vector[i * this.words + w]);
      return value;
    });
    provenance?.listed(vector, elements);
    return elements;
  }

  /** For each residue the integer nearest to 0, which a double must hold. */
  centred(vector: Uint32Array): Float64Array {
    const half = this.modulus / 2n;
    return Float64Array.from(this.toBigints(vector), (residue) =>
      Number(residue > half ? residue - this.modulus : residue),
    );
  }

  /** `vector += other`, in place. */
  add(vector: Uint32Array, other: Uint32Array): void {
    const told = provenance?.changing(vector);
    if (this.#short === undefined) this.#addTo(vector, 0, other, vector.length);
    else this.#short.add(vector, other);
    told?.(other, 1);
  }

  /** `vector -= other`, in place. */
  subtract(vector: Uint32Array, other: Uint32Array): void {
    const told = provenance?.changing(vector);
    if (this.#short === undefined) this.#subtractFrom(vector, 0, other, vector.length);
    else this.#short.subtract(vector, other);
    told?.(other, -1);
  }

  /**
   * A uniform vector; see {@link drawUniform}.
   * @param key 32 bytes
   */
  uniform(key: Uint8Array, length: number): Uint32Array {
    const vector = this.zeros(length);
    this.addUniform(vector, key);
    return vector;
  }

  /** `vector += uniform(key)`, in place, without allocating the uniform vector. */
  addUniform(vector: Uint32Array, key: Uint8Array): void {
    this.addUniforms(vector, [{ key, times: 1 }]);
  }

  /** `vector -= uniform(key)`, in place, without allocating the uniform vector. */
  subtractUniform(vector: Uint32Array, key: Uint8Array): void {
    this.addUniforms(vector, [{ key, times: -1 }]);
  }

  /** Adds or subtracts `uniform(key)` for each of these keys, in place: faster than one after the other. */
  addUniforms(vector: Uint32Array, terms: readonly UniformTerm[]): void {
    const { words } = this;
    const told = provenance?.changing(vector);
    if (this.#short === undefined) {
      for (const { key, times } of terms) {
        drawUniform(keystream(key), vector.length / words, this.#layout, (piece, count, first) => {
          if (times === 1) this.#addTo(vector, first * words, piece, count * words);
          else this.#subtractFrom(vector, first * words, piece, count * words);
        });
      }
    } else this.#short.addUniforms(vector, terms);
    for (const { key, times } of terms) told?.(key, times);
  }

  /** Adds the first words of `other` to the vector, from `start` on. */
  #addTo(vector: Uint32Array, start: number, other: Uint32Array, count: number): void {
    const { words, highest, modulus } = this.#layout;
    for (let at = 0; at < count; at += words) {
      const carry = addOne(vector, start + at, other, at, words);
      if (modulus === undefined) vector[start + at + words - 1] &= highest;
      else if (carry === 1 || !isBelow(vector, start + at, modulus))
        subtractOne(vector, start + at, modulus, 0, words);
    }
  }

  /** Subtracts the first words of `other` from the vector from `start` on. */
  #subtractFrom(vector: Uint32Array, start: number, other: Uint32Array, count: number): void {
    const { words, highest, modulus } = this.#layout;
    for (let at = 0; at < count; at += words) {
      const borrow = subtractOne(vector, start + at, other, at, words);
      if (modulus === undefined) vector[start + at + words - 1] &= highest;
      else if (borrow === 1) addOne(vector, start + at, modulus, 0, words);
    }
  }

  pack(vector: Uint32Array): Packed {
    const { bits, words } = this;
    const length = vector.length / words;
    const bytes = new Uint8Array(Math.ceil((bits * length) / 32) * 4);
    const packed = new Uint32Array(bytes.buffer);
    const last = bits - 32 * (words - 1);
    // The next bit is bit `shift` of word `at`.
    for (let i = 0, at = 0, shift = 0, w = 1; i < vector.length; i++, w++) {
      const value = vector[i];
      packed[at] |= value << shift;
      const end = shift + (w === words ? last : 32);
      if (end > 32) packed[at + 1] |= value >>> (32 - shift);
      if (end >= 32) at++;
      shift = end & 31;
      if (w === words) w = 0;
    }
    const used = bytes.subarray(0, Math.ceil((bits * length) / 8));
    provenance?.packed(vector, used);
    return { bits, length, bytes: used };
  }

  /**
   * Undefined if these are not elements of this ring: the sender may be malicious.
   * @param vector of as many elements, which receives them
   */
  unpack(packed: Packed, vector = this.zeros(packed.length)): Uint32Array | undefined {
    if (packed.bits !== this.bits) return undefined;
    assert(vector.length === packed.length * this.words, `${vector.length} words do not hold the elements`);
    if (!this.#unpackTo(vector, packed)) return undefined;
    provenance?.unpacked(packed.bytes, vector);
    return vector;
  }

  /** Whether {@link unpack} would give a vector; allocates none. */
  holds(packed: Packed): boolean {
    if (packed.bits !== this.bits) return false;
    const needed = packed.length * this.words;
    if (this.#spare.length < needed) this.#spare = new Uint32Array(needed);
    return this.#unpackTo(this.#spare.subarray(0, needed), packed);
  }

  /** Fills the vector; returns whether all of it are residues. */
  #unpackTo(vector: Uint32Array, { bytes }: Packed): boolean {
    if (this.#short?.unpack !== undefined) return this.#short.unpack(bytes, vector);
    const { bits, words } = this;
    const packed = new Uint32Array(Math.ceil(bytes.length / 4));
    new Uint8Array(packed.buffer).set(bytes);
    const last = bits - 32 * (words - 1);
    for (let i = 0, at = 0, shift = 0, w = 1; i < vector.length; i++, w++) {
      const width = w === words ? last : 32;
      let value = packed[at] >>> shift;
      const end = shift + width;
      if (end > 32) value |= packed[at + 1] << (32 - shift);
      vector[i] = value & (0xffffffff >>> (32 - width));
      if (end >= 32) at++;
      shift = end & 31;
      if (w === words) w = 0;
    }
    const { modulus } = this.#layout;
    if (modulus === undefined) return true;
    for (let at = 0; at < vector.length; at += words) if (!isBelow(vector, at, modulus)) return false;
    return true;
  }

  /** An integer that is at most the largest element in absolute value: in doubles, as big integers take ten times as long. */
  #writeNumber(vector: Uint32Array, at: number, value: number): void {
    const { words, highest, modulus } = this.#layout;
    const magnitude = Math.abs(value);
    vector[at] = magnitude;
    if (words > 1) vector[at + 1] = magnitude / 2 ** 32;
    if (value >= 0) return;
    for (let w = 0, borrow = 0; w < words; w++) {
      const difference: number = (modulus === undefined ? 0 : modulus[w]) - vector[at + w] - borrow;
      vector[at + w] = difference;
      borrow = difference < 0 ? 1 : 0;
    }
    vector[at + words - 1] &= highest;
  }

  #write(vector: Uint32Array, at: number, value: bigint): void {
    for (let w = 0; w < this.words; w++) vector[at + w] = Number((value >> BigInt(32 * w)) & 0xffffffffn);
  }
}

/** Adds one element in place and returns the carry out of its highest word. */
function addOne(vector: Uint32Array, at: number, other: Uint32Array, from: number, words: number): 0 | 1 {
  let carry: 0 | 1 = 0;
  for (let w = 0; w < words; w++) {
    const sum: number = vector[at + w] + other[from + w] + carry;
    vector[at + w] = sum;
    carry = sum > 0xffffffff ? 1 : 0;
  }
  return carry;
}

/** Subtracts one element in place and returns the borrow. */
function subtractOne(
  vector: Uint32Array,
  at: number,
  other: Uint32Array,
  from: number,
  words: number,
): 0 | 1 {
  let borrow: 0 | 1 = 0;
  for (let w = 0; w < words; w++) {
    const difference: number = vector[at + w] - other[from + w] - borrow;
    vector[at + w] = difference;
    borrow = difference < 0 ? 1 : 0;
  }
  return borrow;
}
