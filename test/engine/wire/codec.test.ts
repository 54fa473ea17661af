import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../src/base/random.ts';
import { NO_CLUSTER } from '../../../src/base/labels.ts';
import { unsealed } from '../../../src/lab/attack/messages.ts';
import { type Sealed, sealedCopy } from '../../../src/engine/compute/sealed.ts';
import { type Carried, piecesOf } from '../../../src/engine/wire/sealed-residues.ts';
import { Arena } from '../../../src/engine/wire/bytes.ts';
import { type Codec, codecOf } from '../../../src/engine/wire/codec.ts';
import {
  type AnyMessageType,
  binary,
  type ClusterLabels,
  decodeMessage,
  elementsOf,
  encodeAny,
  encodeMessage,
  flag,
  integer,
  labels,
  message,
  numbers,
  packed,
  packedResidues,
  packedSealedResidues,
  reals,
  residues,
  sealedResidues,
} from '../../../src/engine/wire/message.ts';

const Everything = message('everything', {
  round: integer,
  last: flag,
  key: binary,
  who: numbers,
  assignment: labels,
  points: reals,
  shares: residues,
  bare: packedResidues,
  sums: packed,
  answers: sealedResidues,
  bareAnswers: packedSealedResidues,
}) as AnyMessageType;
const types = new Map([[Everything.name, Everything]]);

const codec = codecOf(Everything) as Codec;

/** Around every size at which a length takes another byte, a copy another way, or memory is shared. */
const LENGTHS = [0, 1, 3, 4, 7, 8, 31, 32, 33, 63, 64, 127, 128, 255, 256, 511, 512, 1024, 2047, 8192];
const COUNTS = [0, 1, 127, 128, 255, 256, 65_535, 65_536, 2 ** 31, 2 ** 32 - 1];

/** Labels of some of so many clusters, every second time with points in none. */
function labelled(
  clusters: number,
  length: number,
  random: { integer(below: number): number },
): ClusterLabels {
  const none = random.integer(2) === 0;
  const label = (): number => (none && random.integer(9) === 0 ? NO_CLUSTER : random.integer(clusters));
  return { clusters, values: Uint16Array.from({ length }, label) };
}

/** A body of its number, with fields of all sizes. */
function bodyOf(number: number) {
  const random = new Random(number).stream('body');
  const pick = (values: readonly number[]): number => values[random.integer(values.length)];
  // One field of many is long.
  const long = random.integer(16);
  const lengthOf = (field: number): number => (field === long ? pick(LENGTHS) : random.integer(10));
  const word = (): number => random.integer(2 ** 31);
  const planes = lengthOf(5);
  const most = pick([2 ** 28, 2 ** 28, 2 ** 28 + 1, 2 ** 31]);
  const residue = (): number => most - 1 - random.integer(3);
  const bare = lengthOf(7);
  const answers = lengthOf(8);
  const under = (entry: () => number): Sealed =>
    sealedCopy(
      Array.from({ length: random.integer(16) }, () => Uint32Array.from({ length: answers }, entry)),
    );
  const sums = { bits: 1 + random.integer(300), length: lengthOf(6) };
  return {
    round: pick(COUNTS),
    last: random.integer(2) === 1,
    key: Uint8Array.from({ length: lengthOf(0) }, word),
    who: Uint32Array.from({ length: lengthOf(1) }, word),
    assignment: labelled(pick([1, 2, 3, 4, 31, 127, 128, 255, 256, 257, 65_535]), lengthOf(2), random),
    points: Float64Array.from({ length: lengthOf(3) }, () => random.uniform()),
    shares: Array.from({ length: random.integer(16) }, () => Uint32Array.from({ length: planes }, word)),
    bare: Array.from({ length: random.integer(16) }, () => Uint32Array.from({ length: bare }, residue)),
    answers: under(word),
    bareAnswers: under(residue),
    sums: { ...sums, bytes: Uint8Array.from({ length: Math.ceil((sums.bits * sums.length) / 8) }, word) },
  };
}

/** What a codec writes, in the middle of other bytes, which stay. */
function written(value: object, before: number): { readonly memory: Uint8Array; readonly size: number } {
  const size = codec.size(value);
  const memory = new Uint8Array(before + size + 9).fill(0xa5);
  expect(codec.write(value, memory, before)).toBe(before + size);
  expect(memory.every((byte, i) => (i >= before && i < before + size) || byte === 0xa5)).toBe(true);
  return { memory, size };
}

/** Whether a codec reads what msgpackr reads out of these bytes, or nothing. */
function readsTheSame(bytes: Uint8Array, before: number): { readonly same: boolean; readonly read: boolean } {
  const memory = new Uint8Array(before + bytes.length + 300).fill(1);
  memory.set(bytes, before);
  const read = codec.read(memory, before, before + bytes.length, new Arena());
  const decoded = decodeMessage(bytes, types);
  const same =
    read === undefined || ('body' in decoded && isDeepStrictEqual(unsealed(decoded.body), unsealed(read)));
  return { same, read: read !== undefined };
}

