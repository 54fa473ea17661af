/**
 * Integers from 0 to a largest one as vectors of bits with weights (draft-irtf-cfrg-vdaf-20, section 7.4.2): powers of two, except
 * the last, which is what is missing to the largest. So whatever bits a client sends, their sum is within the range.
 */

import { CahootsError } from '../../../src/core/kit/index.ts';
import type { NttField } from './field.ts';

export class RangeChecked {
  readonly #field: NttField;
  readonly #largest: bigint;
  /** How many bits an integer has. */
  readonly bits: number;
  readonly #weights: readonly bigint[];

  /** @throws CahootsError unless the largest is positive and has fewer bits than the field's modulus */
  constructor(field: NttField, largest: bigint) {
    const bits = largest.toString(2).length;
    if (largest < 1n || 1n << BigInt(bits) >= field.modulus)
      throw new CahootsError(
        'bad-input',
        `expected a largest value from 1 to what the field of ${field.modulus} holds, got ${largest}`,
      );
    this.#field = field;
    this.#largest = largest;
    this.bits = bits;
    const powers = Array.from({ length: bits - 1 }, (_, i) => 1n << BigInt(i));
    this.#weights = [...powers, largest - (1n << BigInt(bits - 1)) + 1n];
  }

  /** @throws CahootsError if the value is out of range */
  encode(value: bigint): bigint[] {
    if (value < 0n || value > this.#largest)
      throw new CahootsError('bad-input', `expected a value from 0 to ${this.#largest}, got ${value}`);
    const last = this.#weights[this.bits - 1];
    const takesLast = value >> BigInt(this.bits - 1) > 0n;
    const rest = takesLast ? value - last : value;
    return this.#weights.map((_, i) => (i === this.bits - 1 ? BigInt(takesLast) : (rest >> BigInt(i)) & 1n));
  }

  /** As a liar would: a value out of range in place of the first bit, so that the sum of the bits is right. */
  encodeAnything(value: bigint): bigint[] {
    if (value >= 0n && value <= this.#largest) return this.encode(value);
    return this.#weights.map((_, i) => (i === 0 ? this.#field.from(value) : 0n));
  }

  /** The weighted sum of the bits from a place on, or of shares of them. */
  decode(bits: readonly bigint[], from = 0): bigint {
    let sum = 0n;
    this.#weights.forEach((weight, i) => (sum += weight * bits[from + i]));
    return sum % this.#field.modulus;
  }
}
