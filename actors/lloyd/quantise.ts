/** What a client of centralised Lloyd computes. */

/** A client's points on the grid of `scale`: one operation per coordinate. */

import { quantiseMatrix } from '../../src/core/kit/field.ts';
import { defineTask, type Matrix } from '../../src/core/kit/index.ts';

export const quantisePoints = defineTask('lloyd/quantise', {
  operations: ({ points }: { points: Matrix; scale: number }) => points.rows * points.columns,
  run: ({ points, scale }) => quantiseMatrix(points, scale),
});
