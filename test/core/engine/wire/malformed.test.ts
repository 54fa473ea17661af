import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Decoded, decodeMessage, encodeMessage } from '../../../../src/core/engine/wire/message.ts';
import { Everything, Integer, types } from '../../../support/message-types.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { encode } from '../../../../src/core/engine/wire/bytes.ts';

const someLabels = fc
  .record({ clusters: fc.integer({ min: 1, max: 65_535 }), from: fc.uint16Array(), none: fc.boolean() })
  .map(({ clusters, from, none }) => ({
    clusters,
    values: from.map((label) => (none && label % 7 === 0 ? NO_CLUSTER : label % clusters)),
  }));

const bytes = (length: number): Buffer => Buffer.alloc(length);

const nonIntegers = [
  0.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  2 ** 53,
  -(2 ** 53),
  7n,
  '7',
  null,
  true,
  [7],
  {},
  bytes(1),
];
const nonVectors = [
  bytes(1),
  bytes(5),
  bytes(4097),
  '',
  0,
  null,
  [1],
  { 0: 1, length: 1 },
  Uint16Array.of(1),
];
const nonPlanes = [
  ...nonVectors,
  [null],
  [7],
  [[7]],
  [bytes(3)],
  [Uint32Array.of(1)],
  [bytes(4), bytes(8)],
  [bytes(4), bytes(0)],
  [bytes(0), bytes(4)],
  [bytes(4), bytes(4), bytes(5)],
];

/** Numbers of clusters, bits, labels, and their bytes. */
const nonLabels = [
  ...nonVectors,
  bytes(2),
  [],
  [3, 2, 1],
  [3, 2, 1, bytes(1), 0],
  [3, 2, 1, [0]],
  // Too few or too many bytes, or bits that are not zero behind the last label.
  [3, 2, 4, bytes(2)],
  [3, 2, 5, bytes(1)],
  [3, 2, 0, bytes(1)],
  [3, 2, 1, Buffer.of(0b100)],
  [3, 2, -1, bytes(0)],
  [3, 2, 0.5, bytes(1)],
  [3, 2, 2 ** 40, bytes(1)],
  // Labels of no clusters, of too many, and beyond what there are: with three the number 3 says that a point is in none.
  [0, 1, 1, bytes(1)],
  [-1, 1, 1, bytes(1)],
  [65_536, 16, 1, bytes(2)],
  ['3', 2, 1, bytes(1)],
  [5, 3, 1, Buffer.of(6)],
  // More bits than it takes, or fewer.
  [3, 3, 1, bytes(1)],
  [3, 1, 1, bytes(1)],
  [4, 3, 1, Buffer.of(3)],
  [4, 2, 1, [4]],
  [3, '2', 1, bytes(1)],
  [3, 0, 1, bytes(0)],
];

/** Their length in front of them, and 28 bits an entry. */
const nonPackedPlanes = [
  [1],
  [1, bytes(3)],
  [1, bytes(5)],
  [2, bytes(8)],
  [0, bytes(1)],
  [-1, bytes(4)],
  [0.5, bytes(2)],
  [2 ** 53, bytes(4)],
  [1, bytes(4), bytes(7)],
  [1, bytes(4), null],
  [bytes(4), 1],
  // Bits behind the last entry.
  [1, Buffer.of(0, 0, 0, 0x10)],
];

/** Why bytes are refused, and the wire's values in them. */
const malformed: Readonly<Record<string, readonly unknown[]>> = {
  'no message': [null, 7, 'integer', { integer: 7 }, bytes(3), [], [7, 'integer'], [null], [['integer'], 7]],
  'unknown type': [['nothing', 7], [''], ['constructor'], ['Integer', 7]],
  'expected 1 fields, got 0': [['integer']],
  'expected 1 fields, got 2': [['integer', 7, 8]],
  'expected 0 fields, got 1': [['empty', null]],
  'expected 5 fields, got 4': [['everything', 1, true, bytes(0), bytes(0)]],
  'value: expected an integer': nonIntegers.map((value) => ['integer', value]),
  'value: expected true or false': [0, 1, 'true', null, [], {}, bytes(1)].map((value) => ['flag', value]),
  'value: expected labels below a number of clusters': nonLabels.map((value) => ['labels', value]),
  'value: expected a vector of doubles': [...nonVectors, bytes(4)].map((value) => ['reals', value]),
  'value: expected planes of 32-bit residues, all of one length': [...nonPlanes, ...nonPackedPlanes].map(
    (value) => ['residues', value],
  ),
  'points: expected a vector of doubles': [['everything', 1, true, [1, 1, 0, bytes(0)], bytes(2), []]],
  'round: expected an integer': [['everything', '', '', '', '', '']],
};

