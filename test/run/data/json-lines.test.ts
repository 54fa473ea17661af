import { expect, test } from 'vitest';
import { parseJsonLines } from '../../../src/run/data/json-lines.ts';
import type { TableOptions } from '../../../src/run/data/table-points.ts';
import { refusal } from '../../support/refusal.ts';
import { expectSound } from '../../support/sound-files.ts';

const read = (text: string, options: Partial<TableOptions> = {}) =>
  parseJsonLines(Buffer.from(text), 'patients.jsonl', { missing: 'refuse', ...options });

test('columns are found by their names, in whatever order a line has them', () => {
  const data = read('{"x":1,"y":2}\n\n{"y":4,"x":3}\r\n');
  expect(data.points).toEqual({ rows: 2, columns: 2, values: Float64Array.of(1, 2, 3, 4) });
  expect(data.columns).toEqual(['x', 'y']);
  expectSound(data);
});

test('a list is a column for each of its elements, also of lists within it', () => {
  const data = read('{"e":[[1,2],[3,4]],"kind":"a"}\n{"e":[[5,6],[7,8]],"kind":"b"}', { label: 'kind' });
  expect(data.columns).toEqual(['e[0][0]', 'e[0][1]', 'e[1][0]', 'e[1][1]']);
  expect(data.points.values).toEqual(Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8));
  expect(data.classes).toEqual(['a', 'b']);
});

test('a value that a line lacks is missing, as null is, and as words are that the scenario names', () => {
  const text = '{"x":1,"y":2}\n{"x":3}\n{"x":null,"y":4}\n{"x":-999,"y":5}\n';
  const { points, skipped, sourceRows, missing } = read(text, { missing: { words: ['-999'] } });
  expect(points.values).toEqual(Float64Array.of(1, 2));
  expect([skipped, sourceRows]).toEqual([3, Uint32Array.of(0)]);
  expect(missing).toEqual([
    { column: 'x', rows: 2 },
    { column: 'y', rows: 1 },
  ]);
  expect(refusal(() => read(text)).message).toBe(
    'patients.jsonl:2: expected a value in column "y", got an empty cell',
  );
});

test('truth values and numbers may be classes and categories, but not coordinates', () => {
  const text = '{"x":1,"smokes":true}\n{"x":2,"smokes":false}\n';
  expect(read(text, { categories: ['smokes'] }).columns).toEqual(['x', 'smokes=true', 'smokes=false']);
  expect(read(text, { label: 'smokes' }).classes).toEqual(['true', 'false']);
  expect(refusal(() => read(text)).message).toBe(
    'patients.jsonl:1: expected a finite number in column "smokes", got true',
  );
});

test('an integer that no double holds is refused, as it would become another class, client or coordinate', () => {
  const text = (value: string): string => `{"x":1,"id":9007199254740992}\n{"x":2,"id":${value}}\n`;
  const expected =
    'patients.jsonl:2:13: expected an integer that a double holds, or text, got 9007199254740993';
  for (const options of [{}, { label: 'id' }, { client: 'id' }])
    expect(refusal(() => read(text('9007199254740993'), options)).message).toBe(expected);
  expect(read(text('"9007199254740993"'), { client: 'id' }).ownerNames).toHaveLength(2);
  expect(read(text('9007199254740994'), { label: 'id' }).classes).toHaveLength(2);
  expect(read(text('9007199254740993.5')).points.values[3]).toBe(9007199254740994);
});

test.each([
  ['', 'patients.jsonl: expected a line with a mapping, got an empty file'],
  ['{"x":1}\n[1,2]\n', 'patients.jsonl:2: expected a mapping from columns to values, got something else'],
  [
    '{"x":1}\n{"x":{"y":2}}\n',
    'patients.jsonl:2: expected a number, text, true, false, null or a list of such',
  ],
  ['{"x":1}\n{"x":1,"x":2}\n', 'patients.jsonl:2:8: expected distinct keys, got "x" twice'],
  ['{"x":1}\n\n{"x":1', 'patients.jsonl:3:7: expected JSON, got an error: CloseBraceExpected'],
  ['{"x":1}\n{"x":1e999}\n', 'patients.jsonl:2: expected a finite number in column "x", got Infinity'],
  ['{"x":1}\n{"x":"high"}\n', '; a column of words goes under data.categories or data.ignore'],
  ['{"x":1,"":2}\n', 'patients.jsonl:1: expected a name for each column, got an empty one'],
])('%j is refused', (text, message) => {
  expect(refusal(() => read(text)).message).toContain(message);
});

test('a column that no line has is refused with those that there are', () => {
  expect(refusal(() => read('{"x":1,"y":2}', { label: 'kind' })).message).toBe(
    'patients.jsonl:1 data.label: expected one of the columns "x", "y", got "kind"',
  );
});
