import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  accuracy,
  adjustedRandIndex,
  contingency,
  normalisedMutualInformation,
  purity,
} from '../../../../src/core/math/cluster/accuracy.ts';
import { NO_CLUSTER } from '../../../../src/core/base/labels.ts';
import { absent, vectors } from '../../../support/cluster-vectors.ts';

const scores = { accuracy, purity, adjustedRandIndex, normalisedMutualInformation };

/** Points with these counts by cluster and class. */
function expand(counts: number[][]): { labels: number[]; truth: number[] } {
  const cells = counts.flatMap((row, r) => row.flatMap((n, c) => Array.from({ length: n }, () => [r, c])));
  return { labels: cells.map(([r]) => r), truth: cells.map(([, c]) => c) };
}

/** Cluster and class of each point. */
const partitions = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 4 })), {
  minLength: 1,
  maxLength: 30,
});

describe('contingency', () => {
  it('has a row per cluster and a column per class that occur, in ascending order', () => {
    const labels = Uint16Array.of(5, 2, 5, NO_CLUSTER, 2);
    expect(contingency(labels, [10, 7, 10, 9, 10])).toEqual([
      [1, 0, 1],
      [0, 0, 2],
    ]);
  });

  it('refuses sequences of different length', () => {
    expect(() => contingency([0, 1], [0])).toThrow('2 labels for 1 points');
  });
});

describe('scores', () => {
  it.each(Object.entries(scores))('%s does not depend on names, nor on the order of points', (_, score) => {
    const shuffled = partitions.chain((points) =>
      fc.record({
        points: fc.constant(points),
        order: fc.shuffledSubarray(points, { minLength: points.length }),
        clusters: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
        classes: fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }),
      }),
    );
    fc.assert(
      fc.property(shuffled, ({ points, order, clusters, classes }) => {
        const expected = score(
          points.map(([h]) => h),
          points.map(([, c]) => c),
        );
        const found = score(
          order.map(([h]) => clusters[h]),
          order.map(([, c]) => classes[c]),
        );
        expect(found).toBe(expected);
      }),
    );
  });

  it.each(Object.entries(scores))(
    '%s is 1 for the same partition, and only then if there are no more clusters',
    (_, score) => {
      fc.assert(
        fc.property(partitions, (points) => {
          const labels = points.map(([h]) => h);
          const truth = points.map(([, c]) => c);
          expect(score(truth, truth)).toBeCloseTo(1, 12);
          const isSame = contingency(labels, truth).every((row) => row.filter((n) => n > 0).length === 1);
          const isAsFew = new Set(labels).size <= new Set(truth).size;
          expect(isAsFew && score(labels, truth) > 1 - 1e-12).toBe(isAsFew && isSame);
        }),
      );
    },
  );

  it.each(Object.entries(scores))('%s of no points is NaN', (_, score) => {
    expect(score([], [])).toBeNaN();
  });
});

describe('accuracy', () => {
  it('is the best over all namings', () => {
    fc.assert(
      fc.property(partitions, (points) => {
        const best = namings(4, [0, 1, 2, 3, 4]).map(
          (naming) => points.filter(([h, c]) => naming[h] === c).length / points.length,
        );
        const labels = points.map(([h]) => h);
        const truth = points.map(([, c]) => c);
        expect(accuracy(labels, truth)).toBe(Math.max(...best));
        expect(accuracy(truth, labels)).toBe(Math.max(...best));
      }),
    );
  });

  it('and purity count a point in no cluster as wrong, where the others leave it out', () => {
    const labels = [0, 0, 1, 1, NO_CLUSTER];
    const truth = [3, 3, 4, 4, 3];
    expect(accuracy(labels, truth)).toBe(0.8);
    expect(purity(labels, truth)).toBe(0.8);
    expect(adjustedRandIndex(labels, truth)).toBe(1);
    expect(normalisedMutualInformation(labels, truth)).toBeCloseTo(1, 12);
    expect(accuracy([NO_CLUSTER], [0])).toBe(0);
    expect(purity([NO_CLUSTER], [0])).toBe(0);
  });
});

describe('normalisedMutualInformation', () => {
  it('is 0 for one cluster of several classes', () => {
    expect(normalisedMutualInformation([0, 0, 0], [0, 1, 1])).toBe(0);
  });
});

describe.skipIf(absent)('scores against scikit-learn and SciPy', () => {
  it.each(vectors.hungarian)(
    'accuracy and purity of $name',
    ({ matrix, accuracy: right, purity_majority_vote }) => {
      const { labels, truth } = expand(matrix);
      expect(accuracy(labels, truth)).toBe(right ?? NaN);
      expect(purity(labels, truth)).toBe(purity_majority_vote ?? NaN);
    },
  );

  it.each(vectors.clustering_metrics)('all scores of $dataset from $init', (example) => {
    const run = vectors.runs.find(
      ({ dataset, init }) => dataset === example.dataset && init === example.init,
    );
    const labels = run?.iterations.at(-1)?.labels ?? [];
    const truth = vectors.datasets[example.dataset].y;
    expect(contingency(labels, truth)).toEqual(example.contingency_pred_by_true);
    expect(accuracy(labels, truth)).toBeCloseTo(example.hungarian_accuracy, 12);
    expect(purity(labels, truth)).toBeCloseTo(example.purity, 12);
    expect(adjustedRandIndex(labels, truth)).toBeCloseTo(example.ari, 12);
    expect(normalisedMutualInformation(labels, truth)).toBeCloseTo(example.nmi_arithmetic, 12);
  });
});

/** Every way to name `n` clusters by different names. */
function namings(n: number, names: readonly number[]): number[][] {
  if (n === 0) return [[]];
  return names.flatMap((name) =>
    namings(
      n - 1,
      names.filter((other) => other !== name),
    ).map((rest) => [name].concat(rest)),
  );
}
