import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIELD128, FIELD64 } from '../../../../actors/blocks/vdaf/field.ts';
import {
  prio3BoundedVec,
  prio3Count,
  prio3Histogram,
  prio3MultihotCountVec,
  prio3Sum,
  prio3SumVec,
  prio3SumVecWithMultiproof,
} from '../../../../actors/blocks/vdaf/instances.ts';
import { completed, doubled, evaluateAll } from '../../../../actors/blocks/vdaf/polynomials.ts';
import { NONCE_BYTES, type Prio3, type Report } from '../../../../actors/blocks/vdaf/prio3.ts';
import { XofTurboShake128 } from '../../../../actors/blocks/vdaf/xof.ts';
import { fromHex, toHex, utf8 } from '../../../../src/core/kit/crypto.ts';
import { thoroughly } from '../../../support/long.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => i);
const NONCE = KEY.slice(0, NONCE_BYTES);

/** Bytes 0, 1, 2 and so on, as in the draft's vectors. */
const counting = (length: number): Uint8Array => Uint8Array.from({ length }, (_, i) => i);

/** Every aggregator's output share of a report, or the step at which it was rejected. */
function verified<M, R>(
  prio3: Prio3<M, R>,
  { publicShare, inputShares }: Report,
): readonly (readonly bigint[])[] | 'shares' | 'proof' | 'randomness' {
  const begun = inputShares.map((share, i) => prio3.verifyInit(KEY, i, NONCE, publicShare, share));
  if (begun.includes(undefined)) return 'shares';
  const all = begun.flatMap((one) => one ?? []);
  const message = prio3.verifierMessage(all.map(({ verifierShare }) => verifierShare));
  if (message === undefined) return 'proof';
  const outputs = all.flatMap(({ kept }) => {
    const output = prio3.verifyNext(kept, message);
    return output === undefined ? [] : [output];
  });
  return outputs.length === all.length ? outputs : 'randomness';
}

/** The sum of measurements, or where one was rejected. */
function summed<M, R>(prio3: Prio3<M, R>, measurements: readonly M[]): R | string | undefined {
  const all = measurements.map((one) => {
    return verified(prio3, prio3.shard(one, NONCE, counting(prio3.randomBytes)));
  });
  const rejected = all.find((one) => typeof one === 'string');
  if (typeof rejected === 'string') return rejected;
  const own = (i: number) => all.map((outputs) => outputs[i] as readonly bigint[]);
  const shares = Array.from({ length: prio3.shares }, (_, i) =>
    prio3.circuit.field.encode(prio3.aggregate(own(i))),
  );
  return prio3.unshard(shares, measurements.length);
}

const sharing = (shares: number) => ({ shares, context: utf8('some application') });

const BLOCKS = [
  { of: 'norm', bound: 20n, weights: [1n, 1n, 2n] },
  { of: 'total', bound: 9n, weights: [1n, 1n] },
] as const;

describe('known answers of the draft', () => {
  test('a report of Prio3Count', () => {
    const prio3 = prio3Count(sharing(2));
    const { publicShare, inputShares } = prio3.shard(1, NONCE, counting(prio3.randomBytes));
    expect(toHex(publicShare)).toBe('');
    expect(inputShares.map(toHex)).toEqual([
      '355e16daa732744c34dc71fa4c85d209f9af2ecf751609386ed9e2714ecc9e6bb2277498ac41e75c01d81b4cb8485926',
      '000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f',
    ]);
    const shares = inputShares.map((share, i) => prio3.verifyInit(KEY, i, NONCE, publicShare, share));
    expect(shares.map((one) => toHex(one?.verifierShare ?? KEY))).toEqual([
      'cd7905720f16e5d9ef7657a336307ae8f3fe96d36cc09019257268349e7a7d72',
      '3486fa8defe91a26a2eb81c1638c36bcf227593ab1b0e78b0d2775a9788ca884',
    ]);
  });

  test('the extendable output function', () => {
    const xof = new XofTurboShake128(KEY, utf8('domain separation tag'), utf8('binder string'));
    expect(toHex(xof.next(32))).toBe('b62ef0a2778190792d4d42d8c167ba20e0c37a3f319ba79645829c427d70eea5');
  });
});

