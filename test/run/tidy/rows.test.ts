import { parse } from 'csv-parse/sync';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromRows } from '../../../src/core/base/matrix.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { centreRows, labelRows } from '../../../src/run/tidy/clustering.ts';
import { csvOf, joined } from '../../../src/run/tidy/rows.ts';

test('columns come in the order in which rows first have them, and what a row lacks is empty', () => {
  expect(
    csvOf([
      { a: 1, b: 'x' },
      { c: true, a: Number.NaN },
    ]),
  ).toBe('a,b,c\n1,x,\n,,true\n');
});

test('several rows make one: a cell keeps its place, and the last value counts', () => {
  const one = joined({ a: 1, digest: '', b: Number.NaN }, { c: undefined, a: 2 }, { digest: 'x' });
  expect(Object.entries(one)).toEqual([
    ['a', 2],
    ['digest', 'x'],
  ]);
});

test('any cells come back from the CSV', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.integer(),
    fc.double({ noNaN: true }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(fc.array(fc.record({ x: cell, 'a "b", c': cell }), { minLength: 1 }), (rows) => {
      const read = parse(csvOf(rows), { columns: true, record_delimiter: '\n' }) as Record<string, string>[];
      expect(read).toEqual(rows.map((row) => ({ x: String(row.x), 'a "b", c': String(row['a "b", c']) })));
    }),
  );
});

test('every point has its row in the source, its cluster, its client and the name of this one', () => {
  const labels = Uint16Array.of(1, NO_CLUSTER, 0);
  const population = { clients: ['client-1', 'client-2'] };
  const shards = [Uint32Array.of(2, 0), Uint32Array.of(1)];
  expect(labelRows(labels, { data: {}, population, shards })).toEqual([
    { rowFrom0: 0, cluster: 1, client: 'client-1' },
    { rowFrom0: 1, cluster: undefined, client: 'client-2' },
    { rowFrom0: 2, cluster: 0, client: 'client-1' },
  ]);
  const data = { sourceRows: Uint32Array.of(1, 2, 7) };
  const clientNames = { 'client-1': 'Bonn', 'client-2': 'Aachen' };
  expect(labelRows(labels, { data, population, shards, clientNames })).toEqual([
    { rowFrom0: 1, cluster: 1, client: 'client-1', clientName: 'Bonn' },
    { rowFrom0: 2, cluster: undefined, client: 'client-2', clientName: 'Aachen' },
    { rowFrom0: 7, cluster: 0, client: 'client-1', clientName: 'Bonn' },
  ]);
});

test('every centre has its cluster, its points and its coordinates by name', () => {
  const centres = fromRows([
    [1, 2],
    [Number.NaN, Number.NaN],
  ]);
  expect(csvOf(centreRows(centres, Uint16Array.of(0, 0, NO_CLUSTER), ['x', 'points']))).toBe(
    'cluster,points,centre x,centre points\n0,2,1,2\n1,0,,\n',
  );
});
