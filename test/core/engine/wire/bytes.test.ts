import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  Arena,
  decode,
  encode,
  fromBytes,
  newVector,
  toBytes,
} from '../../../../src/core/engine/wire/bytes.ts';

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Plain values, but for a negative zero, which comes back as 0, and keys `__proto__`, which no object should have. */
const { plain } = fc.letrec((tie) => ({
  plain: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom(null, true, false),
    fc.oneof(fc.integer(), fc.maxSafeInteger(), fc.double()).map((x) => (x === 0 ? 0 : x)),
    fc.string({ unit: 'binary' }),
    fc.uint8Array(),
    fc.array(tie('plain')),
    fc.dictionary(
      fc.string().filter((key) => key !== '__proto__'),
      tie('plain'),
      { noNullPrototype: true },
    ),
  ),
}));

describe('plain values', () => {
  test('come back as they were', () => {
    fc.assert(
      fc.property(plain, (value) => {
        expect(decode(encode(value))).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  test('have the same bytes whatever was encoded and decoded before', () => {
    fc.assert(
      fc.property(plain, plain, (value, other) => {
        const before = hexOf(encode(value));
        decode(encode(other));
        expect(hexOf(encode(value))).toBe(before);
      }),
    );
  });

  test('encoded earlier keep their bytes when others are encoded', () => {
    fc.assert(
      fc.property(fc.array(plain), (values) => {
        const encoded = values.map((value) => encode(value));
        const hex = encoded.map(hexOf);
        for (const bytes of encoded) decode(bytes);
        expect(encoded.map(hexOf)).toEqual(hex);
      }),
    );
  });

  test('numbers that need all bits of a double come back', () => {
    const numbers = [2 ** 31, 2 ** 32, 2 ** 53 - 1, -(2 ** 31) - 1, 1 - 2 ** 53, 2 ** 64, 5e-324, Number.NaN];
    expect(decode(encode(numbers))).toEqual(numbers);
  });

  test('integers of any size come back', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }), (value) => {
        expect(decode(encode(value))).toBe(value);
      }),
    );
  });

  test('strings and binary of every length of header come back', () => {
    for (const length of [0, 1, 31, 32, 255, 256, 65_535, 65_536, 200_000]) {
      const text = 'é'.repeat(length);
      const binary = Buffer.alloc(length, 7);
      const [textBack, binaryBack] = decode(encode([text, binary])) as [string, Uint8Array];
      expect(textBack === text && binary.equals(binaryBack), `${length}`).toBe(true);
    }
  });
});

/** MessagePack as others write it, after its specification. */
const specified: readonly (readonly [string, string, unknown])[] = [
  ['nil', 'c0', null],
  ['false', 'c2', false],
  ['true', 'c3', true],
  ['positive fixint', '7f', 127],
  ['negative fixint', 'e0', -32],
  ['uint 8', 'cc ff', 255],
  ['uint 16', 'cd 01 00', 256],
  ['uint 32', 'ce ff ff ff ff', 2 ** 32 - 1],
  ['int 8', 'd0 80', -128],
  ['int 16', 'd1 80 00', -32_768],
  ['int 32', 'd2 80 00 00 00', -(2 ** 31)],
  ['float 32', 'ca 3f c0 00 00', 1.5],
  ['float 64', 'cb 3f f1 99 99 99 99 99 9a', 1.1],
  ['fixstr', 'a3 61 c3 a9', 'aé'],
  ['str 8', 'd9 02 68 69', 'hi'],
  ['str 16', 'da 00 02 68 69', 'hi'],
  ['str 32', 'db 00 00 00 02 68 69', 'hi'],
  ['bin 8', 'c4 02 00 ff', Uint8Array.of(0, 255)],
  ['bin 16', 'c5 00 02 00 ff', Uint8Array.of(0, 255)],
  ['bin 32', 'c6 00 00 00 02 00 ff', Uint8Array.of(0, 255)],
  ['fixarray', '93 01 a1 61 c0', [1, 'a', null]],
  ['array 16', 'dc 00 01 c3', [true]],
  ['array 32', 'dd 00 00 00 01 c3', [true]],
  ['fixmap', '82 a7 63 6f 6d 70 61 63 74 c3 a6 73 63 68 65 6d 61 00', { compact: true, schema: 0 }],
  ['map 16', 'de 00 01 a1 61 01', { a: 1 }],
  ['map 32', 'df 00 00 00 01 a1 61 01', { a: 1 }],
];

