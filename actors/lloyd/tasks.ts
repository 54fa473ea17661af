/** What the server of centralised Lloyd computes. */

import { type Labels } from '../../src/cluster/labels.ts';
import { integerDistances, lloydStep } from '../../src/cluster/lloyd.ts';
import { separateClusters } from '../../src/cluster/scaled-distances.ts';
import { defineTask } from '../../src/compute/task.ts';
import { quantiseMatrix } from '../../src/field/quantise.ts';
import type { Matrix } from '../../src/matrix.ts';

/** A client's points on the grid of `scale`: one operation a coordinate. */
export const quantisePoints = defineTask(import.meta.url, 'lloyd/quantise', {
  operations: ({ points }: { points: Matrix; scale: number }) => points.rows * points.columns,
  run: ({ points, scale }) => quantiseMatrix(points, scale),
});

export interface IterationInput {
  /** All points, one per row. */
  readonly points: Matrix;
  readonly labels: Labels;
  readonly clusters: number;
  /** Whether this is the iteration of centre separation (SecFC, section 5). */
  readonly separate: boolean;
}

/** One iteration of Lloyd: sums of m points, then m k distances, each of d coordinates. */
export const iterate = defineTask(import.meta.url, 'lloyd/iterate', {
  operations: ({ points, clusters }: IterationInput) =>
    iterationOperations(points.rows, points.columns, clusters),
  run: ({ points, labels, clusters, separate }): Labels =>
    separate
      ? separateClusters(integerDistances(points, labels, clusters), labels)
      : lloydStep(points, labels, clusters),
});

export function iterationOperations(points: number, dimension: number, clusters: number): number {
  return points * dimension * (clusters + 1);
}
