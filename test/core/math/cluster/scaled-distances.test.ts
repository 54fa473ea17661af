import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { integerDistances } from '../../../../src/core/math/cluster/integer-distances.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { nearestClusters, separateClusters } from '../../../../src/core/math/cluster/scaled-distances.ts';
import {
  instances,
  nearestOf,
  nearTies,
  scaledDistances,
  separatedOf,
  type Table,
  tableOf,
} from '../../../support/cluster-reference.ts';

/** Errors that a wrong or missing exact comparison would fall for: any pattern of the largest ones allowed. */
const errors = fc.array(fc.constantFrom(-1, 0, 1), { minLength: 7, maxLength: 7 });

function lowest(choices: readonly number[]): number {
  return choices[0] ?? NO_CLUSTER;
}

function separate(table: Table, labels: ArrayLike<number>): number[] {
  const separated = table.distances.map((_, i) => lowest(separatedOf(table, i)));
  return separated.map((h, i) =>
    h === NO_CLUSTER && !separated.includes(labels[i]) && table.sizes[labels[i]] > 0 ? labels[i] : h,
  );
}

describe('nearestClusters', () => {
  it('decides as integers do on small instances full of ties', () => {
    fc.assert(
      fc.property(instances, (instance) => {
        const { points, labels, k } = instance;
        const table = tableOf(instance);
        const expected = table.distances.map((_, i) => lowest(nearestOf(table, i)));
        expect([...nearestClusters(integerDistances(points, labels, k))]).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });

  it('decides as integers do when the approximations are as wrong as they may be', () => {
    fc.assert(
      fc.property(nearTies, errors, (table, pattern) => {
        const distances = scaledDistances(table, (i, h) => pattern[(i * 5 + h) % 7]);
        const expected = table.distances.map((_, i) => lowest(nearestOf(table, i)));
        expect([...nearestClusters(distances)]).toEqual(expected);
      }),
      { numRuns: 1000 },
    );
  });

  it('follows the names of the clusters, except in ties', () => {
    const permuted = instances.chain((instance) =>
      fc.record({
        instance: fc.constant(instance),
        names: fc.shuffledSubarray([...Array(instance.k).keys()], { minLength: instance.k }),
      }),
    );
    fc.assert(
      fc.property(permuted, ({ instance, names }) => {
        const { points, labels, k } = instance;
        const table = tableOf(instance);
        const renamed = labels.map((h) => (h === NO_CLUSTER ? h : names[h]));
        const found = nearestClusters(integerDistances(points, renamed, k));
        const expected = table.distances.map((_, i) => {
          const choices = nearestOf(table, i);
          return choices.length === 0 ? NO_CLUSTER : Math.min(...choices.map((h) => names[h]));
        });
        expect([...found]).toEqual(expected);
      }),
    );
  });

  it('gives no point a cluster when all clusters are empty', () => {
    const distances = scaledDistances({ sizes: [0, 0], distances: [[0n, 0n]] }, () => 0);
    expect([...nearestClusters(distances)]).toEqual([NO_CLUSTER]);
    expect([...separateClusters(distances, Uint16Array.of(NO_CLUSTER))]).toEqual([NO_CLUSTER]);
  });
});

describe('separateClusters', () => {
  it('decides as integers do on small instances full of ties', () => {
    fc.assert(
      fc.property(instances, (instance) => {
        const { points, labels, k } = instance;
        const found = separateClusters(integerDistances(points, labels, k), labels);
        expect([...found]).toEqual(separate(tableOf(instance), labels));
      }),
      { numRuns: 500 },
    );
  });

  it('decides as integers do when the approximations are as wrong as they may be', () => {
    fc.assert(
      fc.property(nearTies, errors, (table, pattern) => {
        const distances = scaledDistances(table, (i, h) => pattern[(i * 5 + h) % 7]);
        const labels = Uint16Array.from(table.distances, (_, i) => i % table.sizes.length);
        expect([...separateClusters(distances, labels)]).toEqual(separate(table, labels));
      }),
      { numRuns: 1000 },
    );
  });

  it('includes a point that is exactly three times as near, and no point a little farther', () => {
    // The means are 0 and 400.
    const points = fromRows([[-99], [99], [100], [-100], [101], [300], [299], [399], [401]]);
    const labels = Uint16Array.of(0, 0, 0, 0, NO_CLUSTER, NO_CLUSTER, NO_CLUSTER, 1, 1);
    const found = separateClusters(integerDistances(points, labels, 2), labels);
    expect([...found]).toEqual([0, 0, 0, 0, NO_CLUSTER, 1, NO_CLUSTER, 1, 1]);
  });

  it('keeps every point of an only cluster', () => {
    const points = fromRows([[0], [5], [1000]]);
    const labels = Uint16Array.of(1, 1, 1);
    expect([...separateClusters(integerDistances(points, labels, 3), labels)]).toEqual([1, 1, 1]);
  });

  it('gives the points at two identical centres to the lowest index, and the other cluster keeps the rest', () => {
    // Both means are 0; only the point at 0 is close enough.
    const points = fromRows([[0], [-3], [3], [-3], [3]]);
    const labels = Uint16Array.of(1, 1, 1, 2, 2);
    const found = separateClusters(integerDistances(points, labels, 3), labels);
    expect([...found]).toEqual([1, NO_CLUSTER, NO_CLUSTER, 2, 2]);
  });

  it('leaves a cluster empty when other sets took all its points', () => {
    const points = fromRows([[0], [0], [0]]);
    const labels = Uint16Array.of(0, 1, 1);
    expect([...separateClusters(integerDistances(points, labels, 2), labels)]).toEqual([0, 0, 0]);
  });
});
