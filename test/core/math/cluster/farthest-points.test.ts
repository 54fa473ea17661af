import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromRows } from '../../../../src/core/base/matrix.ts';
import { takeFarthestPoints } from '../../../../src/core/math/cluster/farthest-points.ts';
import { inertia } from '../../../../src/core/math/cluster/inertia.ts';
import { clusterSizes, NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { lloydStep } from '../../../../src/core/math/cluster/lloyd.ts';
import { isLess, lossOf } from '../../../../src/core/math/cluster/loss.ts';
import { lloydHistory } from '../../../../src/core/protocol/reference.ts';

const K = 4;
const points = (coordinate: fc.Arbitrary<number>) =>
  fc.array(fc.tuple(coordinate, coordinate), { minLength: 6, maxLength: 20 });
const integers = points(fc.integer({ min: -20, max: 20 }));
const instances = integers.chain((rows) =>
  fc.record({
    rows: fc.constant(rows),
    labels: fc.array(fc.constantFrom(0, 1, 2), { minLength: rows.length, maxLength: rows.length }),
  }),
);

describe('empty clusters take the farthest points', () => {
  test('one after the other, those farthest from the means that they were assigned to', () => {
    fc.assert(
      fc.property(instances, ({ rows, labels }) => {
        const matrix = fromRows(rows);
        const before = Uint16Array.from(labels);
        const nearest = lloydStep(matrix, before, K);
        const filled = takeFarthestPoints(matrix, before, nearest, K);
        // By hand: exact fractions, as all are small.
        const means = Array.from({ length: K }, (_, h) => {
          const own = rows.filter((_row, i) => before[i] === h);
          return [0, 1].map((c) => own.reduce((sum, row) => sum + row[c], 0) / own.length);
        });
        const distance = rows.map((row, i) =>
          row.reduce((sum, x, c) => sum + (x - means[nearest[i]][c]) ** 2, 0),
        );
        const expected = nearest.slice();
        const sizes = clusterSizes(nearest, K);
        for (const h of [...sizes.keys()].filter((each) => sizes[each] === 0)) {
          const left = [...rows.keys()].filter(
            (i) => expected[i] === nearest[i] && sizes[nearest[i]] > 1 && distance[i] > 1e-12,
          );
          if (left.length === 0) break;
          const most = Math.max(...left.map((i) => distance[i]));
          const taken = left.find((i) => distance[i] > most - 1e-9) as number;
          sizes[nearest[taken]]--;
          expected[taken] = h;
        }
        expect(filled).toEqual(expected);
      }),
      { numRuns: 200 },
    );
  });

  test('the same in doubles, and never one that is in no cluster', () => {
    const rows = [
      [0.5, 0],
      [1.5, 0],
      [7.25, 0],
      [100, 0],
    ];
    const labels = Uint16Array.of(0, 0, 0, NO_CLUSTER);
    expect(takeFarthestPoints(fromRows(rows), labels, labels, 3)).toEqual(
      Uint16Array.of(2, 0, 1, NO_CLUSTER),
    );
  });

  test.each([3, 0.5])('and none that lies where its centre is: all at %d', (x) => {
    const labels = Uint16Array.of(0, 0, 0);
    expect(takeFarthestPoints(fromRows([[x], [x], [x]]), labels, labels, 2)).toEqual(labels);
  });

  test('and iterations come to an end with a smaller loss, no cluster empty where points differ', () => {
    fc.assert(
      fc.property(instances, ({ rows, labels }) => {
        const matrix = fromRows(rows);
        const rule = { clusters: K, centreSeparation: false, maxIterations: 200, empty: 'farthest' as const };
        const history = lloydHistory(matrix, Uint16Array.from(labels), rule);
        expect(history.length).toBeLessThan(200);
        const last = history[history.length - 1];
        const distinct = new Set(rows.map(String)).size;
        const occupied = clusterSizes(last, K).filter((size) => size > 0).length;
        expect(occupied).toBe(Math.min(K, distinct));
        expect(inertia(matrix, last, K)).toBeLessThanOrEqual(
          inertia(matrix, Uint16Array.from(labels), K) + 1e-9,
        );
      }),
      { numRuns: 100 },
    );
  });
});

test('losses are compared exactly: the same points under other names are no better', () => {
  fc.assert(
    fc.property(instances, ({ rows, labels }) => {
      const matrix = fromRows(rows);
      const one = Uint16Array.from(labels);
      const other = one.map((h) => (h + 1) % 3);
      const [a, b] = [lossOf(matrix, one, one, K), lossOf(matrix, other, other, K)];
      expect([isLess(a, b), isLess(b, a)]).toEqual([false, false]);
      const loss = a as { numerator: bigint; denominator: bigint };
      expect(Number(loss.numerator) / Number(loss.denominator)).toBeCloseTo(inertia(matrix, one, K), 6);
    }),
    { numRuns: 100 },
  );
});
