import { isDeepStrictEqual } from 'node:util';
import { describe, expect, test } from 'vitest';
import { Random } from '../../../../src/core/base/random.ts';
import { unsealed } from '../../../../src/core/protocol/attacks/messages.ts';
import { sealedCopy } from '../../../../src/core/engine/compute/sealed.ts';
import { type Carried, piecesOf } from '../../../../src/core/engine/wire/sealed-residues.ts';
import { Arena } from '../../../../src/core/engine/wire/bytes.ts';
import { type Codec, codecOf, Codecs } from '../../../../src/core/engine/wire/codec.ts';
import {
  type AnyMessageType,
  decodeMessage,
  elementsOf,
  encodeAny,
  encodeMessage,
  integer,
  message,
  packed,
} from '../../../../src/core/engine/wire/message.ts';
import { ModularVectors, type Packed } from '../../../../src/core/math/field/modular-vectors.ts';
import { bodyOf, Everything, faultOf, randomBody, randomType } from '../../../support/random-messages.ts';

const types = new Map([[Everything.name, Everything]]);

const codec = codecOf(Everything) as Codec;

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

  test('of any fields in any order writes and reads the same as msgpackr', () => {
    for (let number = 0; number < 40; number++) {
      const random = new Random(number).stream('messages');
      const type = randomType(random);
      for (let body = 0; body < 25; body++)
        expect(faultOf(type, randomBody(type, random)), `type ${number}, body ${body}`).toBeUndefined();
    }
  });

  test('leaves large sealed vectors where they lie, for a message that carries them, and reads the very same', () => {
    const large = sealedCopy([Uint32Array.from({ length: 40_000 }, (_, i) => i)]);
    let carriedAtAll = 0;
    for (let number = 0; number < 1000; number++) {
      const value = number % 50 === 0 ? { ...bodyOf(number), answers: large } : bodyOf(number);
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
    for (let number = 0; number < 2000; number++) {
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
    expect(sound).toBeGreaterThan(400);
    expect(sound).toBeLessThan(1600);
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

test('a codec is compiled when it is first needed', () => {
  const asked: string[] = [];
  const watched = (name: string): AnyMessageType => {
    const type = message(name, { n: integer });
    return {
      ...type,
      get fieldNames() {
        asked.push(name);
        return type.fieldNames;
      },
    };
  };
  const all = ['first', 'second', 'third'].map(watched);
  const codecs = new Codecs(all);
  expect(asked).toEqual([]);
  expect(codecs.of(1)).toBe(codecOf(all[1]));
  expect(codecs.of(1)).toBe(codecs.of(1));
  expect(new Set(asked)).toEqual(new Set(['second']));
});

interface SumBody {
  readonly values: Packed;
}

test('long packed vectors lie in shared memory once received, whichever way they are read, so that threads need no copy', () => {
  const Sum = message('sum', { values: packed });
  const ring = new ModularVectors(1n << 36n);
  const sharesOf = (length: number): boolean[] => {
    const bytes = encodeMessage(Sum, { values: ring.pack(ring.zeros(length)) });
    const decoded = decodeMessage(bytes, new Map([[Sum.name, Sum]])) as { readonly body: SumBody };
    const read = codecOf(Sum)?.read(bytes, 0, bytes.length, new Arena()) as SumBody;
    return [decoded.body, read].map(({ values }) => values.bytes.buffer instanceof SharedArrayBuffer);
  };
  expect(sharesOf(9)).toEqual([false, false]);
  expect(sharesOf(2000)).toEqual([true, true]);
});
