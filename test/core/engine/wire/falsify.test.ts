/** Wrong values of the right shape, for every kind of field. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';
import { Arena } from '../../../../src/core/engine/wire/bytes.ts';
import { type How, HOWS } from '../../../../src/core/engine/wire/falsify.ts';
import { sealedCopy } from '../../../../src/core/engine/compute/sealed.ts';
import { planesOf } from '../../../../src/core/engine/wire/sealed-residues.ts';
import {
  binary,
  type ClusterLabels,
  type FieldKind,
  flag,
  integer,
  labels,
  numbers,
  packed,
  packedResidues,
  reals,
  residues,
  sealedResidues,
} from '../../../../src/core/engine/wire/message.ts';

const ring = new ModularVectors((1n << 70n) - 3n);
const words = (most: number, of: { from(items: number[]): unknown }): fc.Arbitrary<unknown> =>
  fc.array(fc.nat(most), { maxLength: 6 }).map((items) => of.from(items));
const someLabels = fc
  .record({ clusters: fc.integer({ min: 1, max: 65_535 }), from: fc.array(fc.nat(65_535), { maxLength: 6 }) })
  .map(({ clusters, from }) => ({
    clusters,
    values: Uint16Array.from(from, (label) => (label % 7 === 0 ? NO_CLUSTER : label % clusters)),
  }));
const ascending = fc.uniqueArray(fc.nat(40)).map((items) => Uint32Array.from(items).toSorted());

type Field = readonly [string, FieldKind<unknown>, fc.Arbitrary<unknown>];
const field = <T>(name: string, kind: FieldKind<T>, values: fc.Arbitrary<unknown>): Field => [
  name,
  kind as FieldKind<unknown>,
  values,
];

/** Every kind, with values that protocols say. */
const FIELDS = [
  field('integer', integer, fc.nat(2 ** 45)),
  field('flag', flag, fc.boolean()),
  field('binary', binary, words(255, Uint8Array)),
  field('numbers that are a set', numbers, ascending),
  field('numbers', numbers, words(2 ** 32 - 2, Uint32Array)),
  field('labels', labels, someLabels),
  field(
    'reals',
    reals,
    fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true })).map((a) => Float64Array.from(a)),
  ),
  field(
    'residues',
    residues,
    fc
      .array(fc.array(fc.nat(2 ** 28 - 1), { minLength: 3, maxLength: 3 }))
      .map((planes) => planes.map((plane) => Uint32Array.from(plane))),
  ),
  field(
    'packed residues',
    packedResidues,
    fc
      .array(fc.array(fc.nat(2 ** 28 - 1), { minLength: 3, maxLength: 3 }))
      .map((planes) => planes.map((plane) => Uint32Array.from(plane))),
  ),
  field(
    'packed',
    packed,
    fc.array(fc.bigInt(0n, ring.modulus - 1n)).map((values) => ring.pack(ring.from(values))),
  ),
];
const EVERY = FIELDS.flatMap(([name, kind, values]) => HOWS.map((how) => [name, how, kind, values] as const));

describe('a lie about a field', () => {
  test.each(EVERY)('is of its kind, arrives, and leaves the truth alone: %s, %s', (_, how, kind, values) => {
    fc.assert(
      fc.property(values, values, fc.nat(1000), (truth, before, seed) => {
        const kept = structuredClone(truth);
        const lied = kind.falsify(truth, { how, stream: new Random(seed).stream('lie'), before });
        expect(kind.holds(lied)).toBe(true);
        expect(kind.unpack(kind.pack(lied), new Arena())).toEqual(lied);
        expect(truth).toEqual(kept);
        // By its draws alone.
        const again = kind.falsify(truth, { how, stream: new Random(seed).stream('lie'), before });
        expect(again).toEqual(lied);
      }),
      { numRuns: 100 },
    );
  });

  test.each(FIELDS)('can be told about any value, whatever it is: %s', (_, kind, values) => {
    fc.assert(
      fc.property(values, values, (truth, before) => {
        // There is nothing else to say of no planes at all.
        fc.pre(!Array.isArray(truth) || truth.length > 0);
        const lies = HOWS.map((how) =>
          kind.falsify(truth, {
            how,
            stream: new Random(1).stream('lie'),
            before,
          }),
        );
        expect(lies).not.toEqual(HOWS.map(() => truth));
      }),
    );
  });
});

/** Among as many clusters as there could be. */
const labelled = (...values: number[]): ClusterLabels => ({
  clusters: Math.max(0, ...values) + 1,
  values: Uint16Array.from(values),
});

const say = <T>(kind: FieldKind<T>, how: How, truth: T, before?: T): T =>
  kind.falsify(truth, { how, stream: new Random(1).stream('lie'), before });

test('a lie about what is under seal is one about residues, under seal', () => {
  const [planes, before] = [
    [Uint32Array.of(5, 900), Uint32Array.of(2, 7)],
    [Uint32Array.of(1, 2), Uint32Array.of(3, 4)],
  ];
  for (const how of HOWS) {
    const lied = planesOf(say(sealedResidues, how, sealedCopy(planes), sealedCopy(before)));
    expect(lied).toEqual(say(residues, how, planes, before));
  }
});

