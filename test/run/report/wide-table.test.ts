/** Tables of many columns. */

import { expect, test } from 'vitest';
import { fittingTable, wideTable } from '../../../src/run/report/wide-table.ts';

const ROWS = [
  ['loss', '1', '2', '3', '4'],
  ['bytes', '1.00 MB ± 20.0 kB', '2.00 MB ± 20.0 kB', '3.00 MB ± 20.0 kB', '4.00 MB ± 20.0 kB'],
];

test('where titles make it too wide they take as many lines as they need, words whole', () => {
  const title = 'b two start={ subsets: 1, restarts: 10 }';
  expect(
    wideTable(
      ['a', title],
      ROWS.map((cells) => cells.slice(0, 3)),
    ),
  ).toContain(title);
  const text = wideTable(['a', title, 'c', 'd'], ROWS);
  expect(text).toBe(`                       a      b two start={                  c                  d
                                subsets: 1,
                             restarts: 10 }
loss                   1                  2                  3                  4
bytes  1.00 MB ± 20.0 kB  2.00 MB ± 20.0 kB  3.00 MB ± 20.0 kB  4.00 MB ± 20.0 kB
`);
});

test('no line is wider than a terminal: other columns come below, with the titles of the rows', () => {
  const titles = Array.from({ length: 9 }, (_, at) => `protocol-${at}`);
  const rows = ROWS.map(([title, cell]) => [title, ...titles.map(() => cell)]);
  const blocks = wideTable(titles, rows).split('\n\n');
  expect(blocks.length).toBeGreaterThan(1);
  const shown = blocks.flatMap((block) => block.split('\n')[0].trim().split(/ +/));
  expect(shown).toEqual(titles);
  for (const block of blocks) {
    expect(block).toContain('\nloss ');
    for (const line of block.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  }
});

test('a word that is wider than a terminal has a table of its own', () => {
  const text = wideTable(['x'.repeat(120), 'b'], [['loss', '1', '2']]);
  expect(text.split('\n\n')).toHaveLength(2);
});

test('several columns at the side stand in every table, and paths of settings break behind their dots', () => {
  const sides = ['protocol', 'faults.0.who.fraction'];
  const titles = Array.from({ length: 9 }, (_, at) => `figure-${at}`);
  const row = ['mufc', '0.2', ...titles.map((_, at) => `${at}.00 MB ± 1.0`)];
  expect(fittingTable(sides, titles.slice(0, 5), [row.slice(0, 7)])).toContain('faults.0.who.\n');
  const blocks = fittingTable(sides, titles, [row]).split('\n\n');
  expect(blocks.length).toBeGreaterThan(1);
  for (const block of blocks) {
    expect(block).toMatch(/^mufc +0\.2 +/m);
    for (const line of block.split('\n')) expect(line.length).toBeLessThanOrEqual(100);
  }
});
