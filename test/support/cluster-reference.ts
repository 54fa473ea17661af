/** Clustering decisions by brute force in bigint, and small instances that are full of hard ones. */

import * as fc from 'fast-check';
import { fromRows, type Matrix } from '../../src/core/base/matrix.ts';
import { NO_CLUSTER, type Labels } from '../../src/core/base/labels.ts';
import type { ScaledDistances } from '../../src/core/math/cluster/scaled-distances.ts';

export interface Table {
  /** |S_h|. */
  readonly sizes: readonly number[];
  /** d'_ih, by point and cluster. */
  readonly distances: readonly (readonly bigint[])[];
}

export interface Instance {
  readonly points: Matrix;
  readonly labels: Labels;
  readonly k: number;
}

/** The scaled distances by their definition. */
export function tableOf({ points, labels, k }: Instance): Table {
  const rows = Array.from({ length: points.rows }, (_, i) =>
    Array.from(points.values.subarray(i * points.columns, (i + 1) * points.columns), BigInt),
  );
  const members = Array.from({ length: k }, (_, h) => rows.filter((_row, i) => labels[i] === h));
  const distances = rows.map((x) =>
    members.map((own) => {
      const differences = x.map((value, c) =>
        own.reduce((sum, row) => sum + row[c], -BigInt(own.length) * value),
      );
      return differences.reduce((sum, difference) => sum + difference * difference, 0n);
    }),
  );
  return { sizes: members.map((own) => own.length), distances };
}

/** Whether factor * d_ig <= d_ih. */
export function isAtMost(
  { sizes, distances }: Table,
  i: number,
  factor: bigint,
  g: number,
  h: number,
): boolean {
  return factor * distances[i][g] * BigInt(sizes[h]) ** 2n <= distances[i][h] * BigInt(sizes[g]) ** 2n;
}

/** All clusters that are nearest to point `i`, in order. */
export function nearestOf(table: Table, i: number): number[] {
  const present = presentIn(table);
  return present.filter((g) => present.every((h) => isAtMost(table, i, 1n, g, h)));
}

/** All clusters that centre separation gives point `i`, in order. */
export function separatedOf(table: Table, i: number): number[] {
  const present = presentIn(table);
  return present.filter((g) => present.every((h) => g === h || isAtMost(table, i, 9n, g, h)));
}

function presentIn({ sizes }: Table): number[] {
  return [...sizes.keys()].filter((h) => sizes[h] > 0);
}

/**
 * The same table behind the contract that decisions are made by.
 *
 * @param error the relative error of each approximation, as a share of what the contract allows, in [-1, 1]
 */
export function scaledDistances(
  { sizes, distances }: Table,
  error: (i: number, h: number) => number,
): ScaledDistances {
  return {
    points: distances.length,
    sizes: Uint32Array.from(sizes),
    // Half of 2^-40, to leave room for the conversion's own rounding.
    approximate: (i, h) => Number(distances[i][h]) * (1 + error(i, h) * 2 ** -41),
    exact: (i, h) => distances[i][h],
  };
}

/** Up to 9 points on a few grid positions, some of them 2^45 away: ties, duplicates and empty clusters abound. */
export const instances: fc.Arbitrary<Instance> = fc
  .record({
    m: fc.integer({ min: 1, max: 9 }),
    d: fc.integer({ min: 1, max: 3 }),
    k: fc.integer({ min: 1, max: 4 }),
  })
  .chain(({ m, d, k }) => {
    const origin = fc.constantFrom(0, 0, 2 ** 45, -(2 ** 45));
    const value = fc.tuple(origin, fc.integer({ min: -2, max: 2 })).map(([far, near]) => far + near);
    const label = fc.oneof(
      { weight: 9, arbitrary: fc.nat({ max: k - 1 }) },
      { weight: 1, arbitrary: fc.constant(NO_CLUSTER) },
    );
    return fc.record({
      points: arrayOf(arrayOf(value, d), m).map((rows) => fromRows(rows)),
      labels: arrayOf(label, m).map((values) => Uint16Array.from(values)),
      k: fc.constant(k),
    });
  });

/** Tables of up to 2^200 where every entry is, up to a unit or two, a tie or nine times another. */
export const nearTies: fc.Arbitrary<Table> = fc
  .record({ m: fc.integer({ min: 1, max: 4 }), k: fc.integer({ min: 1, max: 5 }) })
  .chain(({ m, k }) => {
    const entry = fc.record({
      factor: fc.constantFrom(1n, 1n, 9n, 81n),
      delta: fc.bigInt({ min: -2n, max: 2n }),
    });
    return fc.record({
      sizes: arrayOf(fc.oneof(fc.constantFrom(0, 1, 2), fc.nat({ max: 2 ** 32 - 1 })), k),
      bases: arrayOf(fc.oneof(fc.bigInt({ min: 0n, max: 2n }), fc.bigInt({ min: 0n, max: 2n ** 200n })), m),
      entries: arrayOf(arrayOf(entry, k), m),
    });
  })
  .map(({ sizes, bases, entries }) => ({
    sizes,
    distances: entries.map((row, i) =>
      row.map(({ factor, delta }, h) => {
        const distance = factor * bases[i] * BigInt(sizes[h]) ** 2n + delta;
        return distance < 0n ? 0n : distance;
      }),
    ),
  }));

function arrayOf<T>(item: fc.Arbitrary<T>, length: number): fc.Arbitrary<T[]> {
  return fc.array(item, { minLength: length, maxLength: length });
}