describe('what is summed', () => {
  const bounded = prio3BoundedVec(sharing(2), BLOCKS);
  test.each([
    ['Count', () => summed(prio3Count(sharing(3)), [1, 0, 1]), 2n],
    ['Sum', () => summed(prio3Sum(sharing(2), 100n), [100n, 0n, 37n]), 137n],
    [
      'SumVec',
      () =>
        summed(prio3SumVec(sharing(4), { length: 2, largest: 6n, chunk: 2 }), [
          [6n, 0n],
          [3n, 5n],
        ]),
      [9n, 5n],
    ],
    ['Histogram', () => summed(prio3Histogram(sharing(2), 3, 2), [2, 0, 2]), [1n, 0n, 2n]],
    [
      'MultihotCountVec',
      () =>
        summed(prio3MultihotCountVec(sharing(2), 3, 2, 2), [
          [1, 0, 1],
          [0, 0, 1],
        ]),
      [1n, 0n, 2n],
    ],
    [
      'SumVecWithMultiproof',
      () => {
        const shape = { length: 2, largest: 6n, chunk: 2 };
        return summed(prio3SumVecWithMultiproof(sharing(2), shape, FIELD64, 3), [[6n, 1n]]);
      },
      [6n, 1n],
    ],
    [
      'a bounded vector',
      () =>
        summed(bounded, [
          [-20n, 0n, 0n, 9n, 0n],
          [4n, 4n, -13n, 0n, 3n],
        ]),
      [-16n, 4n, -13n, 9n, 3n].map((x) => FIELD128.from(x)),
    ],
  ])('%s', (_, sum, expected) => {
    expect(sum()).toEqual(expected);
  });

  test.each([
    ['a count of 2', () => prio3Count(sharing(2)).circuit.encode(2)],
    ['too large a value', () => prio3Sum(sharing(2), 9n).circuit.encode(10n)],
    ['a bucket beyond the last', () => prio3Histogram(sharing(2), 3, 2).circuit.encode(3)],
    ['more bits than allowed', () => prio3MultihotCountVec(sharing(2), 3, 1, 2).circuit.encode([1, 1, 0])],
    [
      'a vector of another length',
      () => prio3SumVec(sharing(2), { length: 2, largest: 6n, chunk: 2 }).circuit.encode([1n]),
    ],
  ])('is not %s', (_, encode) => {
    expect(encode).toThrow(/^expected /);
  });
});

