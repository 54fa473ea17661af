import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromRows, type Matrix, selectRows } from '../../../../src/core/base/matrix.ts';
import { Random } from '../../../../src/core/base/random.ts';
import { centresOf } from '../../../../src/core/math/cluster/centres.ts';
import { inertia, inertiaAbout } from '../../../../src/core/math/cluster/inertia.ts';
import { clusterSizes, NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { lloyd, type LloydResult, lloydStep } from '../../../../src/core/math/cluster/lloyd.ts';
import { kMeansPlusPlus } from '../../../../src/core/math/cluster/seeding.ts';
import { instances, nearestOf, tableOf } from '../../../support/cluster-reference.ts';
import { absent, pointsOf, vectors } from '../../../support/cluster-vectors.ts';

/** Integers, spread widely enough that no decision is close. */
function scatter(name: string, m: number, d: number): Matrix {
  const stream = new Random(7).stream(name);
  return fromRows(Array.from({ length: m }, () => Array.from({ length: d }, () => stream.integer(1e6))));
}

function scaled(points: Matrix, factor: number): Matrix {
  return { ...points, values: points.values.map((value) => value * factor) };
}

function expectClose(found: Matrix, expected: Matrix): void {
  const scale = Math.max(...expected.values.map(Math.abs));
  for (const [at, value] of expected.values.entries()) {
    expect(Math.abs(found.values[at] - value)).toBeLessThanOrEqual(1e-9 * scale);
  }
}

/** The loss about the centres, each point as often as it weighs. */
function weightedInertia(points: Matrix, { labels, centres }: LloydResult, weights: Float64Array): number {
  const copies = copiesBy(weights);
  const copied = Uint16Array.from(copies, (i) => labels[i]);
  return inertiaAbout(selectRows(points, copies), copied, centres);
}

/** Each index as often as its weight says. */
function copiesBy(weights: Float64Array): number[] {
  return [...weights.keys()].flatMap((i) => Array.from({ length: weights[i] }, () => i));
}

function weightsOf({ weights }: { weights: number[] | null }): { weights?: Float64Array } {
  return weights === null ? {} : { weights: Float64Array.from(weights) };
}

describe('lloydStep', () => {
  it('takes the nearest mean on integers, exactly, from any labels', () => {
    fc.assert(
      fc.property(instances, (instance) => {
        const { points, labels, k } = instance;
        const table = tableOf(instance);
        const expected = Array.from(labels, (_, i) => nearestOf(table, i)[0] ?? NO_CLUSTER);
        expect([...lloydStep(points, labels, k)]).toEqual(expected);
      }),
    );
  });

  it('decides the same in doubles as in integers where no decision is close', () => {
    const points = scatter('step', 300, 4);
    const labels = Uint16Array.from({ length: 300 }, (_, i) => i % 7);
    const expected = lloydStep(points, labels, 8);
    expect([...clusterSizes(expected, 8)].filter((size) => size > 0)).toHaveLength(7);
    expect([...lloydStep(scaled(points, 1 / 3), labels, 8)]).toEqual([...expected]);
  });

  it('sees a difference that doubles cannot', () => {
    // The squared distances from the first point are 2^100 + 1 and 2^100.
    const points = fromRows([
      [0, 0],
      [2 ** 50, 1],
      [2 ** 50, 0],
    ]);
    const labels = Uint16Array.of(NO_CLUSTER, 0, 1);
    expect([...lloydStep(points, labels, 2)]).toEqual([1, 0, 1]);
    expect([...lloyd(points, 2, { labels }, { maxIterations: 1 }).labels]).toEqual([1, 0, 1]);
  });

  it('gives a tie to the lowest index', () => {
    expect([...lloydStep(fromRows([[0], [-2], [2]]), Uint16Array.of(NO_CLUSTER, 1, 0), 2)]).toEqual([
      0, 1, 0,
    ]);
    expect([...lloydStep(fromRows([[0], [-0.5], [0.5]]), Uint16Array.of(NO_CLUSTER, 1, 0), 2)]).toEqual([
      0, 1, 0,
    ]);
  });
});

describe('lloyd', () => {
  it('repeats the step until the labels repeat, and keeps every labelling', () => {
    fc.assert(
      fc.property(instances, fc.constantFrom(1, 1 / 3), ({ points, labels, k }, factor) => {
        const data = scaled(points, factor);
        const { history, iterations, converged, ...result } = lloyd(
          data,
          k,
          { labels },
          { maxIterations: 50 },
        );
        expect(history[0]).toBe(labels);
        expect(history).toHaveLength(iterations + 1);
        for (let r = 0; r < iterations; r++) {
          expect(history[r + 1]).toEqual(lloydStep(data, history[r], k));
          expect(history[r + 1].join() === history[r].join()).toBe(converged && r === iterations - 1);
        }
        expect(result.labels).toBe(history[iterations]);
        expect([...result.centres.values]).toEqual([...centresOf(data, history[iterations - 1], k).values]);
      }),
    );
  });

  it('never lets the loss grow', () => {
    fc.assert(
      fc.property(instances, fc.constantFrom(1, 1 / 3), ({ points, labels, k }, factor) => {
        const start = labels.map((h) => (h === NO_CLUSTER ? 0 : h));
        const data = scaled(points, factor);
        const { history, converged } = lloyd(data, k, { labels: start }, { maxIterations: 50 });
        expect(converged).toBe(true);
        const losses = history.map((step) => inertia(data, step, k));
        // The mean of coordinates is off by their last bits, which count once for every point.
        const largest = Math.max(...data.values.map(Math.abs));
        const rounding = data.values.length * (4 * Number.EPSILON * largest) ** 2;
        for (let r = 1; r < losses.length; r++) {
          expect(losses[r]).toBeLessThanOrEqual(losses[r - 1] * (1 + 1e-12) + 1e-12 + rounding);
        }
      }),
    );
  });

  it('stops after the iterations it may make', () => {
    const points = scatter('stop', 300, 4);
    const centres = selectRows(points, [0, 1, 2, 3]);
    const { iterations: all } = lloyd(points, 4, { centres }, { maxIterations: 1000 });
    expect(all).toBeGreaterThan(3);
    const short = lloyd(points, 4, { centres }, { maxIterations: 3 });
    expect(short).toMatchObject({ iterations: 3, converged: false });
    const none = lloyd(points, 4, { centres }, { maxIterations: 0 });
    expect(none).toMatchObject({ iterations: 0, converged: false, centres });
    expect(none.labels).toEqual(short.history[0]);
  });

  it('counts a point of weight w as w points', () => {
    const points = scaled(scatter('weights', 200, 3), 1e-6);
    const weights = Float64Array.from({ length: 200 }, (_, i) => i % 4);
    const copies = copiesBy(weights);
    const centres = selectRows(points, [1, 2, 3, 5, 6]);
    const weighted = lloyd(points, 5, { centres }, { maxIterations: 100, weights });
    const repeated = lloyd(selectRows(points, copies), 5, { centres }, { maxIterations: 100 });
    expect(weighted.converged && repeated.converged).toBe(true);
    expect(copies.map((i) => weighted.labels[i])).toEqual([...repeated.labels]);
    expectClose(weighted.centres, repeated.centres);
  });

  it('lets an empty cluster fall for good, and lets a start without a centre be', () => {
    const points = fromRows([[0], [1], [10], [11]]);
    const centres = fromRows([[0], [NaN], [10]]);
    const result = lloyd(points, 3, { centres }, { maxIterations: 10 });
    expect([...result.labels]).toEqual([0, 0, 2, 2]);
    expect([...result.centres.values]).toEqual([0.5, NaN, 10.5]);
  });

  it('agrees with itself under both rules when no cluster is ever empty', () => {
    const points = scatter('rules', 200, 2);
    const centres = selectRows(points, kMeansPlusPlus(points, 6, new Random(1).stream('seeds')));
    const drop = lloyd(points, 6, { centres }, { maxIterations: 100 });
    expect(Math.min(...drop.history.flatMap((labels) => [...clusterSizes(labels, 6)]))).toBeGreaterThan(0);
    expect(lloyd(points, 6, { centres }, { maxIterations: 100, emptyClusters: 'farthest' })).toEqual(drop);
  });

  it('moves the farthest points first, but none that is alone in its cluster', () => {
    const points = fromRows([[0], [3], [-4], [100]]);
    // The point at 100 is the farthest from its centre; the clusters 2 and 3 take -4 and 3 instead.
    const centres = fromRows([[0], [60], [1000], [2000]]);
    const { history, converged } = lloyd(
      points,
      4,
      { centres },
      { maxIterations: 10, emptyClusters: 'farthest' },
    );
    expect(history.map((labels) => Array.from(labels))).toEqual([
      [0, 0, 0, 1],
      [0, 3, 2, 1],
      [0, 3, 2, 1],
    ]);
    expect(converged).toBe(true);
  });

  it('leaves a cluster empty when every point is alone', () => {
    const points = fromRows([[0], [100]]);
    const centres = fromRows([[1], [60], [1000]]);
    const result = lloyd(points, 3, { centres }, { maxIterations: 10, emptyClusters: 'farthest' });
    expect([...result.labels]).toEqual([0, 1]);
    expect([...result.centres.values]).toEqual([0, 100, NaN]);
  });

  it('never moves a point without weight into an empty cluster', () => {
    const points = fromRows([[0], [1], [5]]);
    const options = {
      maxIterations: 10,
      emptyClusters: 'farthest',
      weights: Float64Array.of(1, 1, 0),
    } as const;
    const { labels, centres } = lloyd(points, 2, { centres: fromRows([[0], [1000]]) }, options);
    expect([...labels]).toEqual([0, 1, 1]);
    expect([...centres.values]).toEqual([0, 1]);
  });

  it('refuses centres for another number of clusters', () => {
    const points = fromRows([[0]]);
    expect(() => lloyd(points, 2, { centres: points }, { maxIterations: 1 })).toThrow(
      '1 centres for 2 clusters',
    );
  });
});

describe.skipIf(absent)('lloyd against scikit-learn', () => {
  it.each(vectors.runs)('follows $dataset from $init, iteration by iteration', (run) => {
    const points = pointsOf(run.dataset);
    const start = { centres: fromRows(run.init_centers) };
    const steps = run.iterations.map(({ max_iter, ...expected }) => ({
      ...lloyd(points, run.k, start, { maxIterations: max_iter }),
      expected,
    }));
    for (const { labels, centres, expected } of steps) {
      expect(inertiaAbout(points, labels, centres) / expected.inertia).toBeCloseTo(1, 9);
    }
    for (const { labels, expected } of steps.filter((step) => step.expected.labels)) {
      expect(Array.from(labels)).toEqual(expected.labels);
    }
    for (const { centres, expected } of steps.filter((step) => step.expected.centers)) {
      expectClose(centres, fromRows(expected.centers ?? []));
    }
    // It counts the first assignment as an iteration, which here belongs to the start.
    const { iterations, converged } = lloyd(points, run.k, start, { maxIterations: 100 });
    expect({ iterations, converged }).toEqual({ iterations: run.converged_after - 1, converged: true });
  });

  it.each(vectors.weighted)('weighs the points of $dataset', (run) => {
    const points = pointsOf(run.dataset);
    const k = run.centers.length;
    const weights = Float64Array.from({ length: points.rows }, (_, i) => (i % 5) + 1);
    const start = { centres: fromRows(run.init_centers) };
    const found = lloyd(points, k, start, { maxIterations: 100, weights });
    expect([...found.labels]).toEqual(run.labels);
    expectClose(found.centres, fromRows(run.centers));
    expect(found.iterations).toBe(run.n_iter - 1);
    expect(weightedInertia(points, found, weights) / run.inertia).toBeCloseTo(1, 9);
  });

  it.each(vectors.edge_cases)('treats $name as it does, by the farthest point', (example) => {
    const { labels, centers, inertia: loss } = example.sklearn;
    const points = fromRows(example.X);
    const start = { centres: fromRows(example.init_centers) };
    const options = {
      maxIterations: example.max_iter,
      emptyClusters: 'farthest',
      ...weightsOf(example),
    } as const;
    const found = lloyd(points, centers.length, start, options);
    expect([...found.labels]).toEqual(labels);
    expectClose(found.centres, fromRows(centers));
    const weights = weightsOf(example).weights ?? new Float64Array(points.rows).fill(1);
    expect(weightedInertia(points, found, weights)).toBeCloseTo(loss, 9);
  });

  it.each(vectors.edge_cases)(
    'labels $name as if empty clusters kept their centres, by dropping',
    (example) => {
      const { labels, centers } = example.keep_old_centre_policy;
      const k = centers.length;
      const start = { centres: fromRows(example.init_centers) };
      const options = { maxIterations: example.max_iter, ...weightsOf(example) };
      const found = lloyd(fromRows(example.X), k, start, options);
      expect([...found.labels]).toEqual(labels);
      // Only an empty cluster differs: it has no centre here.
      const sizes = clusterSizes(found.labels, k);
      const kept = [...sizes.keys()].filter((h) => sizes[h] > 0);
      expectClose(selectRows(found.centres, kept), selectRows(fromRows(centers), kept));
    },
  );
});
