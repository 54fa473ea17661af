import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestMatching } from '../../../../src/core/math/cluster/matching.ts';
import { absent, vectors } from '../../../support/cluster-vectors.ts';

/** The most that rows from `r` on can gain, with min(rows, columns) pairs. */
function bruteForce(gains: number[][], r = 0, used: readonly number[] = [], skipped = 0): number {
  if (r === gains.length) return 0;
  const spare = gains.length - gains[0].length;
  let best = skipped < spare ? bruteForce(gains, r + 1, used, skipped + 1) : -Infinity;
  for (const [c, gain] of gains[r].entries()) {
    if (!used.includes(c)) best = Math.max(best, gain + bruteForce(gains, r + 1, [...used, c], skipped));
  }
  return best;
}

describe('bestMatching', () => {
  it('finds the best total of any small table, with a pair for each row or each column', () => {
    const tables = fc
      .record({ rows: fc.integer({ min: 1, max: 5 }), columns: fc.integer({ min: 1, max: 5 }) })
      .chain(({ rows, columns }) => {
        const gain = fc.oneof(fc.integer({ min: -1, max: 2 }), fc.integer({ min: -1e9, max: 1e9 }));
        const row = fc.array(gain, { minLength: columns, maxLength: columns });
        return fc.array(row, { minLength: rows, maxLength: rows });
      });
    fc.assert(
      fc.property(tables, (gains) => {
        const { columns, total } = bestMatching(gains);
        expect(total).toBe(bruteForce(gains));
        const pairs = [...columns.entries()].filter(([, c]) => c !== -1);
        expect(new Set(pairs.map(([, c]) => c)).size).toBe(Math.min(gains.length, gains[0].length));
        expect(pairs.reduce((sum, [r, c]) => sum + gains[r][c], 0)).toBe(total);
      }),
      { numRuns: 300 },
    );
  });

  it('matches nothing in an empty table', () => {
    expect(bestMatching([])).toEqual({ columns: new Int32Array(0), total: 0 });
    expect(bestMatching([[], []])).toEqual({ columns: Int32Array.of(-1, -1), total: 0 });
  });

  it('leaves its argument alone', () => {
    const gains = [
      [3, 1],
      [2, 5],
      [0, 9],
    ];
    bestMatching(gains);
    expect(gains).toEqual([
      [3, 1],
      [2, 5],
      [0, 9],
    ]);
  });
});

describe.skipIf(absent)('bestMatching against SciPy', () => {
  it.each(vectors.hungarian)('gains as much on $name', ({ matrix, max_total }) => {
    expect(bestMatching(matrix).total).toBe(max_total);
  });

  it.each(vectors.hungarian_min_cost)('costs as little as $min_total', ({ matrix, min_total }) => {
    expect(-bestMatching(matrix.map((row) => row.map((cost) => -cost))).total).toBe(min_total);
  });
});