describe('what is rejected', () => {
  const bounded = prio3BoundedVec(sharing(2), BLOCKS);

  test.each([
    ['a norm above the bound', [15n, 15n, 0n, 0n, 0n]],
    ['a norm above the bound by its weight', [0n, 0n, 15n, 0n, 0n]],
    ['a huge element', [10n ** 30n, 0n, 0n, 0n, 0n]],
    ['a total above the bound', [0n, 0n, 0n, 5n, 5n]],
    ['a negative element of a total', [0n, 0n, 0n, 3n, -1n]],
  ])('%s', (_, vector) => {
    expect(summed(bounded, [vector])).toBe('proof');
  });

  test.each([
    ['Count', prio3Count(sharing(2)), [2n]],
    ['Sum', prio3Sum(sharing(2), 3n), [2n, 0n]],
    ['SumVec', prio3SumVec(sharing(2), { length: 1, largest: 3n, chunk: 1 }), [1n, 5n]],
    ['Histogram with two buckets', prio3Histogram(sharing(2), 3, 2), [1n, 0n, 1n]],
    ['MultihotCountVec of a false weight', prio3MultihotCountVec(sharing(2), 2, 1, 2), [1n, 1n, 1n]],
  ])('an encoding that no measurement of %s has', (_, prio3, encoded) => {
    const report = prio3.shardEncoded(encoded, NONCE, counting(prio3.randomBytes));
    expect(verified(prio3 as Prio3<never, unknown>, report)).toBe('proof');
  });

  test('any byte that is changed in any part of a report', () => {
    const report = bounded.shard([3n, -4n, 1n, 2n, 0n], NONCE, counting(bounded.randomBytes));
    expect(verified(bounded, report)).toHaveLength(2);
    const parts = [report.publicShare, ...report.inputShares];
    const anywhere = fc.nat(parts.length - 1).chain((part) => {
      return fc.tuple(fc.constant(part), fc.nat(parts[part].length - 1), fc.integer({ min: 1, max: 255 }));
    });
    fc.assert(
      fc.property(anywhere, ([part, at, change]) => {
        const [publicShare, ...inputShares] = parts.map((bytes, i) => {
          const copy = bytes.slice();
          if (i === part) copy[at] ^= change;
          return copy;
        });
        expect(['shares', 'proof', 'randomness']).toContain(verified(bounded, { publicShare, inputShares }));
      }),
      { numRuns: thoroughly(18, 60) },
    );
  });

  test('shares that are too short, or no elements', () => {
    const { publicShare, inputShares } = bounded.shard(
      [0n, 0n, 0n, 0n, 0n],
      NONCE,
      counting(bounded.randomBytes),
    );
    const [leader, helper] = inputShares;
    const large = leader.map((byte, i) => (i < 16 ? 255 : byte));
    for (const inputs of [
      [leader.subarray(1), helper],
      [large, helper],
      [leader, helper.subarray(1)],
    ])
      expect(verified(bounded, { publicShare, inputShares: inputs })).toBe('shares');
    expect(verified(bounded, { publicShare: publicShare.subarray(1), inputShares })).toBe('shares');
    expect(bounded.verifierMessage([fromHex('00'), fromHex('00')])).toBeUndefined();
    expect(bounded.unshard([fromHex('00'), fromHex('00')], 1)).toBeUndefined();
  });

  test('a report under another key, nonce or context', () => {
    const { publicShare, inputShares } = bounded.shard(
      [1n, 0n, 0n, 0n, 0n],
      NONCE,
      counting(bounded.randomBytes),
    );
    const other = prio3BoundedVec({ shares: 2, context: utf8('another') }, BLOCKS);
    expect(verified(other, { publicShare, inputShares })).toBe('proof');
    const again = NONCE.map((byte) => byte ^ 1);
    const begun = inputShares.map((share, i) => bounded.verifyInit(KEY, i, again, publicShare, share));
    expect(bounded.verifierMessage(begun.flatMap((one) => one?.verifierShare ?? []))).toBeUndefined();
  });
});

describe('polynomials by their values', () => {
  const element = fc.bigInt({ min: 0n, max: FIELD64.modulus - 1n });
  const coefficients = fc
    .integer({ min: 0, max: 5 })
    .chain((log) => fc.array(element, { minLength: 2 ** log, maxLength: 2 ** log }));
  /** Horner's rule. */
  const at = (polynomial: readonly bigint[], x: bigint): bigint =>
    polynomial.reduceRight((sum, c) => FIELD64.add(FIELD64.mul(sum, x), c), 0n);
  const valuesOf = (polynomial: readonly bigint[], n: number): bigint[] =>
    Array.from({ length: n }, (_, i) => at(polynomial, FIELD64.pow(FIELD64.root(Math.log2(n)), BigInt(i))));

  test('are doubled, evaluated and completed as by their coefficients', () => {
    fc.assert(
      fc.property(coefficients, element, (polynomial, x) => {
        const n = polynomial.length;
        const values = valuesOf(polynomial, n);
        expect(doubled(FIELD64, values)).toEqual(valuesOf(polynomial, 2 * n));
        expect(evaluateAll(FIELD64, [values], x)).toEqual([at(polynomial, x)]);
        const twice = valuesOf(polynomial, 2 * n);
        expect(completed(FIELD64, twice.slice(0, -1))).toEqual(twice);
      }),
      { numRuns: thoroughly(15, 50) },
    );
  });
});

describe('fields', () => {
  test.each([FIELD64, FIELD128])('encode elements below $modulus', (field) => {
    const vector = [0n, 1n, field.modulus - 1n];
    expect(field.decode(field.encode(vector))).toEqual(vector);
    expect(field.decode(new Uint8Array(field.elementBytes).fill(255))).toBeUndefined();
    expect(field.decode(new Uint8Array(field.elementBytes + 1))).toBeUndefined();
  });
});
