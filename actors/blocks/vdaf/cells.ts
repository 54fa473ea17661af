/**
 * The compressed cells of a client (Pan et al. 2023, Algorithm 2) as a validity circuit of our own in the draft's framework: a valid
 * vector has the power sums of a few cells of the grid whose counts are not negative and add up to what the client has.
 *
 * Encoded are the bits of every cell's count and number, then the terms count * number^t for t from 1: each is the one before it times
 * the number, which random combinations test. Power sums are sums of terms, so they are linear in what is encoded.
 */

import { assert } from '../../../src/core/kit/index.ts';
import { cellNumber } from '../scma/grid.ts';
import { RangeChecked } from './bits.ts';
import { bitsInChunks } from './chunks.ts';
import type { Circuit } from './circuit.ts';
import type { NttField } from './field.ts';

/** What the cells of one client must keep to. */
export interface CellShape {
  /** B levels in each of d dimensions; B^d < p. */
  readonly levels: number;
  readonly dimension: number;
  /** k': how many cells. */
  readonly entries: number;
  /** How many power sums, from that of the counts on; at least 2. */
  readonly length: number;
  /** What the counts add up to. */
  readonly points: number;
  /** The most that any client's counts add up to: all clients' encodings are equally long. */
  readonly most: number;
}

/**
 * A measurement is one cell after another, each its count and its place in every dimension; the result has the power sums.
 * @param chunk how many products a call of the gadget tests
 */
export function cellPowers(
  field: NttField,
  { levels, dimension, entries, length, points, most }: CellShape,
  chunk: number,
): Circuit<readonly bigint[], readonly bigint[]> {
  const cells = BigInt(levels) ** BigInt(dimension);
  assert(cells < field.modulus && length > 1, 'different cells have different powers');
  const counts = new RangeChecked(field, BigInt(Math.max(1, most)));
  // Numbers from 1, less 1; a grid of one cell has none to tell.
  const numbers = new RangeChecked(field, cells > 1n ? cells - 1n : 1n);
  const each = counts.bits + numbers.bits;
  const bits = entries * each;
  const tested = bitsInChunks(field, bits, chunk);
  const { gadget, calls } = tested.shape;
  const powers = powersInChunks(field, entries, length, chunk);
  const countOf = (encoded: readonly bigint[], cell: number): bigint => counts.decode(encoded, cell * each);
  /** Count times number^t. */
  const term = (encoded: readonly bigint[], cell: number, t: number): bigint =>
    t === 0 ? countOf(encoded, cell) : encoded[bits + cell * (length - 1) + t - 1];

  return {
    field,
    encodedLength: bits + powers.products,
    outputLength: length,
    gadget,
    calls: calls + powers.calls,
    jointRandomness: calls + powers.calls,
    tests: 3,
    /** Encodes what is not valid too, which no proof then passes. */
    encode(measurement) {
      const bitsOfAll: bigint[] = [];
      const terms: bigint[] = [];
      for (let cell = 0; cell < entries; cell++) {
        const [count, ...place] = measurement.slice(cell * (1 + dimension), (cell + 1) * (1 + dimension));
        const number = place.length < dimension ? 1n : cellNumber(place.map(Number), levels);
        bitsOfAll.push(...counts.encodeAnything(count ?? 0n), ...numbers.encodeAnything(number - 1n));
        let power = field.from(count ?? 0n);
        for (let t = 1; t < length; t++) terms.push((power = field.mul(power, field.from(number))));
      }
      return [...bitsOfAll, ...terms];
    },
    evaluate(encoded, randomness, shares, call) {
      const one = field.inv(field.from(shares));
      const areBits = tested.test(encoded.slice(0, bits), randomness, shares, call);
      const number = Array.from({ length: entries }, (_, cell) =>
        field.add(numbers.decode(encoded, cell * each + counts.bits), one),
      );
      let total = field.neg(field.mul(BigInt(points), one));
      for (let cell = 0; cell < entries; cell++) total = field.add(total, countOf(encoded, cell));

      const arePowers = powers.test(
        (cell, t) => term(encoded, cell, t),
        number,
        randomness.slice(calls),
        call,
      );
      return [areBits, arePowers, total];
    },
    truncate: (encoded) =>
      Array.from({ length }, (_, t) => {
        let sum = field.zero;
        for (let cell = 0; cell < entries; cell++) sum = field.add(sum, term(encoded, cell, t));
        return sum;
      }),
    decode: (sums) => sums,
  };
}

/**
 * Tests that terms are powers: the sum of r^j (term number - next term) over a chunk, with an r of its own for each: zero, but for a
 * negligible chance, if each term of a cell is the one before it times the cell's number.
 */
function powersInChunks(field: NttField, entries: number, length: number, chunk: number) {
  const products = entries * (length - 1);
  const calls = Math.ceil(products / chunk);
  const test = (
    term: (cell: number, t: number) => bigint,
    numbers: readonly bigint[],
    randomness: readonly bigint[],
    call: (inputs: readonly bigint[]) => bigint,
  ): bigint => {
    let sumOfAll = field.zero;
    for (let i = 0; i < calls; i++) {
      const inputs = Array<bigint>(2 * chunk).fill(field.zero);
      let claimed = field.zero;
      let power = field.one;
      for (let at = i * chunk; at < Math.min(products, (i + 1) * chunk); at++) {
        const cell = Math.floor(at / (length - 1));
        const t = at % (length - 1);
        power = field.mul(power, randomness[i]);
        inputs[2 * (at - i * chunk)] = field.mul(power, term(cell, t));
        inputs[2 * (at - i * chunk) + 1] = numbers[cell];
        claimed = field.add(claimed, field.mul(power, term(cell, t + 1)));
      }
      sumOfAll = field.add(sumOfAll, field.sub(call(inputs), claimed));
    }
    return sumOfAll;
  };
  return { products, calls, test };
}
