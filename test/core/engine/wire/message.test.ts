import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type AnyMessageType,
  decodeMessage,
  elementsOf,
  encodeMessage,
  binary,
  integer,
  message,
  numbers,
  packed,
  packedResidues,
  residues,
  withPackedResidues,
} from '../../../../src/core/engine/wire/message.ts';
import {
  Empty,
  Everything,
  Flag,
  Integer,
  Labels,
  Reals,
  Residues,
  types,
} from '../../../support/message-types.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { encode, toBytes } from '../../../../src/core/engine/wire/bytes.ts';

/** Some fields hold more than 4096 bytes, from where on vectors are in shared memory. */
const lengths = fc.oneof({ weight: 4, arbitrary: fc.nat(10) }, { weight: 1, arbitrary: fc.constant(2100) });
const planes = fc
  .record({ count: fc.nat(4), length: lengths, seed: fc.nat(2 ** 32 - 1) })
  .map(({ count, length, seed }) =>
    Array.from({ length: count }, (_, plane) =>
      Uint32Array.from({ length }, (__, i) => (seed + plane * 77_777 + i * 2_654_435_761) % 2 ** 28),
    ),
  );
const someLabels = fc
  .record({ clusters: fc.integer({ min: 1, max: 65_535 }), from: fc.uint16Array(), none: fc.boolean() })
  .map(({ clusters, from, none }) => ({
    clusters,
    values: from.map((label) => (none && label % 7 === 0 ? NO_CLUSTER : label % clusters)),
  }));
const everything = fc.record({
  round: fc.maxSafeInteger(),
  last: fc.boolean(),
  assignment: fc.oneof(
    someLabels,
    lengths.map((length) => ({ clusters: 3, values: new Uint16Array(length).fill(NO_CLUSTER) })),
  ),
  points: fc.oneof(
    fc.float64Array(),
    lengths.map((length) => new Float64Array(length).fill(-0.1)),
  ),
  shares: planes,
});

describe('a message', () => {
  test('of every kind of field comes back as it was sent', () => {
    fc.assert(
      fc.property(everything, (body) => {
        expect(decodeMessage(encodeMessage(Everything, body), types)).toEqual({ type: Everything, body });
      }),
      { numRuns: 60 },
    );
  });

  test('without fields comes back', () => {
    expect(decodeMessage(encodeMessage(Empty, {}), types)).toEqual({ type: Empty, body: {} });
  });

  test('is an array of its name and its fields as declared, whatever their order in the body', () => {
    const body = {
      assignment: { clusters: 5, values: Uint16Array.of(1, 4, 2) },
      last: true,
      points: Float64Array.of(2),
      shares: [],
      round: 3,
    };
    // Three bits each, the lowest first: 1, 4 and 2.
    const packedLabels = [5, 3, 3, Buffer.of(0b10_100_001, 0)];
    const expected = encode(['everything', 3, true, packedLabels, toBytes(body.points), []]);
    expect(Buffer.from(encodeMessage(Everything, body))).toEqual(Buffer.from(expected));
  });

  test('shares no memory with its bytes, its sender or another receiver', () => {
    fc.assert(
      fc.property(everything, (body) => {
        const bytes = encodeMessage(Everything, body);
        const one = decodeMessage(bytes, types) as { body: typeof body };
        const two = decodeMessage(bytes, types) as { body: typeof body };
        for (const vector of [one.body.assignment.values, one.body.points, ...one.body.shares])
          vector.fill(1);
        one.body.shares.length = 0;
        expect(two.body).toEqual(body);
        bytes.fill(0);
        expect(two.body).toEqual(body);
      }),
      { numRuns: 30 },
    );
  });

  test('with a field that its type has not is our own mistake', () => {
    const body = { value: 1, rider: 2 };
    expect(() => encodeMessage(Integer, body)).toThrow('a integer message has no field rider');
    expect(() => encodeMessage(Empty, { value: 1 })).toThrow('a empty message has no field value');
  });

  test('with a field that only every object has is our own mistake', () => {
    const body = { value: 1, valueOf: 2 };
    expect(() => encodeMessage(Integer, body)).toThrow('has no field valueOf');
  });

  test('without one of its fields is our own mistake', () => {
    expect(() => encodeMessage(Integer, {} as { value: number })).toThrow('value');
  });

  test('that its receiver would refuse is our own mistake', () => {
    expect(() => encodeMessage(Integer, { value: 0.5 })).toThrow('value');
  });
});

