import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { keystream } from '../../../../src/core/base/random.ts';
import { elementsOf } from '../../../../src/core/math/field/field-kernel.ts';
import { ModularVectors } from '../../../../src/core/math/field/modular-vectors.ts';

const MODULI = [
  2n,
  3n,
  255n,
  256n,
  65_537n,
  (1n << 30n) + 3n,
  (1n << 31n) - 1n,
  1n << 31n,
  (1n << 31n) + 1n,
  (1n << 31n) + 11n,
  (1n << 32n) - 5n,
  (1n << 32n) - 1n,
  1n << 32n,
  (1n << 32n) + 1n,
  (1n << 32n) + 15n,
  (1n << 33n) + 17n,
  (1n << 40n) - 87n,
  1n << 41n,
  (1n << 57n) - 13n,
  (1n << 57n) + 1n,
  (1n << 61n) - 1n,
  (1n << 62n) - 57n,
  1n << 62n,
  (1n << 63n) - 25n,
  1n << 63n,
  (1n << 63n) + 29n,
  1n << 64n,
].concat([10n ** 24n + 7n, (1n << 96n) - 17n, (1n << 127n) - 1n, 3n ** 700n]);

describe.each(MODULI)('modulo %d', (m) => {
  const ring = new ModularVectors(m);
  const near = fc.bigInt({ min: 0n, max: 5n }).map((less) => (m - 1n - less < 0n ? 0n : m - 1n - less));
  const element = fc.oneof(fc.bigInt({ min: 0n, max: m - 1n }), near);
  const pairs = fc.array(fc.tuple(element, element), { maxLength: 9 });

  test('adds and subtracts as integers do', () => {
    fc.assert(
      fc.property(pairs, (both) => {
        const sum = ring.from(both.map(([a]) => a));
        const b = ring.from(both.map(([, x]) => x));
        ring.add(sum, b);
        expect(ring.toBigints(sum)).toEqual(both.map(([a, x]) => (a + x) % m));
        ring.subtract(sum, b);
        ring.subtract(sum, b);
        expect(ring.toBigints(sum)).toEqual(both.map(([a, x]) => (a - x + m) % m));
      }),
    );
  });

  test('reduces any integers, and gives them back', () => {
    const wide = fc.bigInt({ min: -(m ** 2n), max: m ** 2n });
    fc.assert(
      fc.property(fc.array(wide, { maxLength: 9 }), (values) => {
        expect(ring.toBigints(ring.from(values))).toEqual(values.map((value) => ((value % m) + m) % m));
      }),
    );
  });

  test('reduces numbers as it does the same big integers', () => {
    const number = fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -9, max: 9 }), fc.constant(-0));
    fc.assert(
      fc.property(fc.array(number, { maxLength: 9 }), (values) => {
        const expected = ring.from(values.map(BigInt));
        expect(ring.from(values)).toEqual(expected);
        expect(ring.from(Float64Array.from(values))).toEqual(expected);
      }),
    );
    expect(() => ring.from([0.5])).toThrow(RangeError);
    expect(() => ring.from(Float64Array.of(Number.NaN))).toThrow(RangeError);
  });

  test('packs without gaps and back', () => {
    fc.assert(
      fc.property(fc.array(element, { maxLength: 40 }), (values) => {
        const packed = ring.pack(ring.from(values));
        expect(packed.bytes.length).toBe(Math.ceil((values.length * ring.bits) / 8));
        expect(ring.toBigints(ring.unpack(packed) as Uint32Array)).toEqual(values);
      }),
    );
  });

  test('unpacks nothing that is no element', () => {
    const all = {
      bits: ring.bits,
      length: 3,
      bytes: new Uint8Array(Math.ceil((3 * ring.bits) / 8)).fill(255),
    };
    const whole = m === 1n << BigInt(ring.bits);
    expect(ring.unpack(all) === undefined).toBe(!whole);
    expect(ring.holds(all)).toBe(whole);
    expect(ring.holds(ring.pack(ring.from([m - 1n, 0, 1])))).toBe(true);
    expect(ring.unpack({ ...all, bits: ring.bits + 1 })).toBeUndefined();
  });

  test('draws elements that use the whole range, the same from one key', () => {
    const key = new Uint8Array(32).fill(3);
    const drawn = ring.toBigints(ring.uniform(key, 400));
    expect(drawn.every((value) => value >= 0n && value < m)).toBe(true);
    expect(ring.toBigints(ring.uniform(key, 400))).toEqual(drawn);
    // 400 draws all in one half of the range: less likely than 2^-300.
    const half = m / 2n;
    expect(drawn.some((value) => value < half || half === 0n)).toBe(true);
    expect(drawn.some((value) => value >= half)).toBe(true);
  });

  test('draws what the key stream says, byte by byte, and adds or subtracts it', () => {
    const key = new Uint8Array(32).fill(5);
    const width = Math.ceil(ring.bits / 8);
    // A few are more than a piece.
    const length = ring.words > 4 ? 5 : ring.words > 2 ? 2500 : Math.ceil(2 ** 15 / width) + 201;
    const bytes = new Uint8Array(keystream(key)(4 * length * width).buffer);
    const expected: bigint[] = [];
    for (let at = 0; expected.length < length; at += width) {
      const number = BigInt(`0x${Buffer.from(bytes.slice(at, at + width).toReversed()).toString('hex')}`);
      const cut = BigInt.asUintN(ring.bits, number);
      if (cut < m) expected.push(cut);
    }
    expect(ring.toBigints(ring.uniform(key, length))).toEqual(expected);
    const sum = ring.from(expected.map((_, i) => BigInt(i)));
    ring.addUniform(sum, key);
    expect(ring.toBigints(sum)).toEqual(expected.map((value, i) => (value + BigInt(i)) % m));
    ring.subtractUniform(sum, key);
    ring.subtractUniform(sum, key);
    expect(ring.toBigints(sum)).toEqual(expected.map((value, i) => (((BigInt(i) - value) % m) + m) % m));
  });

  test('adds and subtracts many draws as one after the other', () => {
    const terms = Array.from({ length: 7 }, (_, i) => ({
      key: new Uint8Array(32).fill(i),
      times: i % 3 === 0 ? (-1 as const) : (1 as const),
    }));
    // No multiple of the lanes of a vector.
    const together = ring.from(Array.from({ length: 43 }, (_, i) => i));
    const apart = together.slice();
    ring.addUniforms(together, terms);
    for (const { key, times } of terms) {
      if (times === 1) ring.add(apart, ring.uniform(key, 43));
      else ring.subtract(apart, ring.uniform(key, 43));
    }
    expect(ring.toBigints(together)).toEqual(ring.toBigints(apart));
  });
});

test.each([31, 32, 33, 63])('%d bits are for WebAssembly', (bits) => {
  expect(elementsOf(1n << BigInt(bits), bits)).toBeDefined();
});

test.each([3n, 5n, 97n])('draws are uniform modulo %d', (m) => {
  const ring = new ModularVectors(m);
  const counts = Array.from({ length: Number(m) }, () => 0);
  const draws = 20_000;
  for (const value of ring.toBigints(ring.uniform(new Uint8Array(32).fill(9), draws)))
    counts[Number(value)]++;
  const mean = draws / counts.length;
  const chiSquare = counts.reduce((sum, count) => sum + (count - mean) ** 2 / mean, 0);
  const degrees = counts.length - 1;
  expect(chiSquare).toBeLessThan(degrees + 5 * Math.sqrt(2 * degrees) + 10);
});
