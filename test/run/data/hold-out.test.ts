import { describe, expect, test } from 'vitest';
import type { DataSet } from '../../../src/run/data/data-set.ts';
import { holdOut } from '../../../src/run/data/hold-out.ts';
import { fromRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { refusal } from '../../support/refusal.ts';

const data: DataSet = {
  points: fromRows(Array.from({ length: 20 }, (_, i) => [i, -i])),
  truth: Uint32Array.from({ length: 20 }, (_, i) => (i === 0 ? 0 : 1 + (i % 2))),
  classes: ['rare', 'even', 'odd'],
  owners: Uint32Array.from({ length: 20 }, (_, i) => i % 4),
  skipped: 3,
};
const split = (count: number, seed = 1) => holdOut(data, count, new Random(seed));

describe('holding points out', () => {
  test('of none changes nothing', () => {
    expect(split(0)).toEqual({ data });
  });

  test('divides them: each is in one part, and those that stay keep their order, class and owner', () => {
    const { data: kept, heldOut } = split(8);
    const first = (values: Float64Array): number[] => [...values].filter((_, at) => at % 2 === 0);
    const rows = first(kept.points.values);
    const out = first(heldOut?.values ?? new Float64Array());
    expect([rows.length, out.length]).toEqual([12, 8]);
    expect([...rows, ...out].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i));
    expect(rows).toEqual(rows.toSorted((a, b) => a - b));
    expect([...(kept.owners ?? [])]).toEqual(rows.map((i) => i % 4));
    const names = rows.map((i) => data.classes?.[data.truth?.[i] ?? 0]);
    expect(Array.from(kept.truth ?? [], (number) => kept.classes?.[number])).toEqual(names);
    expect(kept.skipped).toBe(3);
    expect([...(kept.sourceRows ?? [])]).toEqual(rows);
  });

  test('keeps the rows of the source, of which some may have been left out before', () => {
    const sourceRows = Uint32Array.from({ length: 20 }, (_, i) => 2 * i + 1);
    const { data: kept } = holdOut({ ...data, sourceRows }, 8, new Random(1));
    const { points, sourceRows: found = [] } = kept;
    expect([...found]).toEqual(Array.from({ length: 12 }, (_, at) => 2 * points.values[2 * at] + 1));
  });

  test('leaves no class without a point', () => {
    const seed = [...Array(50).keys()].find((candidate) => {
      return !split(12, candidate).data.classes?.includes('rare');
    });
    const { data: kept } = split(12, seed);
    expect(kept.classes?.toSorted()).toEqual(['even', 'odd']);
    expect(new Set(kept.truth).size).toBe(2);
  });

  test('of all points is refused', () => {
    expect(refusal(() => split(20)).message).toBe('data.holdOut: expected fewer than the 20 points, got 20');
  });
});
