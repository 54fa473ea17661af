/** The draft's validity circuits (draft-irtf-cfrg-vdaf-20, section 7.4). */

import { CahootsError } from '../../../src/core/kit/index.ts';
import { RangeChecked } from './bits.ts';
import type { Circuit } from './circuit.ts';
import type { NttField } from './field.ts';
import { bitsInChunks } from './chunks.ts';
import { bitTest, product } from './gadgets.ts';

/** Count: a bit. */
export function count(field: NttField): Circuit<number, bigint> {
  return {
    field,
    encodedLength: 1,
    outputLength: 1,
    jointRandomness: 0,
    tests: 1,
    gadget: product,
    calls: 1,
    encode: (measurement) => [bit(measurement)],
    evaluate: ([x], _randomness, _shares, call) => [field.sub(call([x, x]), x)],
    truncate: (encoded) => [...encoded],
    decode: ([ones]) => ones,
  };
}

/** Sum: an integer from 0 to the largest. */
export function sum(field: NttField, largest: bigint): Circuit<bigint, bigint> {
  const range = new RangeChecked(field, largest);
  return {
    field,
    encodedLength: range.bits,
    outputLength: 1,
    jointRandomness: 0,
    tests: range.bits,
    gadget: bitTest,
    calls: range.bits,
    encode: (measurement) => range.encode(measurement),
    evaluate: (encoded, _randomness, _shares, call) => encoded.map((x) => call([x])),
    truncate: (encoded) => [range.decode(encoded)],
    decode: ([added]) => added,
  };
}

/** SumVec: integers from 0 to the largest, whose bits are tested in chunks. */
export function sumVector(
  field: NttField,
  length: number,
  largest: bigint,
  chunk: number,
): Circuit<readonly bigint[], readonly bigint[]> {
  const range = new RangeChecked(field, largest);
  const tested = bitsInChunks(field, length * range.bits, chunk);
  return {
    field,
    encodedLength: length * range.bits,
    outputLength: length,
    ...tested.shape,
    tests: 1,
    encode: (measurement) => ofLength(measurement, length).flatMap((value) => range.encode(value)),
    evaluate: (encoded, randomness, shares, call) => [tested.test(encoded, randomness, shares, call)],
    truncate: (encoded) => Array.from({ length }, (_, i) => range.decode(encoded, i * range.bits)),
    decode: (sums) => sums,
  };
}

/** Histogram: one of so many buckets, by number. */
export function histogram(
  field: NttField,
  length: number,
  chunk: number,
): Circuit<number, readonly bigint[]> {
  const tested = bitsInChunks(field, length, chunk);
  return {
    field,
    encodedLength: length,
    outputLength: length,
    ...tested.shape,
    tests: 2,
    encode: (measurement) => Array.from({ length }, (_, i) => BigInt(i === bucket(measurement, length))),
    evaluate(encoded, randomness, shares, call) {
      const bits = tested.test(encoded, randomness, shares, call);
      return [bits, field.sub(total(field, encoded), field.inv(field.from(shares)))];
    },
    truncate: (encoded) => [...encoded],
    decode: (counts) => counts,
  };
}

/** MultihotCountVec: bits of which at most so many are set. */
export function multihotCounts(
  field: NttField,
  length: number,
  most: number,
  chunk: number,
): Circuit<readonly number[], readonly bigint[]> {
  const range = new RangeChecked(field, BigInt(most));
  const tested = bitsInChunks(field, length + range.bits, chunk);
  return {
    field,
    encodedLength: length + range.bits,
    outputLength: length,
    ...tested.shape,
    tests: 2,
    encode(measurement) {
      const bits = ofLength(measurement, length).map(bit);
      return [...bits, ...range.encode(total(field, bits))];
    },
    evaluate(encoded, randomness, shares, call) {
      const set = total(field, encoded.slice(0, length));
      return [tested.test(encoded, randomness, shares, call), field.sub(set, range.decode(encoded, length))];
    },
    truncate: (encoded) => encoded.slice(0, length),
    decode: (counts) => counts,
  };
}

function total(field: NttField, elements: readonly bigint[]): bigint {
  return elements.reduce((all, x) => field.add(all, x), field.zero);
}

function bit(value: number): bigint {
  if (value !== 0 && value !== 1) throw new CahootsError('bad-input', `expected 0 or 1, got ${value}`);
  return BigInt(value);
}

function bucket(number: number, length: number): number {
  if (Number.isInteger(number) && number >= 0 && number < length) return number;
  throw new CahootsError('bad-input', `expected a bucket from 0 to ${length - 1}, got ${number}`);
}

function ofLength<T>(vector: readonly T[], length: number): readonly T[] {
  if (vector.length === length) return vector;
  throw new CahootsError('bad-input', `expected ${length} elements, got ${vector.length}`);
}