describe('elements', () => {
  test('are the doubles and the values in residues, whatever their number of planes', () => {
    fc.assert(
      fc.property(everything, (body) => {
        expect(elementsOf(Everything, body)).toBe(body.points.length + (body.shares[0]?.length ?? 0));
      }),
    );
  });

  test('are none for integers, flags and labels', () => {
    expect(elementsOf(Integer, { value: 7 })).toBe(0);
    expect(elementsOf(Flag, { value: true })).toBe(0);
    expect(elementsOf(Labels, { value: { clusters: 2, values: new Uint16Array(9) } })).toBe(0);
    expect(elementsOf(Empty, {})).toBe(0);
  });

  test('are as many as the vector is long', () => {
    expect(elementsOf(Reals, { value: new Float64Array(9) })).toBe(9);
    expect(elementsOf(Residues, { value: [new Uint32Array(5), new Uint32Array(5)] })).toBe(5);
    expect(elementsOf(Residues, { value: [] })).toBe(0);
  });
});

describe('residues without gaps', () => {
  const Words = message('shares', { round: integer, values: residues });
  const Bare = withPackedResidues(Words);
  const known = new Map<string, AnyMessageType>([['shares', Words]]);

  test('take 28 bits each, and are read by those who know the plain type', () => {
    fc.assert(
      fc.property(planes, (values) => {
        const body = { round: 1, values };
        const packedBytes = encodeMessage(Bare, body);
        expect(decodeMessage(packedBytes, known)).toEqual({ type: Words, body });
        const length = values[0]?.length ?? 0;
        const saved = values.length * (4 * length - Math.ceil(3.5 * length));
        const head = encodeMessage(Words, body).length - packedBytes.length - saved;
        // The length of all planes in front of them, and shorter lengths of their own.
        expect(Math.abs(head)).toBeLessThanOrEqual(3 + 2 * values.length);
      }),
      { numRuns: 60 },
    );
  });

  test('are words where one of them is no residue', () => {
    const body = { round: 1, values: [Uint32Array.of(2 ** 28)] };
    expect(Buffer.from(encodeMessage(Bare, body))).toEqual(Buffer.from(encodeMessage(Words, body)));
  });

  test('are of one wire only: a type without residues stays as it is', () => {
    expect(withPackedResidues(Integer)).toBe(Integer);
    expect(Bare.fields['values']).toBe(packedResidues);
    expect(Bare.fields['round']).toBe(integer);
  });
});

describe('bytes, numbers and packed integers', () => {
  const Sealed = message('sealed', { keys: binary, parties: numbers, sums: packed });
  const own = new Map<string, AnyMessageType>([['sealed', Sealed]]);
  const sums = fc
    .record({ bits: fc.integer({ min: 1, max: 70 }), length: fc.nat(40) })
    .map(({ bits, length }) => ({
      bits,
      length,
      bytes: new Uint8Array(Math.ceil((bits * length) / 8)).fill(bits),
    }));
  const body = fc.record({ keys: fc.uint8Array(), parties: fc.uint32Array(), sums });

  test('come back as they were sent, and count their packed integers as elements', () => {
    fc.assert(
      fc.property(body, (sent) => {
        expect(decodeMessage(encodeMessage(Sealed, sent), own)).toEqual({ type: Sealed, body: sent });
        expect(elementsOf(Sealed, sent)).toBe(sent.sums.length);
      }),
    );
  });

  test.each([
    ['keys', 1],
    ['parties', Buffer.alloc(3)],
    ['sums', [8, 2, Buffer.alloc(3)]],
    ['sums', [0, 2, Buffer.alloc(0)]],
    ['sums', [8, -1, Buffer.alloc(0)]],
    ['sums', [8, 2]],
    ['sums', null],
  ])('are malformed where they are something else: %s', (field, value) => {
    const fields = {
      keys: Buffer.alloc(1),
      parties: Buffer.alloc(4),
      sums: [8, 1, Buffer.alloc(1)],
      [field]: value,
    };
    const sent = encode(['sealed', fields.keys, fields.parties, fields.sums]);
    expect(decodeMessage(sent, own)).toEqual({
      malformed: expect.stringContaining(`${field}: expected`) as string,
    });
  });
});
