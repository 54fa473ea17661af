/** The best cell of a table, in bold where it is better by more than chance explains. */

import { expect, test } from 'vitest';
import { everyRun } from '../../../src/run/figures/table.ts';
import { pivot, type PivotOptions } from '../../../src/run/tidy/pivot.ts';
import { gridOf } from '../../../src/run/tidy/pivot-grid.ts';
import { latexTable, markdownTable, plainTable } from '../../../src/run/tidy/pivot-text.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';

const run = (protocol: string, seed: number, bytes: number, more: Row = {}): Row => ({
  protocol,
  'protocol.privacy': 1,
  seed,
  clustered: true,
  bytes,
  ...more,
});
/** Each 10 to 12 bytes above the one before, under the same seed. */
const APART = [1, 2, 3, 4].flatMap((seed) => [
  run('lloyd', seed, 100 * seed),
  run('kfed', seed, 100 * seed + 10 + (seed % 3)),
  run('secfc', seed, 100 * seed + 20 + (seed % 2)),
]);
const DOWN: PivotOptions = { rows: ['protocol'], columns: [], values: ['bytes'], figures: everyRun };
const ACROSS = { ...DOWN, rows: ['protocol.privacy'], columns: ['protocol'] };

const boldIn = (rows: readonly Row[], options = DOWN): (string | undefined)[] =>
  gridOf(pivot(rows, options)).lines.flatMap(([[key], entries]) =>
    entries.flatMap(({ bold, mean }, i) => (bold === true ? [`${key} ${i} ${mean}`] : [])),
  );

test('it is told by the differences under the same seeds, however far these lie apart', () => {
  expect(boldIn(APART)).toEqual(['lloyd 0 250']);
  expect(boldIn(APART, ACROSS)).toEqual(['1 0 250']);
  const grid = gridOf(pivot(APART, DOWN));
  expect(latexTable(grid)).toContain(String.raw`lloyd & $\mathbf{250} \pm`);
  expect(markdownTable(grid)).toMatch(/\| lloyd \| __250 ± \d+__ \|/);
  expect(plainTable(grid)).not.toContain('__');
});

test('none is where one other is not told apart from it', () => {
  const near = [4, -3, 2, -1].map((by, i) => run('mufc', i + 1, 100 * (i + 1) + 1 + by));
  expect(boldIn([...APART, ...near])).toEqual([]);
});

test('none is of single runs, of settings together, of partial results, and of figures that are neither good nor bad', () => {
  expect(boldIn(APART.filter(({ seed }) => seed === 1))).toEqual([]);
  expect(boldIn(APART.flatMap((row) => [row, { ...row, 'protocol.privacy': 2 }]))).toEqual([]);
  const partial = APART.map((row) => (row['protocol'] === 'lloyd' ? { ...row, missing: 'client-1' } : row));
  expect(boldIn(partial)).toEqual([]);
  const neutral = [...everyRun].find(({ better, unit }) => better === undefined && unit === 'number');
  if (neutral === undefined) throw new Error('every figure has a direction');
  const other = APART.map(({ bytes, ...row }) => ({ ...row, [neutral.name]: bytes }));
  expect(boldIn(other, { ...DOWN, values: [neutral.name] })).toEqual([]);
});

test('one that failed somewhere does not win, and others that failed do not keep it from winning', () => {
  const failing = (name: string): Row[] =>
    APART.map((row) =>
      row['protocol'] === name && row['seed'] === 4 ? { ...row, clustered: false, bytes: undefined } : row,
    );
  expect(boldIn(failing('lloyd'))).toEqual([]);
  expect(boldIn(failing('secfc'))).toEqual(['lloyd 0 250']);
});
