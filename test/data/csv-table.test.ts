import { describe, expect, test } from 'vitest';
import { type CsvRow, CsvTable } from '../../src/data/csv-table.ts';
import { type CsvOptions, readCsv } from '../../src/data/csv.ts';
import { refusal } from './refusal.ts';
import { temporaryFiles } from './temporary-files.ts';

const write = temporaryFiles();
const read = (text: string | Uint8Array, options: Partial<CsvOptions> = {}) =>
  readCsv(write('data.csv', text), { missing: 'refuse', ...options });

test('rows keep their index among all records, blank lines left out', () => {
  const table = new CsvTable(Buffer.from('x,y\n\n1,"a\nb"\n\n2,?\n'), 'data.csv');
  expect(table.header).toEqual(['x', 'y']);
  const rows: CsvRow[] = [];
  table.forEachRow((row) => rows.push(row));
  expect(rows).toEqual([
    { index: 2, cells: ['1', 'a\nb'] },
    { index: 4, cells: ['2', '?'] },
  ]);
});

describe('lines', () => {
  test.each([
    ['\n', 4],
    ['\r\n', 4],
    ['\r', 4],
  ])('the line is the real one behind quoted line ends: %j', (end, line) => {
    const rows = ['kind,x', `"a${end}b",1`, 'c,oops', ''].join(end);
    expect(refusal(() => read(rows, { label: 'kind' })).place.line).toBe(line);
  });

  test('the line is that of the cell, where its row spans several', () => {
    expect(refusal(() => read('kind,x\n"a\n\nb",oops\n', { label: 'kind' })).place.line).toBe(4);
    expect(refusal(() => read('"a\nb",x,x\n1,2,3\n')).place.line).toBe(2);
    expect(refusal(() => read('kind,x\n"a\r\nb",1\r\n"c\nd",2\n"e,3\n', { label: 'kind' })).place.line).toBe(
      6,
    );
  });
});

test.each([
  ['Latin-1', Buffer.from('x,größe\n1,2\n', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFx,y\n1,2\n', 'utf16le')],
])('%s text is refused', (_, bytes) => {
  expect(refusal(() => read(bytes)).message).toContain('expected UTF-8 text, got other bytes');
});
