import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRows, type Matrix, row, selectRows } from '../../../../src/core/base/matrix.ts';
import { Random, type Stream } from '../../../../src/core/base/random.ts';
import { assignToCentres } from '../../../../src/core/math/cluster/centres.ts';
import { inertiaAbout } from '../../../../src/core/math/cluster/inertia.ts';
import { drawCentres, kMeansPlusPlus } from '../../../../src/core/math/cluster/seeding.ts';
import { absent, pointsOf, vectors } from '../../../support/cluster-vectors.ts';

function cost(points: Matrix, chosen: Uint32Array): number {
  const centres = selectRows(points, chosen);
  return inertiaAbout(points, assignToCentres(points, centres), centres);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The mean of the values and the standard error of that mean. */
function estimate(values: readonly number[]): { mean: number; error: number } {
  const centre = mean(values);
  const variance = mean(values.map((value) => (value - centre) ** 2));
  return { mean: centre, error: Math.sqrt(variance / values.length) };
}

function costs(points: Matrix, k: number, draws: number, stream: Stream): number[] {
  return Array.from({ length: draws }, () => cost(points, kMeansPlusPlus(points, k, stream)));
}

describe('drawCentres', () => {
  // Two points at 0 and one at 3: whichever is drawn first, the other place is left.
  const points = fromRows([[0], [0], [3]]);
  const stream = () => new Random(1).stream('seeds');

  it('has the mass of each draw: all weights, then weights times squared distances', () => {
    const plain = drawCentres(points, 2, stream(), { kept: Uint32Array.of(2) });
    expect([...plain.masses]).toEqual([3, 18]);
    const weights = Float64Array.of(1, 4, 2);
    const weighed = drawCentres(points, 2, stream(), { weights, kept: Uint32Array.of(0) });
    expect([...weighed.masses]).toEqual([7, 18]);
    expect([...weighed.chosen]).toEqual([0, 2]);
  });
});

describe('kMeansPlusPlus', () => {
  it('draws different values while there are any left', () => {
    const rows = fc.array(fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 })), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(rows, fc.nat(), fc.integer({ min: 1, max: 12 }), (values, seed, k) => {
        const points = fromRows(values);
        const chosen = kMeansPlusPlus(points, k, new Random(seed).stream('seeds'));
        const different = new Set(values.map(String)).size;
        expect(chosen).toHaveLength(k);
        expect(new Set(Array.from(chosen, (i) => row(points, i).join())).size).toBe(Math.min(k, different));
      }),
    );
  });

  it('does not depend on the scale of the points', () => {
    const stream = new Random(3).stream('points');
    const points = fromRows(Array.from({ length: 100 }, () => [stream.uniform(), stream.uniform()]));
    const large = { ...points, values: points.values.map((value) => value * 2 ** 60) };
    const chosen = kMeansPlusPlus(points, 10, new Random(4).stream('seeds'));
    expect(kMeansPlusPlus(large, 10, new Random(4).stream('seeds'))).toEqual(chosen);
  });

  it('draws no value twice though the distances vanish in rounding', () => {
    // The squared distance is the least positive double, which leaves half of all targets out of reach.
    const points = fromRows([[0], [2.2e-162], [0]]);
    for (let seed = 0; seed < 20; seed++) {
      expect([...kMeansPlusPlus(points, 2, new Random(seed).stream('seeds'))]).toContain(1);
    }
  });

  it('refuses to draw from nothing', () => {
    expect(() => kMeansPlusPlus(fromRows([], 2), 1, new Random(0).stream('seeds'))).toThrow('no points');
  });
});

describe.skipIf(absent)('kMeansPlusPlus against exact probabilities', () => {
  const DRAWS = 20_000;

  it.each(vectors.kmeans_plusplus_exact.map((example, index) => ({ ...example, index })))(
    'draws the sets of case $index as often as it should',
    ({ X, k, index, probability_of_chosen_index_sets, expected_seeding_cost_float }) => {
      const points = fromRows(X);
      const stream = new Random(index).stream('exact');
      const counts = new Map<string, number>();
      const found: number[] = [];
      for (let draw = 0; draw < DRAWS; draw++) {
        const chosen = kMeansPlusPlus(points, k, stream);
        const key = chosen.toSorted().join();
        counts.set(key, (counts.get(key) ?? 0) + 1);
        found.push(cost(points, chosen));
      }

      // Pearson's statistic; what is rare shares one cell, as it needs about 5 draws per cell.
      let statistic = 0;
      let cells = 0;
      const rare = { expected: 0, seen: 0 };
      for (const [set, , probability] of probability_of_chosen_index_sets) {
        const seen = counts.get(set.join()) ?? 0;
        counts.delete(set.join());
        const expected = DRAWS * probability;
        if (expected >= 5) {
          statistic += (seen - expected) ** 2 / expected;
          cells++;
        } else {
          rare.expected += expected;
          rare.seen += seen;
        }
      }
      expect([...counts.keys()]).toEqual([]);
      const freedom = cells - 1;
      expect(statistic).toBeLessThan(freedom + 4 * Math.sqrt(2 * freedom));
      expect(Math.abs(rare.seen - rare.expected)).toBeLessThanOrEqual(4 * Math.sqrt(rare.expected));

      const { mean: average, error } = estimate(found);
      expect(Math.abs(average - expected_seeding_cost_float)).toBeLessThanOrEqual(4 * error);
    },
  );
});

describe.skipIf(absent)('kMeansPlusPlus against scikit-learn', () => {
  it.each(vectors.kmeans_plusplus_statistics)('costs as much on $dataset', (example) => {
    const points = pointsOf(example.dataset);
    const draws = points.rows > 1000 ? 100 : 1000;
    const found = estimate(costs(points, example.k, draws, new Random(5).stream(example.dataset)));
    const references = [
      example.seeding_cost_plain_Dsquared_sklearn_n_local_trials_1,
      example.seeding_cost_plain_Dsquared_own_numpy,
    ];
    for (const { mean: expected, sem } of references) {
      expect(Math.abs(found.mean - expected)).toBeLessThan(4 * Math.hypot(found.error, sem));
    }
  });
});
