import { describe, expect, test } from 'vitest';
import { CsvTable } from '../../../src/run/data/csv-table.ts';
import { type CsvOptions, readCsv } from '../../../src/run/data/csv.ts';
import { refusal } from '../../support/refusal.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const read = (text: string | Uint8Array, options: Partial<CsvOptions> = {}) =>
  readCsv(write('data.csv', text), { missing: 'refuse', ...options });

test('rows are the records below the header, blank lines left out, each with its line', () => {
  const rows = [...new CsvTable(Buffer.from('x,y\n\n1,"a\nb"\n\n2,?\n'), 'data.csv').rows()];
  expect(rows.map(({ cells, line }) => [cells, line(0)])).toEqual([
    [['1', 'a\nb'], 3],
    [['2', '?'], 6],
  ]);
});

test.each(['\n', '\r\n', '\r'])('a table of several blocks is one table, with line ends %j', (end) => {
  const expected = Array.from({ length: 60_000 }, (_, i) => [`${i}`, `"${end},${'é'.repeat(i % 41)}`]);
  const quoted = expected.map(([x, y]) => `${x},"${y.replaceAll('"', '""')}"${end}`);
  const table = new CsvTable(Buffer.from(`\uFEFFx,y${end}${quoted.join('')}`), 'data.csv');
  const rows = [...table.rows()];
  expect(rows.map(({ cells }) => cells)).toEqual(expected);
  for (const i of [0, 1, 29_999, 59_999])
    expect([rows[i].line(0), rows[i].line(2)]).toEqual([2 * i + 2, 2 * i + 3]);
  const odd = Buffer.from(`x,y${end}${quoted.join('')}1,2"${end}`);
  expect(refusal(() => [...new CsvTable(odd, 'data.csv').rows()]).place.line).toBe(120_002);
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
