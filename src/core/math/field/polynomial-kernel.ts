/**
 * Algorithms on sequences and polynomials that take quadratic time, in WebAssembly: over fields of up to 50 bits, a tenth of the time
 * of plain TypeScript. Each gives what the general function of the same purpose gives.
 */

import type { ScratchMemory } from './scratch-memory.ts';

/** The exports of wasm/polynomials.ts: addresses, lengths, and the modulus. */
export interface PolynomialExports {
  recurrence(
    sequence: number,
    count: number,
    connection: number,
    previous: number,
    spare: number,
    modulus: number,
  ): number;
  divide(a: number, aLength: number, b: number, bLength: number, quotient: number, modulus: number): void;
  commonDivisor(a: number, aLength: number, b: number, bLength: number, modulus: number): number;
  addPowers(sums: number, count: number, value: number, index: number, modulus: number): void;
}

/** Over one field of up to 50 bits. */
export interface PolynomialKernel<E = number> {
  /** The connection polynomial of the shortest recurrence of a sequence, which may end with zeros, and its length. */
  recurrence(sequence: readonly E[]): { connection: E[]; length: number };
  /** Quotient and remainder, which may end with zeros; `a` is at least as long as `b`. */
  divide(a: readonly E[], b: readonly E[]): { quotient: E[]; remainder: E[] };
  /** A greatest common divisor; `a` is at least as long as `b`, which is not empty. */
  commonDivisor(a: readonly E[], b: readonly E[]): E[];
  /** So many sums over all entries of value * index^i. */
  powerSums(entries: readonly { readonly index: E; readonly value: E }[], count: number): E[];
}

/** Chains of powers may write so many elements beyond the last sum. */
const SPARE = 4;

/**
 * @param place scratch space in the memory of these exports
 * @param modulus a prime below 2^50
 */
export function wasmPolynomials(
  wasm: PolynomialExports,
  place: ScratchMemory,
  modulus: number,
): PolynomialKernel {
  const put = (address: number, values: readonly number[]): void =>
    new Float64Array(place.buffer, address, values.length).set(values);
  const take = (address: number, length: number): number[] => {
    // Array.from takes three times as long.
    const list: number[] = [];
    for (const element of new Float64Array(place.buffer, address, length)) list.push(element);
    return list;
  };
  /** Lays out vectors of these lengths. */
  function within<T>(lengths: readonly number[], work: (...addresses: number[]) => T): T {
    let result: { readonly of: T } | undefined;
    place.with(
      lengths.map((length) => 2 * length),
      (...addresses) => {
        result = { of: work(...addresses) };
      },
    );
    return (result as { readonly of: T }).of;
  }

  return {
    recurrence(sequence) {
      const { length: count } = sequence;
      return within([count, count + 1, count + 1, count + 1], (at, connection, previous, spare) => {
        put(at, sequence);
        const length = wasm.recurrence(at, count, connection, previous, spare, modulus);
        return { connection: take(connection, count + 1), length };
      });
    },
    divide: (a, b) =>
      within([a.length, b.length, a.length - b.length + 1], (aAt, bAt, quotient) => {
        put(aAt, a);
        put(bAt, b);
        wasm.divide(aAt, a.length, bAt, b.length, quotient, modulus);
        return { quotient: take(quotient, a.length - b.length + 1), remainder: take(aAt, b.length - 1) };
      }),
    commonDivisor: (a, b) =>
      within([a.length, b.length], (aAt, bAt) => {
        put(aAt, a);
        put(bAt, b);
        return take(aAt, wasm.commonDivisor(aAt, a.length, bAt, b.length, modulus));
      }),
    powerSums: (entries, count) =>
      within([count + SPARE], (sums) => {
        new Float64Array(place.buffer, sums, count + SPARE).fill(0);
        for (const { index, value } of entries) wasm.addPowers(sums, count, value, index, modulus);
        return take(sums, count);
      }),
  };
}
