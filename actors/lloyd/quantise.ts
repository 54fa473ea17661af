/** What a client of centralised Lloyd computes. */

import { defineTask } from '../../src/compute/task.ts';
import { quantiseMatrix } from '../../src/field/quantise.ts';
import type { Matrix } from '../../src/base/matrix.ts';

/** A client's points on the grid of `scale`: one operation a coordinate. */
export const quantisePoints = defineTask(import.meta.url, 'lloyd/quantise', {
  operations: ({ points }: { points: Matrix; scale: number }) => points.rows * points.columns,
  run: ({ points, scale }) => quantiseMatrix(points, scale),
});