describe('a lie about a vector', () => {
  const largest = (vector: ArrayLike<number>): number => Math.max(...Array.from(vector));

  test.each(['random', 'shift', 'scale', 'one-entry'] as const)(
    'is as long, and stays in range, or its size would give it away: %s',
    (how) => {
      fc.assert(
        fc.property(
          fc.array(fc.nat(65_534), { minLength: 1 }),
          fc.array(fc.double({ min: -1e9, max: 1e9, noNaN: true }), { minLength: 1 }),
          (low, high) => {
            const pairs = [
              [say(labels, how, labelled(...low)).values, Uint16Array.from(low)],
              [say(reals, how, Float64Array.from(high)), Float64Array.from(high)],
            ] as const;
            for (const [lied, own] of pairs) {
              expect(lied.length).toBe(own.length);
              const most = Math.max(1, ...Array.from(own, Math.abs));
              expect(largest(lied)).toBeLessThanOrEqual(most * (1 + 1e-12));
            }
          },
        ),
      );
    },
  );

  test('is what its name says', () => {
    const truth = Float64Array.of(0, 1, 2, 8);
    expect([...say(reals, 'zero', truth)]).toEqual([0, 0, 0, 0]);
    expect([...say(reals, 'shift', truth)]).toEqual([4, 5, 6, 4]);
    expect([...say(reals, 'scale', Float64Array.of(0, 1, 2, 8, 5))]).toEqual([0, 2, 4, 0, 2]);
    expect([...say(reals, 'stale', truth, Float64Array.of(9, 9, 9, 9))]).toEqual([9, 9, 9, 9]);
    // Of another length, as when points were added: there is nothing to fall back on.
    expect([...say(reals, 'stale', truth, Float64Array.of(9))]).toEqual([...truth]);
    const one = say(reals, 'one-entry', truth);
    expect(one.filter((value, i) => value !== truth[i])).toHaveLength(1);
    expect([...say(labels, 'shift', labelled(0, 1, 2, 3)).values]).toEqual([2, 3, 0, 1]);
    expect([...say(labels, 'scale', labelled(0, 1, 2, 3)).values]).toEqual([0, 2, 0, 2]);
    expect([...say(reals, 'shorter', truth)]).toEqual([0, 1, 2]);
    expect([...say(reals, 'longer', truth)].slice(0, 4)).toEqual([...truth]);
    expect(say(reals, 'longer', truth)).toHaveLength(5);
    expect(
      say(residues, 'longer', [Uint32Array.of(5), Uint32Array.of(6)]).map(({ length }) => length),
    ).toEqual([2, 2]);
  });

  test.each(['random', 'shift', 'one-entry'] as const)(
    'is one also where all values are the same: %s',
    (how) => {
      for (const value of [0, 1, -3, 1e6]) {
        const same = new Float64Array(6).fill(value);
        expect(say(reals, how, same)).not.toEqual(same);
      }
      for (const value of [0, 1, 7]) {
        const same = { clusters: 8, values: new Uint16Array(40).fill(value) };
        expect(say(labels, how, same)).not.toEqual(same);
      }
    },
  );

  test('of elements of a ring stays below the largest of them', () => {
    const values = [3n, 5n, (1n << 69n) + 7n, 11n];
    for (const how of HOWS) {
      const lied = ring.unpack(say(packed, how, ring.pack(ring.from(values))));
      expect(lied).toBeDefined();
      for (const value of ring.toBigints(lied ?? new Uint32Array())) expect(value <= values[2]).toBe(true);
    }
    const zero = ring.unpack(say(packed, 'zero', ring.pack(ring.from(values)))) ?? new Uint32Array();
    expect(ring.toBigints(zero)).toEqual([0n, 0n, 0n, 0n]);
  });

  test.each(['random', 'zero', 'shift', 'scale', 'one-entry', 'stale', 'shorter'] as const)(
    'that has no entries is nothing: %s',
    (how) => {
      expect(say(reals, how, new Float64Array())).toEqual(new Float64Array());
      expect(say(binary, how, new Uint8Array())).toEqual(new Uint8Array());
    },
  );
});

describe('a lie about a set', () => {
  test('is a set: ascending, each number once', () => {
    fc.assert(
      fc.property(ascending, fc.constantFrom(...HOWS), fc.nat(1000), (truth, how, seed) => {
        const stream = new Random(seed).stream('lie');
        const lied = numbers.falsify(truth, { how, stream, before: Uint32Array.of(1, 5) });
        expect(lied).toEqual(Uint32Array.from(new Set(lied)).toSorted());
      }),
    );
  });

  test('names somebody where nobody was named, if it is one entry longer', () => {
    expect(say(numbers, 'longer', new Uint32Array())).toHaveLength(1);
    for (const how of HOWS.filter((other) => other !== 'longer'))
      expect(say(numbers, how, new Uint32Array())).toHaveLength(0);
  });

  test('leaves one out, takes one in, or names nobody', () => {
    const truth = Uint32Array.of(0, 1, 2, 5);
    expect(say(numbers, 'shorter', truth)).toHaveLength(3);
    expect(say(numbers, 'longer', truth)).toHaveLength(5);
    expect(Math.abs(say(numbers, 'one-entry', truth).length - 4)).toBe(1);
    expect(say(numbers, 'zero', truth)).toHaveLength(0);
    expect([...say(numbers, 'stale', truth, Uint32Array.of(7))]).toEqual([7]);
  });
});

test('a lie about a number or a flag that stands alone is another one', () => {
  for (const how of ['shift', 'scale', 'one-entry', 'longer', 'shorter'] as const) {
    expect(say(integer, how, 7)).not.toBe(7);
    expect(say(flag, how, true)).toBe(false);
  }
  expect(say(integer, 'zero', 7)).toBe(0);
  expect(say(integer, 'stale', 7, 6)).toBe(6);
  expect(say(flag, 'stale', true, false)).toBe(false);
});