describe('bytes from anybody', () => {
  test.each(Object.keys(malformed))('are malformed: %s', (reason) => {
    const decoded = malformed[reason].map((value) => decodeMessage(encode(value), types));
    expect(decoded).toEqual(malformed[reason].map(() => ({ malformed: reason })));
  });

  test('are no MessagePack when they are cut off anywhere, or go on', () => {
    const sound = encodeMessage(Everything, {
      round: 300,
      last: true,
      assignment: { clusters: 3, values: Uint16Array.of(1, 2) },
      points: Float64Array.of(0.1),
      shares: [Uint32Array.of(5)],
    });
    for (let length = 0; length < sound.byteLength; length++) {
      expect(decodeMessage(sound.subarray(0, length), types)).toEqual({ malformed: 'no MessagePack' });
    }
    for (const byte of [0, 0x91, 0xc0, 0xc1, 0xff]) {
      expect(decodeMessage(Uint8Array.of(...sound, byte), types)).toEqual({ malformed: 'no MessagePack' });
    }
  });

  test('never throw, whatever they are', () => {
    fc.assert(
      fc.property(fc.uint8Array({ size: 'medium' }), (received) => {
        const decoded = decodeMessage(received, types);
        expect(again(decoded)).toEqual(decoded);
      }),
      { numRuns: 10_000 },
    );
  });

  test('never throw, however a sound message was changed on its way', () => {
    const change = fc.record({
      at: fc.nat(),
      byte: fc.nat(255),
      drops: fc.nat(3),
      adds: fc.uint8Array({ maxLength: 3 }),
    });
    const small = fc.record({
      round: fc.maxSafeInteger(),
      last: fc.boolean(),
      assignment: someLabels,
      points: fc.float64Array(),
      shares: fc.array(fc.uint32Array({ minLength: 2, maxLength: 2 })),
    });
    fc.assert(
      fc.property(small, fc.array(change, { minLength: 1, maxLength: 4 }), (body, changes) => {
        let changed = [...encodeMessage(Everything, body)];
        for (const { at, byte, drops, adds } of changes) {
          const place = at % changed.length;
          changed = [...changed.slice(0, place), byte, ...adds, ...changed.slice(place + 1 + drops)];
        }
        const decoded = decodeMessage(Uint8Array.from(changed), types);
        expect(again(decoded)).toEqual(decoded);
      }),
      { numRuns: 2000 },
    );
  });

  test('never throw, however a field is filled', () => {
    const wire = fc.anything({ withBigInt: true, withTypedArray: true, withDate: true, maxDepth: 2 });
    fc.assert(
      fc.property(fc.constantFrom(...types.keys(), 'nothing'), fc.array(wire), (name, fields) => {
        const decoded = decodeMessage(encode([name, ...fields]), types);
        expect(again(decoded)).toEqual(decoded);
      }),
      { numRuns: 2000 },
    );
  });

  test('nested without end are no MessagePack, and harm nobody after them', () => {
    expect(decodeMessage(new Uint8Array(1e6).fill(0x91), types)).toEqual({ malformed: 'no MessagePack' });
    const sound = encodeMessage(Integer, { value: 7 });
    expect(decodeMessage(sound, types)).toEqual({ type: Integer, body: { value: 7 } });
  });
});

/** Reads what was read once more, from the bytes that it would have: malformed bytes stay so, for some reason. */
function again(decoded: Decoded): Decoded {
  return 'malformed' in decoded
    ? { malformed: decoded.malformed || 'for no reason' }
    : decodeMessage(encodeMessage(decoded.type, decoded.body), types);
}
