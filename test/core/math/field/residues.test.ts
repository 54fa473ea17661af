import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { keystream } from '../../../../src/core/base/random.ts';
import { largestModuli } from '../../../../src/core/math/field/moduli.ts';
import { uniformResidues } from '../../../../src/core/math/field/noise.ts';
import { Reconstruction, residentZeros, toResidues } from '../../../../src/core/math/field/residues.ts';

test('integers come back from their residues, exactly and to a few ulp', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), fc.bigInt(0n, 2n ** 224n), (count, value) => {
      const moduli = largestModuli(count);
      const product = moduli.reduce((all, p) => all * BigInt(p), 1n);
      const expected = value % product;
      const planes = moduli.map((p) => Uint32Array.of(Number(expected % BigInt(p))));
      const reconstruction = new Reconstruction(moduli);
      expect(reconstruction.exact(planes, 0)).toBe(expected);
      const signed = reconstruction.exactSigned(planes, 0);
      expect((signed - expected) % product).toBe(0n);
      expect(2n * signed < product && 2n * signed >= -product).toBe(true);
      const error = Math.abs(reconstruction.approximate(planes, 0) - Number(expected));
      expect(error).toBeLessThanOrEqual(Number(expected) * count * 2 ** -51);
    }),
  );
});

test('negative integers wrap, up to 2^53', () => {
  const moduli = largestModuli(3);
  const values = [0, -1, 1, -(2 ** 53), 2 ** 53, 123_456_789_012_345, -987_654_321];
  const residues = toResidues(fromRows([values]), moduli);
  const reconstruction = new Reconstruction(moduli);
  values.forEach((value, i) => expect(reconstruction.exactSigned(residues.planes, i)).toBe(BigInt(value)));
});

test('noise is uniform over the residues, and a different key gives different noise', () => {
  const noise = uniformResidues(new Uint8Array(32).fill(5), [5], 2, 50_000)[0];
  for (const vector of noise) {
    const counts = [0, 0, 0, 0, 0];
    for (const value of vector) counts[value]++;
    const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0);
    expect(chiSquare).toBeLessThan(23.5); // 4 degrees of freedom, p = 1e-4
  }
  expect(noise[0]).not.toEqual(noise[1]);
  expect(uniformResidues(new Uint8Array(32).fill(6), [5], 1, 100)[0][0]).not.toEqual(noise[0].slice(0, 100));
});

test('noise is what the words of the stream say in order, without those that are no residues', () => {
  const key = new Uint8Array(32).fill(7);
  const [vectors, length] = [3, 3000];
  const words = keystream(key)(60_000);
  let next = 0;
  const expected = [5, 1021].map((p) =>
    Array.from({ length: vectors }, () =>
      Uint32Array.from({ length }, () => {
        const mask = p === 5 ? 7 : 1023;
        while ((words[next] & mask) >= p) next++;
        return words[next++] & mask;
      }),
    ),
  );
  expect(uniformResidues(key, [5, 1021], vectors, length)).toEqual(expected);
});

test('a matrix of several megabytes has room for all its planes, one after the other in one buffer', () => {
  const { planes, memory } = residentZeros(2 ** 12, 2 ** 7, [97, 101, 103]);
  expect(memory).toBeDefined();
  expect(new Set(planes.map(({ buffer }) => buffer)).size).toBe(1);
  planes.forEach((plane, at) => plane.fill(at + 1));
  expect(planes.map(({ length }) => length)).toEqual(Array.from({ length: 3 }, () => 2 ** 19));
  expect(planes.map((plane) => plane[0] * 10 + plane[2 ** 19 - 1])).toEqual([11, 22, 33]);
});
