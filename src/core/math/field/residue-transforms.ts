/**
 * Products of polynomials over a field that has no roots of unity: by transforms modulo a few other primes (Pollard 1971), whose
 * residues determine the product over the integers (in mixed radix: Garner 1959).
 */

import type { Field } from './field.ts';
import { primeAbove } from './primality.ts';
import type { Multiplier } from './product.ts';
import { Reconstruction } from './residues.ts';
import { Transform } from './transform.ts';
import { WIDE_BITS, WideField } from './wide-field.ts';

/** Products have at most 2^24 coefficients. */
const TWOS = 24;

/** The primes, ascending: above all elements of the fields that are multiplied. */
const SMALLEST = 1n << BigInt(WIDE_BITS - 1);

const known: WideField[] = [];

/** The fields of the fewest primes whose product exceeds the bound. */
function fieldsAbove(bound: bigint): readonly WideField[] {
  let count = 0;
  for (let product = 1n; product <= bound; product *= known[count++].modulus)
    if (count === known.length)
      known.push(new WideField(primeAbove(known.at(-1)?.modulus ?? SMALLEST, TWOS)));
  return known.slice(0, count);
}

export class ResidueTransforms implements Multiplier<number, readonly Float64Array[]> {
  readonly #transforms: readonly Transform[];
  /** The element of the field that has these residues. */
  readonly #reconstructed: (planes: readonly ArrayLike<number>[], index: number) => number;

  private constructor(field: Field<number>, fields: readonly WideField[], transforms: readonly Transform[]) {
    this.#transforms = transforms;
    const moduli = fields.map(({ modulus }) => Number(modulus));
    this.#reconstructed = new Reconstruction(moduli, fields).within(field);
  }

  /**
   * Undefined if the field is too large, or not on plain numbers, or the product too long.
   * @param terms the largest number of coefficients of the shorter factor
   * @param length the largest length of the product
   */
  static over<E extends bigint | number>(
    field: Field<E>,
    terms: number,
    length: number,
  ): ResidueTransforms | undefined {
    if (typeof field.zero !== 'number' || field.modulus > SMALLEST) return undefined;
    const largest = field.modulus - 1n;
    const fields = fieldsAbove(BigInt(terms) * largest * largest);
    const transforms = fields.map((one) => Transform.over(one, length));
    if (transforms.includes(undefined)) return undefined;
    return new ResidueTransforms(field as Field<number>, fields, transforms as Transform[]);
  }

  ready(a: readonly number[]): readonly Float64Array[] {
    return this.#transforms.map((transform) => transform.ready(a));
  }

  product(a: readonly Float64Array[], b: readonly Float64Array[], from: number, to: number): number[] {
    const planes = this.#transforms.map((transform, i) => transform.product(a[i], b[i], from, to));
    return planes[0].map((_, at) => this.#reconstructed(planes, at));
  }
}