describe('standard MessagePack', () => {
  test.each(specified)('%s is read', (_, hex, value) => {
    expect(decode(bytesOf(hex))).toEqual(value);
  });

  test('is what is written, in its shortest form', () => {
    const written = (value: unknown): string => hexOf(encode(value));
    expect(written({ compact: true, schema: 0 })).toBe('82a7636f6d70616374c3a6736368656d6100');
    expect(written(['n', 127, -32, 255, 256, 1.1, null])).toBe('97a16e7fe0ccffcd0100cb3ff199999999999ac0');
  });
});

describe('bytes that are no value', () => {
  test('cut off anywhere, they throw', () => {
    fc.assert(
      fc.property(plain, fc.nat(), (value, at) => {
        const bytes = encode(value);
        expect(() => decode(bytes.subarray(0, at % bytes.byteLength))).toThrow(Error);
      }),
      { numRuns: 300 },
    );
  });

  test('going on behind the value, they throw', () => {
    fc.assert(
      fc.property(plain, fc.uint8Array({ minLength: 1 }), (value, more) => {
        expect(() => decode(Uint8Array.of(...encode(value), ...more))).toThrow('got more bytes');
      }),
    );
  });

  test('a length that the bytes cannot hold throws before memory is taken for it', () => {
    for (const hex of ['dd 7f ff ff ff', 'df 7f ff ff ff', 'c6 7f ff ff ff', 'db 7f ff ff ff']) {
      expect(() => decode(bytesOf(hex))).toThrow('Unexpected end');
    }
  });

  test('nesting without end throws', () => {
    expect(() => decode(new Uint8Array(1e6).fill(0x91))).toThrow('call stack');
  });

  test('whatever they are, they do not change how the next are read', () => {
    fc.assert(
      fc.property(fc.uint8Array({ size: 'medium' }), plain, (adversary, value) => {
        try {
          decode(adversary);
        } catch {
          // as it should
        }
        expect(decode(encode(value))).toEqual(value);
      }),
      { numRuns: 300 },
    );
  });

  // Small bytes could stand for a value of any size, which takes as long to look at.
  test('with one array in two places, they throw', () => {
    expect(() => decode(bytesOf('92 d6 69 00 00 00 01 91 01 d6 70 00 00 00 01'))).toThrow(Error);
  });
});

type Vector = Float64Array | Uint32Array | Uint16Array;
interface VectorType {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, byteOffset?: number, length?: number): Vector;
}

interface Placed {
  readonly type: VectorType;
  readonly vector: Vector;
  /** Moves the vector's bytes within the message, to any alignment. */
  readonly before: string;
}

