/**
 * Vectors whose blocks are bounded, each in its Euclidean norm or in its sum: a circuit of our own in the draft's framework, as
 * SumVec bounds single elements only. Squares are exact, because they add up to less than p.
 */

import { assert } from '../../../src/core/kit/index.ts';
import { RangeChecked } from './bits.ts';
import { bitsInChunks } from './chunks.ts';
import type { Circuit } from './circuit.ts';
import type { NttField } from './field.ts';

/** Consecutive elements of a vector that are bounded together. */
export interface Block {
  /**
   * norm: integers of either sign, of which the weighted squares add up to at most the bound's square. total: integers from 0 on
   * that add up to at most the bound.
   */
  readonly of: 'norm' | 'total';
  readonly bound: bigint;
  /** The weight of each element's square; 1 in a total. */
  readonly weights: readonly bigint[];
}

/** A block as it is encoded: every element's bits, then those of the sum of squares, or of the total. */
interface Encoded extends Block {
  readonly element: RangeChecked;
  readonly whole: RangeChecked;
  /** What is added to an element so that it is not negative. */
  readonly offset: bigint;
  /** Where its elements begin. */
  readonly from: number;
}

/** @param chunk how many bits, or squares, a call of the gadget tests */
export function boundedVector(
  field: NttField,
  blocks: readonly Block[],
  chunk: number,
): Circuit<readonly bigint[], readonly bigint[]> {
  let at = 0;
  const layout = blocks.map(({ of, bound, weights }): Encoded => {
    const offset = of === 'norm' ? bound : 0n;
    const element = new RangeChecked(field, bound + offset);
    const whole = new RangeChecked(field, of === 'norm' ? bound * bound : bound);
    const most = weights.reduce((sum, weight) => sum + weight * bound * bound, 0n);
    assert(most < field.modulus, 'squares that may add up to p prove nothing');
    const from = at;
    at += weights.length * element.bits + whole.bits;
    return { of, bound, weights, element, whole, offset, from };
  });
  const tested = bitsInChunks(field, at, chunk);
  const squares = layout.reduce(
    (calls, { of, weights }) => calls + (of === 'norm' ? Math.ceil(weights.length / chunk) : 0),
    0,
  );
  const elementOf = ({ from, element }: Encoded, bits: readonly bigint[], i: number): bigint =>
    element.decode(bits, from + i * element.bits);

  return {
    field,
    encodedLength: at,
    outputLength: layout.reduce((sum, { weights }) => sum + weights.length, 0),
    gadget: tested.shape.gadget,
    calls: tested.shape.calls + squares,
    jointRandomness: tested.shape.jointRandomness,
    tests: 1 + blocks.length,
    /** Encodes what is out of bounds too, which no proof then passes. */
    encode(measurement) {
      let place = 0;
      return layout.flatMap(({ of, weights, element, whole, offset }) => {
        const values = measurement.slice(place, (place += weights.length));
        const size = values.reduce(
          (sum, value, i) => sum + (of === 'norm' ? weights[i] * value * value : value),
          0n,
        );
        return [
          ...values.flatMap((value) => element.encodeAnything(value + offset)),
          ...whole.encodeAnything(size),
        ];
      });
    },
    evaluate(encoded, randomness, shares, call) {
      const bits = tested.test(encoded, randomness, shares, call);
      const one = field.inv(field.from(shares));
      const sizes = layout.map((block) => {
        const { of, weights, whole, offset, from, element } = block;
        const claimed = whole.decode(encoded, from + weights.length * element.bits);
        const shift = field.mul(offset, one);
        const values = weights.map((_, i) => field.sub(elementOf(block, encoded, i), shift));
        const size =
          of === 'total'
            ? values.reduce((sum, value) => field.add(sum, value), field.zero)
            : sumOfSquares(field, values, weights, chunk, call);
        return field.sub(size, claimed);
      });
      return [bits, ...sizes];
    },
    truncate: (encoded) =>
      layout.flatMap((block) => block.weights.map((_, i) => elementOf(block, encoded, i))),
    decode(sum, measurements) {
      const offsets = layout.flatMap(({ weights, offset }) => weights.map(() => offset));
      return sum.map((value, i) => field.sub(value, field.from(offsets[i] * BigInt(measurements))));
    },
  };
}

function sumOfSquares(
  field: NttField,
  values: readonly bigint[],
  weights: readonly bigint[],
  chunk: number,
  call: (inputs: readonly bigint[]) => bigint,
): bigint {
  let sum = field.zero;
  for (let from = 0; from < values.length; from += chunk) {
    const inputs: bigint[] = [];
    for (let i = from; i < from + chunk; i++) {
      const value = values[i] ?? field.zero;
      inputs.push(field.mul(weights[i] ?? field.zero, value), value);
    }
    sum = field.add(sum, call(inputs));
  }
  return sum;
}