describe('a codec', () => {
  test('writes what msgpackr writes, wherever it lies, and reads it back', () => {
    for (let number = 0; number < 1000; number++) {
      const value = bodyOf(number);
      const before = number % 20;
      const expected = encodeAny(Everything, value);
      const { memory, size } = written(value, before);
      expect(Buffer.compare(memory.subarray(before, before + size), expected), `body ${number}`).toBe(0);
      const read = codec.read(memory, before, before + size, new Arena());
      expect(isDeepStrictEqual(unsealed(read ?? {}), unsealed(value)), `body ${number}`).toBe(true);
      expect(codec.elements(value)).toBe(elementsOf(Everything, value));
    }
  });

  test('leaves large sealed vectors where they lie, for a message that carries them, and reads the very same', () => {
    let carriedAtAll = 0;
    for (let number = 0; number < 1000; number++) {
      const value = bodyOf(number);
      const whole = encodeAny(Everything, value);
      const aside = codec.aside?.(value) ?? 0;
      const memory = new Uint8Array(whole.length - aside + 5);
      const carried: Carried[] = [];
      const end = codec.write(value, memory, 5, carried);
      expect(end).toBe(memory.length);
      const pieces: Uint8Array[] = [];
      let from = 5;
      for (const { at, vector } of carried) {
        pieces.push(memory.subarray(from, at), ...Array.from(piecesOf(vector), ({ bytes }) => bytes));
        from = at;
      }
      pieces.push(memory.subarray(from));
      expect(Buffer.compare(Buffer.concat(pieces), whole), `body ${number}`).toBe(0);
      const read = codec.read(memory, 5, end, new Arena(), carried) as typeof value;
      expect(carried.length === 0 || read.answers === value.answers).toBe(true);
      expect(isDeepStrictEqual(unsealed(read), unsealed(value)), `body ${number}`).toBe(true);
      carriedAtAll += carried.length;
    }
    expect(carriedAtAll).toBeGreaterThan(10);
  });

  test('reads out of changed bytes nothing else than msgpackr does, and never beyond their end', () => {
    const random = new Random(1).stream('changes');
    let sound = 0;
    for (let number = 0; number < 6000; number++) {
      let bytes = Uint8Array.from(encodeAny(Everything, bodyOf(number)));
      if (random.integer(4) === 0) bytes = bytes.slice(0, random.integer(bytes.length));
      // Mostly near the beginning, where the heads of the fields are.
      for (let changes = random.integer(4); changes > 0 && bytes.length > 0; changes--)
        bytes[random.integer(Math.min(bytes.length, 120))] = random.integer(256);
      const { same, read } = readsTheSame(bytes, number % 5);
      expect(same, `body ${number}`).toBe(true);
      if (read) sound++;
    }
    // Some of both, or nothing was tested.
    expect(sound).toBeGreaterThan(1000);
    expect(sound).toBeLessThan(5000);
  });

  test('declines what is unusual, which then goes the general way, and what is wrong, which is refused there', () => {
    const sound = bodyOf(1);
    for (const round of [-1, 2 ** 32, Number.MAX_SAFE_INTEGER, -(2 ** 40)]) {
      const value = { ...sound, round };
      expect(codec.size(value)).toBe(-1);
      const decoded = decodeMessage(encodeMessage(Everything, value), types) as { readonly body: object };
      expect(unsealed(decoded.body)).toEqual(unsealed(value));
    }
    const planes = [new Uint32Array(2), new Uint32Array(3)];
    const wrong: object[] = [
      { ...sound, round: 0.5 },
      { ...sound, last: 1 },
      { ...sound, key: [1] },
      { ...sound, who: new Float64Array(1) },
      { ...sound, points: new Float32Array(1) },
      { ...sound, shares: planes },
      { ...sound, shares: [new Uint16Array(1)] },
      { ...sound, bare: planes },
      { ...sound, bare: [new Uint16Array(1)] },
      { ...sound, sums: { bits: 8, length: 2, bytes: new Uint8Array(1) } },
      { ...sound, assignment: Uint16Array.of(1) },
      { ...sound, assignment: { clusters: 3, values: Uint16Array.of(3) } },
      { ...sound, assignment: { clusters: 0, values: new Uint16Array() } },
      { ...sound, assignment: { clusters: 2.5, values: new Uint16Array() } },
      { ...sound, rider: 1 },
      { ...sound, last: undefined },
      {},
    ];
    for (const value of wrong) {
      expect(codec.size(value)).toBe(-1);
      expect(() => encodeMessage(Everything, value)).toThrow('everything message');
    }
  });

  test('is for one type: the bytes of another are left alone', () => {
    const Other = message('everythinG', { round: integer }) as AnyMessageType;
    const bytes = encodeMessage(Other, { round: 1 });
    expect(codec.read(bytes, 0, bytes.length, new Arena())).toBeUndefined();
  });

  test('is not made for fields of unknown kinds, many fields and long names: they go the general way', () => {
    const twice = { ...integer, pack: (value: number) => value };
    const many = Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`f${i}`, integer]));
    for (const type of [
      message('ours', { value: twice }),
      message('many', many),
      message('n'.repeat(32), { value: integer }),
      message('späť', { value: integer }),
    ] as AnyMessageType[]) {
      expect(codecOf(type)).toBeUndefined();
      const value = Object.fromEntries(type.fieldNames.map((name) => [name, 5]));
      const known = new Map([[type.name, type]]);
      expect(decodeMessage(encodeMessage(type, value), known)).toEqual({ type, body: value });
    }
  });
});