/** Vectors of every type, short and long, in plain and in shared memory, from the start of it or not. */
const vectors: fc.Arbitrary<Placed> = fc
  .record({
    type: fc.constantFrom<VectorType>(Float64Array, Uint32Array, Uint16Array),
    pattern: fc.uint8Array({ minLength: 8, maxLength: 64 }),
    length: fc.oneof(fc.nat(20), fc.constantFrom(511, 512, 513, 1024, 2048, 2049, 5000)),
    offset: fc.nat(3),
    isShared: fc.boolean(),
    before: fc.string({ maxLength: 8, unit: 'grapheme-ascii' }),
  })
  .map(({ type, pattern, length, offset, isShared, before }) => {
    const size = (offset + length) * type.BYTES_PER_ELEMENT;
    const memory = new Uint8Array(isShared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
    for (let i = 0; i < size; i++) memory[i] = pattern[i % pattern.length];
    const vector = new type(memory.buffer, offset * type.BYTES_PER_ELEMENT, length);
    return { type, vector, before };
  });

describe('vectors', () => {
  const packed = ({ vector, before }: Placed): Uint8Array => encode([before, toBytes(vector)]);
  const unpacked = (bytes: Uint8Array, { type }: Placed): Vector | undefined => {
    const [, binary] = decode(bytes) as [string, Uint8Array];
    return fromBytes<Vector>(binary, type);
  };

  test('come back bit for bit', () => {
    fc.assert(
      fc.property(vectors, (placed) => {
        const back = unpacked(packed(placed), placed) as Vector;
        expect(back).toBeInstanceOf(placed.type);
        expect(hexOf(toBytes(back))).toBe(hexOf(toBytes(placed.vector)));
        expect(back.length).toBe(placed.vector.length);
      }),
    );
  });

  test('share memory with nothing: neither the bytes, nor what was sent, nor another decoding', () => {
    fc.assert(
      fc.property(vectors, (placed) => {
        fc.pre(placed.vector.length > 0);
        const bytes = packed(placed);
        const before = [hexOf(bytes), hexOf(toBytes(placed.vector))];
        const [one, two] = [unpacked(bytes, placed) as Vector, unpacked(bytes, placed) as Vector];
        toBytes(one).forEach((byte, i, own) => (own[i] = byte ^ 0xff));
        expect([hexOf(bytes), hexOf(toBytes(placed.vector))]).toEqual(before);
        expect(hexOf(toBytes(two))).toBe(before[1]);
        bytes.fill(0);
        placed.vector.fill(0);
        expect(hexOf(toBytes(two))).toBe(before[1]);
      }),
    );
  });

  test('have their bytes little-endian', () => {
    expect(hexOf(toBytes(Uint32Array.of(1, 0x0102_0304)))).toBe('0100000004030201');
    expect(hexOf(toBytes(Float64Array.of(-0)))).toBe('0000000000000080');
    expect(fromBytes(bytesOf('0100 ffff'), Uint16Array)).toEqual(Uint16Array.of(1, 65_535));
  });

  test('are in shared memory when they are long, so that threads read them in place', () => {
    const isShared = (length: number): boolean =>
      fromBytes(new Uint8Array(length), Uint16Array)?.buffer instanceof SharedArrayBuffer;
    expect([0, 4094, 4096, 100_000].map(isShared)).toEqual([false, false, true, true]);
  });

  test('are none when a part of an element is left over', () => {
    const lengths = Array.from({ length: 33 }, (_, length) => length);
    const fits = (type: VectorType): number[] =>
      lengths.filter((length) => fromBytes<Vector>(new Uint8Array(length), type) !== undefined);
    expect(fits(Uint16Array)).toEqual(lengths.filter((length) => length % 2 === 0));
    expect(fits(Uint32Array)).toEqual([0, 4, 8, 12, 16, 20, 24, 28, 32]);
    expect(fits(Float64Array)).toEqual([0, 8, 16, 24, 32]);
  });

  test('travel as the binary of standard MessagePack', () => {
    expect(hexOf(encode(toBytes(Uint16Array.of(1, 258))))).toBe('c40401000201');
  });
});

describe('typed arrays in a value that is encoded as a whole', () => {
  test('come back as they were, from plain and shared memory', () => {
    fc.assert(
      fc.property(vectors, ({ vector }) => {
        const [, back] = decode(encode(['labels', vector])) as [string, Vector];
        expect(back).toBeInstanceOf(vector.constructor);
        expect(hexOf(toBytes(back))).toBe(hexOf(toBytes(vector)));
      }),
    );
  });

  test('always have the same bytes', () => {
    const encoded = Array.from({ length: 50 }, (_, i) => {
      encode('x'.repeat(4000 + 37 * i)); // moves on in msgpackr's memory, and leaves traces there
      return hexOf(encode([Uint16Array.of(1, 258, 3), Float64Array.of(0.1)]));
    });
    expect(new Set(encoded).size).toBe(1);
  });
});

test('bytes in shared memory are read as any others, long texts too', () => {
  const value = ['a'.repeat(100), 'b'.repeat(100)];
  const bytes = encode(value);
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  expect(decode(shared)).toEqual(value);
});

test('vectors of nothing, which all share, lead to nothing that anybody could leave something in', () => {
  for (const Type of [Float64Array, Uint32Array, Uint16Array]) {
    const empty = fromBytes<InstanceType<typeof Type>>(new Uint8Array(), Type as never, new Arena());
    expect(empty).toBeInstanceOf(Type);
    expect(empty).toBe(newVector(Type as never, 0, new Arena()));
    expect(Object.isFrozen(empty) && Object.isFrozen(empty?.buffer)).toBe(true);
    expect(empty?.buffer.byteLength).toBe(0);
  }
});

test('vectors that fill their memory go when their receiver lets go of them', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const memoryOf = (length: number, arena: Arena): WeakRef<ArrayBufferLike> =>
    new WeakRef(newVector<Float64Array>(Float64Array, length, arena).buffer);
  const arenas = [new Arena(), new Arena()];
  const full = arenas.map((arena) => memoryOf(80, arena));
  const begun = memoryOf(60, arenas[1]);
  await new Promise(setImmediate); // until then it is held anyway
  collectGarbage();
  expect(full.map((memory) => memory.deref())).toEqual([undefined, undefined]);
  expect(begun.deref()).toBe(newVector<Float64Array>(Float64Array, 20, arenas[1]).buffer);
});
