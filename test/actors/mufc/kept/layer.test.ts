/** Rows in groups by their margins: which of them may have another label once centres have moved. */

import { describe, expect, test } from 'vitest';
import { layerOf, limitsAt, within } from '../../../../actors/mufc/kept/layer.ts';
import { fromRows } from '../../../../src/core/base/matrix.ts';

const GONE = [NaN];
const layerAt = (centres: readonly number[][], labels: readonly number[], margins: readonly number[]) =>
  layerOf(
    fromRows(centres),
    Uint32Array.from(labels.keys()),
    Uint16Array.from(labels),
    Float64Array.from(margins),
    8,
    [],
  );
const limits = (before: readonly number[][], now: readonly number[][]): number[] =>
  limitsAt(layerAt(before, [], []), fromRows(now));

describe('rows may have another label up to a margin of', () => {
  test('what their centre and the farthest of the others moved together', () => {
    const [a, b, c] = limits([[0], [4], [9]], [[1], [4], [7]]);
    expect([a, b, c]).toEqual([3, 2, 3].map((by) => expect.closeTo(by, 6)));
    expect(Math.min(a - 3, b - 2, c - 3)).toBeGreaterThan(0);
    expect(limits([[0], [4]], [[0], [4]])).toEqual([-1, -1]);
  });

  test('anything, at a centre that is new: it may attract all', () => {
    expect(limits([[0], GONE], [[0], [4]])).toEqual([Infinity, Infinity]);
  });

  test('anything for rows whose centre is gone, which attracts none of the others', () => {
    expect(limits([[0], [4]], [[0], GONE])).toEqual([-1, Infinity]);
    expect(limits([[0], GONE], [[0], GONE])).toEqual([-1, -1]);
  });
});

test.each([0, 1, 2, 5, 1500])('of %i rows, all with a margin up to the limit are looked at', (count) => {
  const labels = Array.from({ length: count }, (_, i) => i % 2);
  const margins = Array.from({ length: count }, (_, i) => (i * 7) % 11);
  const layer = layerAt([[0], [1]], labels, margins);
  for (const [label, limit] of [0, 1].flatMap((one) =>
    [-1, 0, 3, 7.9, 8, Infinity].map((most) => [one, most]),
  )) {
    const rows = layer.order.slice(...within(layer, label, limit));
    expect([...rows].every((row) => labels[row] === label)).toBe(true);
    const found = new Set(rows);
    expect(labels.filter((own, i) => own === label && margins[i] <= limit && !found.has(i))).toEqual([]);
    expect(limit < 0 ? rows.length : 0).toBe(0);
  }
});
