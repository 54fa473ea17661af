import { writeFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { linesOf } from '../../../src/studies/tables/line-file.ts';
import { parquetOf } from '../../../src/studies/tables/parquet.ts';
import { readRows } from '../../../src/studies/tables/read.ts';
import { csvOf, jsonLinesOf, type Row } from '../../../src/run/tidy/rows.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const write = temporaryFiles();
const WANTED = ['a', 'b.c', 'say "x"'];

/** Texts that look like keys, and like the ends of texts and rows. */
const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom('"a":1,', '\\"a\\":', '\\', '\\\\"', '}', ',"b.c":2}', 'é'.repeat(300)),
);
const cell = fc.oneof(
  text,
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
  fc.boolean(),
);
const row = fc.dictionary(fc.constantFrom(...WANTED, 'd', 'aa'), cell, { noNullPrototype: true });

const part = (all: Row): Row =>
  Object.fromEntries(WANTED.flatMap((name) => (name in all ? [[name, all[name]]] : [])));

test('some columns of JSON lines are what they are among all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(row), async (rows) => {
      const file = write('rows.jsonl', jsonLinesOf(rows));
      const all = await readRows(file);
      expect(all).toEqual(rows);
      expect(await readRows(file, WANTED)).toEqual(all.map(part));
    }),
  );
});

test('what is infinite is the same words from every format', async () => {
  const rows: Row[] = [
    { a: 'Infinity', b: 1 },
    { a: 'NaN', b: 2 },
  ];
  for (const [name, written] of [
    ['words.csv', csvOf(rows)],
    ['words.jsonl', jsonLinesOf(rows)],
  ])
    expect(await readRows(write(name, written))).toEqual(rows);
});

test('and of Parquet', async () => {
  const rows: Row[] = [{ a: 1, d: 'x' }, { a: 2, 'b.c': true }, { d: 'y' }];
  const file = write('rows.parquet', '');
  writeFileSync(file, parquetOf(rows));
  expect(await readRows(file, WANTED)).toEqual(rows.map(part));
  expect(await readRows(file)).toEqual(rows);
});

test('lines come whole however long they are, and whatever characters lie where a piece ends', () => {
  const lines = [
    'é'.repeat(1_500_000),
    '',
    'x',
    `${'x'.repeat((1 << 20) - 3)}€`,
    '€'.repeat(900_000),
    'last',
  ];
  expect([...linesOf(write('lines.jsonl', lines.join('\n')))]).toEqual(lines);
  expect([...linesOf(write('ended.jsonl', `${lines.join('\n')}\n`))]).toEqual(lines);
  expect([...linesOf(write('empty.jsonl', ''))]).toEqual([]);
});
