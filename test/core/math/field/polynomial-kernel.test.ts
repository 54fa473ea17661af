/** What is computed in WebAssembly is what the general code computes on bigints. */

import { describe, expect, test } from 'vitest';
import { Stream } from '../../../../src/core/base/random.ts';
import { shortestRecurrence } from '../../../../src/core/math/field/berlekamp-massey.ts';
import { polynomialsOver } from '../../../../src/core/math/field/field-kernel.ts';
import { Polynomials } from '../../../../src/core/math/field/polynomials.ts';
import { powerSums } from '../../../../src/core/math/field/power-sums.ts';
import { PrimeField } from '../../../../src/core/math/field/prime-field.ts';
import { WideField } from '../../../../src/core/math/field/wide-field.ts';

/** Small ones, in which elements are often zero, and the largest. */
const MODULI = [3n, 10_007n, 2n ** 31n - 1n, 57_735_339_239n, 2n ** 50n - 27n];

describe.each(MODULI)('modulo %s', (modulus) => {
  const wide = new WideField(modulus);
  const reference = new PrimeField(modulus);
  const ring = new Polynomials(wide);
  const referenceRing = new Polynomials(reference);
  const random = new Stream(new Uint8Array(16).fill(Number(modulus % 251n)));
  const element = (): number => Number(BigInt(random.integer(2 ** 32)) ** 2n % modulus);
  const elements = (length: number): number[] => Array.from({ length }, element);
  const polynomial = (length: number): number[] => [...elements(length - 1), 1];
  const big = (values: readonly number[]): bigint[] => values.map(BigInt);
  const small = (values: readonly bigint[]): number[] => values.map(Number);

  test('there is a kernel', () => {
    expect(polynomialsOver(wide)).toBeDefined();
    expect(polynomialsOver(reference)).toBeUndefined();
  });

  test.each([
    ['random', elements(300)],
    ['zeros', Array.from({ length: 100 }, () => 0)],
    ['late', [...Array.from({ length: 99 }, () => 0), 1]],
    ['largest', Array.from({ length: 101 }, (_, i) => (i % 7 === 0 ? 0 : Number(modulus - 1n)))],
    [
      'of few entries',
      powerSums(
        wide,
        Array.from({ length: 20 }, () => ({ index: element(), value: element() })),
        200,
      ),
    ],
  ])('the shortest recurrence of a sequence: %s', (_, sequence) => {
    const { connection, length } = shortestRecurrence(reference, big(sequence));
    expect(shortestRecurrence(wide, sequence)).toEqual({ connection: small(connection), length });
  });

  test('more terms than are summed up without a reduction', () => {
    const largest = Array.from({ length: 5000 }, () => Number(modulus - 1n));
    const { connection, length } = shortestRecurrence(wide, [...largest, 0, ...largest]);
    const sequence = [...largest, 0, ...largest];
    const at = 9000;
    let sum = 0n;
    for (const [k, coefficient] of connection.entries())
      sum += BigInt(coefficient) * BigInt(sequence[at - k]);
    expect(length).toBeGreaterThan(4096);
    expect(sum % modulus).toBe(0n);
  });

  test.each([
    [200, 100],
    [300, 30],
    [129, 64],
  ])('a polynomial of %d coefficients divided by one of %d', (aLength, bLength) => {
    const [a, b] = [polynomial(aLength), [...polynomial(bLength - 1), Number(modulus - 1n)]];
    const { quotient, remainder } = referenceRing.divide(big(a), big(b));
    expect(ring.divide(a, b)).toEqual({ quotient: small(quotient), remainder: small(remainder) });
  });

  test.each([
    [80, 60, 1],
    [60, 80, 30],
    [200, 30, 1],
    [40, 40, 40],
  ])('the greatest common divisor of multiples, by %d and %d, of one of %d', (one, other, common) => {
    const divisor = polynomial(common);
    const [a, b] = [one, other].map((length) => ring.mul(polynomial(length), divisor));
    const found = ring.gcd(a, b);
    expect(found).toEqual(small(referenceRing.gcd(big(a), big(b))));
    expect(found.length).toBeGreaterThanOrEqual(common);
  });

  test.each([64, 65, 66, 67, 500])('%d power sums', (count) => {
    const entries = Array.from({ length: 9 }, () => ({ index: element(), value: element() }));
    const bigs = entries.map(({ index, value }) => ({ index: BigInt(index), value: BigInt(value) }));
    expect(powerSums(wide, entries, count)).toEqual(small(powerSums(reference, bigs, count)));
  });
});
