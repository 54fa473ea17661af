/** What rounding costs, as protocols that round report it. */

import { expect, test } from 'vitest';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import type { Matrix } from '../../../src/core/base/matrix.ts';
import type { Measured } from '../../../src/core/protocol/figure.ts';
import { mergedPoints, roundingLoss } from '../../../src/core/protocol/figures.ts';

/** Of points on a line. */
const measured = (at: readonly number[], labels: readonly number[], scale = 1) =>
  ({
    agreed: { scale },
    outcome: { kind: 'clustered', iterations: 1, converged: true },
    points: {
      rows: at.length,
      columns: 1,
      values: Float64Array.from(at),
    } satisfies Matrix,
    labels: Uint16Array.from(labels),
  }) as Partial<Measured> as Measured<{ readonly scale: number }>;

test('points are merged by rounding, but for the first of each group, and those in no cluster do not count', () => {
  expect(mergedPoints.of(measured([0, 0.1, 0.2, 7, 7.1, 9], [0, 0, 0, 1, 1, 1]))).toBe(3);
  expect(mergedPoints.of(measured([0, 0.1, 0.2, 7, 7.1, 9], [0, NO_CLUSTER, 0, 1, 1, 1]))).toBe(2);
  // Those that were equal before are not merged, and 0 has one sign.
  expect(mergedPoints.of(measured([1, 1, 0, -0], [0, 0, 1, 1]))).toBe(0);
  expect(mergedPoints.of(measured([0, 0.1, 7, 7.1], [0, 0, 1, 1], 10))).toBe(0);
});

test('rounding costs what Lloyd gains from there on', () => {
  const before = 1 + 10 ** 2 + 11 ** 2 - 22 ** 2 / 3;
  expect(roundingLoss.of(measured([0, 1, 10, 11], [0, 1, 1, 1]))).toBeCloseTo(before - 1, 9);
  expect(roundingLoss.of(measured([0, 1, 10, 11], [0, 0, 1, 1]))).toBeUndefined();
  expect(roundingLoss.of(measured([0, 1, 10, 11], [0, 1, 1, NO_CLUSTER]))).toBeUndefined();
});

test('neither is counted where there are more than 2^22 values to go through', () => {
  const at = [0, 1, 10, 11];
  const wide = (columns: number) => {
    const values = new Float64Array(4 * columns);
    for (const [row, x] of at.entries()) values.fill(x, row * columns, (row + 1) * columns);
    return { ...measured(at, [0, 1, 1, 1]), points: { rows: 4, columns, values } };
  };
  // Once for each of two clusters.
  expect(roundingLoss.of(wide(2 ** 19 + 1))).toBeUndefined();
  expect(mergedPoints.of(wide(2 ** 20 + 1))).toBeUndefined();
});
