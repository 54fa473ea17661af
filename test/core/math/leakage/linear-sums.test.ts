import { describe, expect, test } from 'vitest';
import { LinearSums } from '../../../../src/core/math/leakage/linear-sums.ts';
import { determinedBy } from '../../../../src/core/math/leakage/summed-points.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { row, zeros } from '../../../../src/core/base/matrix.ts';
import { sumClusters } from '../../../../src/core/math/cluster/cluster-sums.ts';

describe('sums of unknowns', () => {
  test('that differ by one give it away, and nobody else', () => {
    const sums = new LinearSums(4);
    sums.add([1, 1, 1, 1], [10, 100]);
    sums.add([1, 1, 1, 0], [6, 60]);
    expect([...sums.known()]).toEqual([{ unknown: 3, value: Float64Array.of(4, 40) }]);
  });

  test('give what follows from them, and what does not is undefined', () => {
    const sums = new LinearSums(3);
    sums.add([1, 1, 0], [5]);
    sums.add([0, 1, 1], [7]);
    expect(sums.find([-1, 0, 1])).toEqual(Float64Array.of(2));
    expect(sums.find([1, 0, 0])).toBeUndefined();
    expect(sums.rank).toBe(2);
  });

  test('that say the same twice count once', () => {
    const sums = new LinearSums(2);
    sums.add([1, 1], [3]);
    sums.add([2, 2], [6]);
    expect(sums.rank).toBe(1);
  });

  test.each([1, 2, 3])('of random sets are solved as a determinant says, seed %d', (seed) => {
    const stream = new Random(seed).stream('sets');
    const unknowns = 8;
    const values = Array.from({ length: unknowns }, () => stream.integer(1000));
    const sums = new LinearSums(unknowns);
    for (let i = 0; i < 30; i++) {
      const chosen = Array.from({ length: unknowns }, () => stream.integer(2));
      sums.add(chosen, [chosen.reduce((sum, is, at) => sum + is * values[at], 0)]);
    }
    expect(sums.rank).toBe(unknowns);
    for (const { unknown, value } of sums.known()) expect(value[0]).toBeCloseTo(values[unknown], 6);
  });
});

describe('points of clusters that are summed round after round', () => {
  const stream = new Random(5).stream('points');
  const points = zeros(30, 2);
  points.values.forEach((_, at) => (points.values[at] = stream.integer(1000)));
  const seen = (rounds: number): Parameters<typeof determinedBy>[0] => {
    const draws = new Random(6).stream('labels');
    return Array.from({ length: rounds }, () => {
      const labels = Uint16Array.from({ length: points.rows }, () => draws.integer(3));
      return { labels, sums: sumClusters(points, labels, 3) };
    });
  };

  test('come back one by one once there are as many independent sums as points, and no wrong one ever', () => {
    let before = 0;
    for (const rounds of [1, 5, 12, 16]) {
      const found = determinedBy(seen(rounds)).filter((group) => group.points.length === 1);
      for (const {
        points: [i],
        sum,
      } of found)
        sum.forEach((value, c) => expect(value).toBeCloseTo(row(points, i)[c], 5));
      expect(found.length).toBeGreaterThanOrEqual(before);
      before = found.length;
    }
    expect(before).toBe(30);
  });

  test('that always go together are known as their sum only', () => {
    const labels = new Uint16Array(30);
    const [all] = determinedBy([{ labels, sums: sumClusters(points, labels, 1) }]);
    expect(all.points).toHaveLength(30);
  });
});
