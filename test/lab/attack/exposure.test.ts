import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KnownPoints } from '../../../src/core/math/leakage/known-points.ts';
import { membership } from '../../../src/core/protocol/attacks/membership.ts';
import { claimsFrom } from '../../../src/lab/attack/single-mover.ts';
import { fewestWithMean } from '../../../src/core/math/leakage/small-clusters.ts';
import { sumClusters } from '../../../src/core/math/cluster/cluster-sums.ts';
import { fromRows, row, type Matrix } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';

function cloud(points: number, dimension: number): Matrix {
  const stream = new Random(1).stream('points');
  return fromRows(
    Array.from({ length: points }, () => Array.from({ length: dimension }, () => stream.uniform())),
  );
}

describe('a claim to know a point', () => {
  const points = fromRows([
    [1, 2],
    [1, 3],
    [0.1 + 0.2, 5],
    [1, 2],
  ]);
  const known = new KnownPoints(points);

  test('is right for a point, wherever it stands and however often, up to rounding', () => {
    expect(known.rowsOf([1, 3])).toEqual([1]);
    expect(known.rowsOf([1, 2]).toSorted()).toEqual([0, 3]);
    expect(known.rowsOf([0.3, 5])).toEqual([2]);
  });

  test('is wrong for everything else', () => {
    for (const claim of [
      [1, 2.001],
      [1.001, 2],
      [2, 1],
      [Number.NaN, 2],
      [1, Number.NaN],
    ]) {
      expect(known.rowsOf(claim)).toEqual([]);
    }
  });
});

describe('sums round after round', () => {
  const points = cloud(12, 3);
  const anything = (): boolean => true;
  const aggregate = (labels: readonly number[]) => sumClusters(points, Uint16Array.from(labels), 3);
  const start = [0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2];
  const moved = (...changes: readonly (readonly [point: number, to: number])[]): number[] => {
    const labels = [...start];
    for (const [point, to] of changes) labels[point] = to;
    return labels;
  };

  test('give away a point that moves alone, and not who moves with others', () => {
    const claims = claimsFrom([aggregate(start), aggregate(moved([5, 2]))], anything);
    expect(claims.map(({ round, how }) => ({ round, how }))).toEqual([{ round: 1, how: 'moved' }]);
    expect(new KnownPoints(points).rowsOf(claims[0].point)).toEqual([5]);
    expect(claimsFrom([aggregate(start), aggregate(moved([5, 2], [6, 2]))], anything)).toEqual([]);
    expect(claimsFrom([aggregate(start), aggregate(moved([5, 2], [8, 1]))], anything)).toEqual([]);
  });

  test('give away two that move between different clusters in one round', () => {
    const first = [0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3];
    const second = [1, 0, 0, 1, 1, 1, 3, 2, 2, 3, 3, 3];
    const both = [first, second].map((labels) => sumClusters(points, Uint16Array.from(labels), 4));
    const known = new KnownPoints(points);
    const rows = claimsFrom(both, anything).map(({ point }) => known.rowsOf(point)[0]);
    expect(rows.toSorted()).toEqual([0, 6]);
  });

  test('give away a cluster of one, in every round', () => {
    const alone = [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1];
    const claims = claimsFrom([aggregate(alone), aggregate(alone)], anything);
    expect(claims.map(({ round, how }) => [round, how])).toEqual([
      [0, 'alone'],
      [1, 'alone'],
    ]);
    expect(claims[0].point).toEqual(row(points, 0));
  });

  test('can look like one mover when three move; what cannot be a point is no claim', () => {
    const rounds = [aggregate(start), aggregate(moved([4, 2], [5, 2], [8, 1]))];
    const [claim] = claimsFrom(rounds, anything);
    expect(new KnownPoints(points).rowsOf(claim.point)).toEqual([]);
    expect(claimsFrom(rounds, () => false)).toEqual([]);
  });
});

describe('the fewest points with a mean', () => {
  test('are found when they are one, two or three, and never more', () => {
    const points = cloud(30, 4);
    const known = new KnownPoints(points);
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(29), { minLength: 1, maxLength: 5 }), (rows) => {
        const mean = row(points, 0).map(
          (_, c) => rows.reduce((sum, i) => sum + row(points, i)[c], 0) / rows.length,
        );
        const found = fewestWithMean(points, known, mean);
        expect(found?.toSorted()).toEqual(rows.length <= 3 ? rows.toSorted() : undefined);
      }),
    );
  });
});

describe('membership', () => {
  test('is certain when all members score above all others, and chance when scores say nothing', () => {
    expect(membership([3, 4], [1, 2])).toEqual({ area: 1, truePositives: 1 });
    expect(membership([1, 2], [3, 4])).toEqual({ area: 0, truePositives: 0 });
    expect(membership([5, 5, 5], [5, 5])).toEqual({ area: 0.5, truePositives: 0 });
  });

  // sklearn.metrics.roc_auc_score
  test('has the area that counting pairs gives', () => {
    const members = [0.8, 0.4, 0.35, 0.9];
    const others = [0.1, 0.4, 0.7];
    expect(membership(members, others).area).toBeCloseTo(8.5 / 12, 12);
  });

  test('counts members above what one other point in a hundred reaches', () => {
    const others = Array.from({ length: 100 }, (_, i) => i);
    // One of a hundred, 99, may be taken for a member: so the threshold is 98.
    expect(membership([98.5, 97, 200, 99], others).truePositives).toBe(0.75);
  });
});
