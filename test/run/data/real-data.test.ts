/** Published data sets, where they lie beside the project: the readers meet files that others wrote. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readCsv } from '../../../src/run/data/csv.ts';
import { readIdxDataSet } from '../../../src/run/data/idx.ts';
import { readLeaf } from '../../../src/run/data/leaf.ts';
import { loadData } from '../../../src/run/data/load.ts';
import { npy } from '../../../src/run/data/sources/npy.ts';
import { readNpy, readNpyDataSet } from '../../../src/run/data/npy.ts';
import { partitionPoints } from '../../../src/run/data/partition.ts';
import { coordinateRanges } from '../../../src/run/data/range.ts';
import { row } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';

const folder = fileURLToPath(new URL('../../../../shared/data/', import.meta.url));
const at = (name: string) => folder + name;

describe.skipIf(!existsSync(folder))('real data (skipped where ../shared/data is missing)', () => {
  test('celltype: 12009 cells of 4 types on 100 clients, in the unit cube', () => {
    const data = readNpyDataSet({
      points: at('celltype/points.npy'),
      labels: at('celltype/labels.npy'),
      clients: at('celltype/clients.npy'),
    });
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 12_009, columns: 10 });
    expect(data.classes).toHaveLength(4);
    const { minimum, maximum } = coordinateRanges(data.points);
    expect(Math.min(...minimum)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...maximum)).toBeLessThanOrEqual(1);
    // Rows are grouped by client.
    const shards = partitionPoints(data, { by: 'client' }, 100, new Random(1));
    let next = 0;
    for (const shard of shards) for (const i of shard) expect(i).toBe(next++);
    expect(next).toBe(12_009);
    const byClass = partitionPoints(data, { by: 'class', classesPerClient: 2 }, 10, new Random(1));
    for (const shard of byClass) expect(new Set(Array.from(shard, (i) => data.truth?.[i])).size).toBe(2);
  });

  test('secfc-blobs: single precision, labels of the component drawn, centres apart', () => {
    const data = readNpyDataSet({
      points: at('secfc-blobs/k4-sigma1.points.npy'),
      labels: at('secfc-blobs/k4-sigma1.labels.npy'),
    });
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 10_000, columns: 100 });
    const centres = readNpy(at('secfc-blobs/k4-sigma1.centers.npy'));
    expect(centres.shape).toEqual([4, 100]);
    const distances = Array.from(data.truth ?? [], (h, i) => {
      const own = Number(data.classes?.[h]) * 100;
      return row(data.points, i).reduce((sum, x, c) => sum + (x - centres.values[own + c]) ** 2, 0);
    });
    // A sum of 100 squared standard normals.
    expect(distances.reduce((sum, d) => sum + d, 0) / 10_000).toBeCloseTo(100, 0);
  });

  test('mufc-gaussian: 100 clients of 300 points', () => {
    const data = loadData(
      npy,
      { points: at('mufc-gaussian/points.npy'), clients: at('mufc-gaussian/clients.npy') },
      { path: (file) => file, list: () => [], random: new Random(1) },
    );
    expectSound(data);
    const shards = partitionPoints(data, { by: 'client' }, 100, new Random(1));
    expect(new Set(shards.map((shard) => shard.length))).toEqual(new Set([300]));
  });

  test('mufc-gaussian scaled together: the largest range fills the unit cube', () => {
    const box = { minimum: -0.5, maximum: 0.5, coordinates: 'together' } as const;
    const data = loadData(
      npy,
      { points: at('mufc-gaussian/points.npy'), scale: box },
      { path: (file) => file, list: () => [], random: new Random(1) },
    );
    const { minimum, maximum } = coordinateRanges(data.points);
    expect([Math.min(...minimum), Math.max(...maximum)]).toEqual([-0.5, 0.5]);
  });

  test('mnist-t10k: every digit 2 and 3 in four rotations', () => {
    const files = {
      images: at('mnist-t10k/t10k-images-idx3-ubyte.gz'),
      labels: at('mnist-t10k/t10k-labels-idx1-ubyte.gz'),
    };
    const all = readIdxDataSet(files);
    expectSound(all);
    expect(all.points).toMatchObject({ rows: 10_000, columns: 784 });
    expect(Math.max(...coordinateRanges(all.points).maximum)).toBe(255);
    expect(all.classes?.slice(0, 5)).toEqual(['7', '2', '1', '0', '4']);
    const counts = { 2: 1032, 3: 1010 };
    for (const digit of [2, 3] as const) {
      const data = readIdxDataSet({ ...files, classes: [digit], rotate: [0, 90, 180, 270] });
      expectSound(data);
      const images = counts[digit];
      expect(data.points).toMatchObject({ rows: 4 * images, columns: 784 });
      const named = all.truth?.findIndex((h) => all.classes?.[h] === String(digit)) ?? -1;
      const image = row(all.points, named);
      expect(row(data.points, 0)).toEqual(image);
      // Top row of the image, read backwards from the bottom of the half turn; first column of the quarter turn.
      expect(row(data.points, 2 * images)).toEqual(image.toReversed());
      expect(Array.from({ length: 28 }, (_, y) => row(data.points, images)[28 * (27 - y)])).toEqual([
        ...image.subarray(0, 28),
      ]);
      const shards = partitionPoints(data, { by: 'class', classesPerClient: 1 }, 10, new Random(1));
      for (const shard of shards) expect(new Set(Array.from(shard, (i) => data.truth?.[i])).size).toBe(1);
    }
  });

  test('leaf-synthetic: 30 users of very uneven sizes', () => {
    const data = readLeaf(at('leaf-synthetic/test.json'));
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 2248, columns: 60 });
    expect(data.classes?.toSorted().join('')).toBe('0123456789');
    expect(data.ownerNames?.[29]).toBe('f_00029');
    const sizes = partitionPoints(data, { by: 'client' }, 30, new Random(1)).map((shard) => shard.length);
    expect(sizes.slice(0, 5)).toEqual([191, 18, 44, 488, 234]);
    expect([Math.min(...sizes), Math.max(...sizes)]).toEqual([5, 517]);
  });

  test('letter shared out by mixes of letters and by a power law', () => {
    const data = readCsv(at('letter/letter.csv'), { label: 'class', missing: 'refuse' });
    const lettersOf = (concentration: number): number => {
      const shards = partitionPoints(data, { by: 'dirichlet', concentration }, 50, new Random(1)).slice(
        0,
        25,
      );
      return (
        shards.reduce((sum, shard) => sum + new Set(Array.from(shard, (i) => data.truth?.[i])).size, 0) / 25
      );
    };
    expect(lettersOf(0.5)).toBeLessThan(15);
    expect(lettersOf(1000)).toBe(26);
    const sizes = partitionPoints(data, { by: 'power-law', exponent: 1 }, 100, new Random(1)).map(
      (shard) => shard.length,
    );
    // 1 + 19900 / (j H_100), H_100 = 5.187.
    expect([sizes[0], sizes[9], sizes[99]]).toEqual([3837, 385, 39]);
  });

  test('iris: 150 flowers of 3 kinds', () => {
    const data = readCsv(at('iris/iris.csv'), { label: 'label', missing: 'refuse' });
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 150, columns: 4 });
    expect([...row(data.points, 0)]).toEqual([5.1, 3.5, 1.4, 0.2]);
    expect(data.classes).toEqual(['1', '2', '3']);
  });

  test('s1: 5000 points of 15 clusters', () => {
    const data = readCsv(at('s1/s1.csv'), { label: 'label', missing: 'refuse' });
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 5000, columns: 2 });
    expect(data.classes).toHaveLength(15);
  });

  test('letter: 20000 images of 26 letters', () => {
    const data = readCsv(at('letter/letter.csv'), { label: 'class', missing: 'refuse' });
    expectSound(data);
    expect(data.points).toMatchObject({ rows: 20_000, columns: 16 });
    expect(data.classes?.toSorted().join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
    expect(data.points.values.every((value) => Number.isInteger(value) && value >= 0 && value <= 15)).toBe(
      true,
    );
  });

  test('postures: rows with missing markers are skipped, each row that is left belongs to a user', () => {
    const file = at('postures/Postures.csv');
    const rows = readFileSync(file, 'utf8').trim().split('\n').slice(1);
    const complete = rows.filter((text) => !text.split(',').slice(0, 17).includes('?'));
    // Most hands show fewer than 12 markers: only the first five are used.
    const ignore = Array.from({ length: 7 }, (_, i) =>
      ['X', 'Y', 'Z'].map((axis) => `${axis}${i + 5}`),
    ).flat();
    const options = { label: 'Class', client: 'User', ignore };
    const data = readCsv(file, { ...options, missing: 'skip' });
    expectSound(data);
    expect(data.points).toMatchObject({ rows: complete.length, columns: 15 });
    expect(data.skipped).toBe(rows.length - complete.length);
    const lacking = (column: number) => rows.filter((text) => text.split(',')[column] === '?').length;
    expect(data.missing?.map(({ column, rows: count }) => [column, count])).toContainEqual([
      'X4',
      lacking(14),
    ]);
    const users = data.ownerNames?.length ?? 0;
    expect(users).toBe(new Set(complete.map((text) => text.split(',')[1])).size);
    expect(partitionPoints(data, { by: 'client' }, users, new Random(1))).toHaveLength(users);
    const first = rows.findIndex((text) => text.split(',').slice(0, 17).includes('?'));
    const error = refusal(() => readCsv(file, { ...options, missing: 'refuse' }));
    expect(error.message).toMatch(/expected a value in column "[XYZ]\d+", got "\?"/);
    expect(error.place.line).toBe(first + 2);
  });
});
