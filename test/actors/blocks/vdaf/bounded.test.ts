/** The circuit of bounded norms and totals without one of its constraints: each is needed to refuse something. */

import { describe, expect, test } from 'vitest';
import { RangeChecked } from '../../../../actors/blocks/vdaf/bits.ts';
import { type Block, boundedVector } from '../../../../actors/blocks/vdaf/bounded.ts';
import type { Circuit } from '../../../../actors/blocks/vdaf/circuit.ts';
import { FIELD128 } from '../../../../actors/blocks/vdaf/field.ts';
import { Prio3 } from '../../../../actors/blocks/vdaf/prio3.ts';
import { utf8 } from '../../../../src/core/kit/crypto.ts';

const KEY = new Uint8Array(32).fill(1);
const NONCE = new Uint8Array(16).fill(2);
const CHUNK = 4;

const NORM: Block = { of: 'norm', bound: 20n, weights: [1n, 1n, 2n] };
const TOTAL: Block = { of: 'total', bound: 9n, weights: [1n, 1n] };
const BLOCKS = [NORM, TOTAL];

type Vector = Circuit<readonly bigint[], readonly bigint[]>;

const circuit = boundedVector(FIELD128, BLOCKS, CHUNK);

/** Whether both aggregators accept what is encoded. */
function accepts(by: Vector, encoded: readonly bigint[]): boolean {
  const prio3 = new Prio3({ shares: 2, context: utf8('bounded'), id: 1, circuit: by });
  const random = new Uint8Array(prio3.randomBytes).map((_, i) => i);
  const { publicShare, inputShares } = prio3.shardEncoded(encoded, NONCE, random);
  const begun = inputShares.map((share, i) => prio3.verifyInit(KEY, i, NONCE, publicShare, share));
  const message = prio3.verifierMessage(begun.map((one) => one?.verifierShare ?? KEY));
  return message !== undefined && begun.every((one) => one && prio3.verifyNext(one.kept, message));
}

/** The circuit without one of its outputs: 0 that bits are bits, then one for each block. */
const without = (output: number): Vector => ({
  ...circuit,
  evaluate: (...given) => circuit.evaluate(...given).with(output, 0n),
});

/** The circuit in which the bit at a place is not tested: its product with itself less 1 counts as 0. */
const untestedAt = (place: number): Vector => ({
  ...circuit,
  evaluate(encoded, randomness, shares, call) {
    let calls = 0;
    return circuit.evaluate(encoded, randomness, shares, (inputs) =>
      // Bits come first, so many in a call, as pairs of factors.
      call(calls++ === Math.floor(place / CHUNK) ? inputs.with(2 * (place % CHUNK), 0n) : inputs),
    );
  },
});

/** How many elements an element of a block, and its whole, are encoded as. */
const shapeOf = ({ of, bound, weights }: Block) => {
  const element = new RangeChecked(FIELD128, of === 'norm' ? 2n * bound : bound);
  const whole = new RangeChecked(FIELD128, of === 'norm' ? bound * bound : bound);
  return { whole, elements: weights.length * element.bits };
};
const [norm, total] = BLOCKS.map(shapeOf);
const TOTAL_AT = norm.elements + norm.whole.bits;

/** A vector as it is encoded, but for what it says of its norm and its total. */
function claiming(
  vector: readonly bigint[],
  said: { readonly norm?: bigint[]; readonly total?: bigint[] },
): bigint[] {
  const encoded = circuit.encode(vector);
  if (said.norm) encoded.splice(norm.elements, norm.whole.bits, ...said.norm);
  if (said.total) encoded.splice(TOTAL_AT + total.elements, total.whole.bits, ...said.total);
  return encoded;
}

const honest = circuit.encode([3n, -4n, 1n, 2n, 0n]);

test('the circuit accepts what is valid', () => {
  expect(accepts(circuit, honest)).toBe(true);
});

describe('without the constraint', () => {
  const forgeries = [
    { name: 'that bits are bits', output: 0, forged: circuit.encode([15n, 15n, 0n, 5n, 0n]) },
    {
      name: 'that squares add up to what is claimed',
      output: 1,
      forged: claiming([15n, 15n, 0n, 5n, 0n], { norm: norm.whole.encode(400n) }),
    },
    {
      name: 'that squares count by their weights',
      output: 1,
      forged: claiming([0n, 0n, 15n, 5n, 0n], { norm: norm.whole.encode(225n) }),
    },
    {
      name: 'that a total is what is claimed',
      output: 2,
      forged: claiming([3n, 0n, 0n, 5n, 5n], { total: total.whole.encode(9n) }),
    },
  ];

  test.each(forgeries)(
    '$name a forged vector passes, and with it alone it does not',
    ({ output, forged }) => {
      expect(accepts(circuit, forged)).toBe(false);
      expect(accepts(without(output), forged)).toBe(true);
      for (const other of [0, 1, 2].filter((one) => one !== output))
        expect(accepts(without(other), forged)).toBe(false);
    },
  );

  test('of any single bit a forged vector passes, and with it none does', () => {
    for (const place of honest.keys()) {
      const forged = forgedAt(place);
      expect({ place, accepted: accepts(circuit, forged) }).toEqual({ place, accepted: false });
      expect({ place, accepted: accepts(untestedAt(place), forged) }).toEqual({ place, accepted: true });
    }
  });

  /** The weight of a bit. */
  const weightIn = (range: RangeChecked, bit: number): bigint =>
    range.decode(Array.from({ length: range.bits }, (_, i) => BigInt(i === bit)));

  /** An encoding of which all equations hold, and all but one element are bits. */
  function forgedAt(place: number): bigint[] {
    const inTotal = place >= TOTAL_AT;
    const { whole, elements } = inTotal ? total : norm;
    const from = inTotal ? TOTAL_AT : 0;
    const at = place - from;
    const base = circuit.encode([0n, 0n, 0n, 0n, 0n]);
    if (at >= elements) {
      // The whole claims more than the bound, by one element in place of all its bits.
      const vector = inTotal ? [0n, 0n, 0n, 9n, 9n] : [20n, 20n, 0n, 0n, 0n];
      const size = inTotal ? 18n : 800n;
      const bits = Array<bigint>(whole.bits).fill(0n);
      bits[at - elements] = FIELD128.mul(size, FIELD128.inv(weightIn(whole, at - elements)));
      return claiming(vector, inTotal ? { total: bits } : { norm: bits });
    }
    // Of an element, one that is no bit makes all of it: 3 in a total, and 1 in a norm.
    const element = new RangeChecked(FIELD128, inTotal ? TOTAL.bound : 2n * NORM.bound);
    const value = inTotal ? 3n : NORM.bound + 1n;
    const first = place - (at % element.bits);
    const forged = base.fill(0n, first, first + element.bits);
    forged[place] = FIELD128.mul(value, FIELD128.inv(weightIn(element, at % element.bits)));
    const size = inTotal ? value : NORM.weights[Math.floor(at / element.bits)];
    forged.splice(from + elements, whole.bits, ...whole.encode(size));
    return forged;
  }
});
