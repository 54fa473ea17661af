import { expect } from 'vitest';
import { ON_HEAP_BYTES } from '../../src/core/base/matrix.ts';
import type { DataSet } from '../../src/run/data/data-set.ts';

/** What every data set promises, wherever it comes from. */
export function expectSound(data: DataSet): void {
  const { points, truth, classes, owners, ownerNames, skipped, sourceRows } = data;
  expect(points.rows).toBeGreaterThan(0);
  expect(points.columns).toBeGreaterThan(0);
  expect(points.values).toHaveLength(points.rows * points.columns);
  expect(points.values.every(Number.isFinite)).toBe(true);
  if (points.values.byteLength > ON_HEAP_BYTES)
    expect(points.values.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(truth === undefined).toBe(classes === undefined);
  if (truth && classes) expectFirstAppearance(truth, points.rows, classes);
  if (owners) expect(owners).toHaveLength(points.rows);
  if (owners && ownerNames) expectFirstAppearance(owners, points.rows, ownerNames);
  expect(skipped).toBeGreaterThanOrEqual(0);
  if (sourceRows === undefined) return expect(skipped).toBe(0);
  expect(sourceRows).toEqual(new Uint32Array(new Set(sourceRows)).toSorted());
  expect([sourceRows.length, (sourceRows.at(-1) ?? 0) < points.rows + skipped]).toEqual([points.rows, true]);
}

function expectFirstAppearance(numbers: Uint32Array, rows: number, names: readonly string[]): void {
  expect(numbers).toHaveLength(rows);
  expect([...new Set(numbers)]).toEqual([...names.keys()]);
  expect(new Set(names).size).toBe(names.length);
}
