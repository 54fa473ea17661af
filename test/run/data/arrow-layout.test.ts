/** Columns within columns of Arrow files that mean to cost much: they are refused before the library sees them. */

import { expect, test } from 'vitest';
import { checkArrowLayout } from '../../../src/run/data/arrow-layout.ts';

/** Where tables and their lists of fields begin, and the bytes of a column with its two children. */
const [MESSAGE_FIELDS, MESSAGE, COLUMN_FIELDS, SCHEMA_FIELDS, SCHEMA, COLUMNS, EACH] = [
  16, 40, 56, 76, 88, 104, 20,
];

/**
 * The schema of a stream with columns in columns, this many in all.
 * @param children of each but the last: all of them are the next one
 * @param last how many children the last one says to have
 */
function schemaOf(columns: number, children: number, last: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(COLUMNS + EACH * columns));
  const words = (at: number, ...values: readonly number[]): void =>
    values.forEach((value, i) => view.setInt32(at + 4 * i, value, true));
  const fields = (at: number, slots: readonly number[]): void =>
    [4 + 2 * slots.length, 0, ...slots].forEach((value, i) => view.setUint16(at + 2 * i, value, true));
  words(0, -1, view.byteLength - 8, MESSAGE - 8);
  fields(MESSAGE_FIELDS, [0, 8, 4]);
  // The type of the message is that of a schema.
  words(MESSAGE, MESSAGE - MESSAGE_FIELDS, SCHEMA - MESSAGE - 4, 1);
  fields(COLUMN_FIELDS, [0, 0, 0, 0, 0, 4, 0]);
  fields(SCHEMA_FIELDS, [0, 4, 0]);
  words(SCHEMA, SCHEMA - SCHEMA_FIELDS, 4, 1, 4);
  for (let i = 0; i < columns; i++) {
    const at = COLUMNS + EACH * i;
    const next = (place: number): number => (i === columns - 1 ? 0 : at + EACH - place);
    words(at, at - COLUMN_FIELDS, 4, i === columns - 1 ? last : children, next(at + 12), next(at + 16));
  }
  return new Uint8Array(view.buffer);
}

const check = (...shape: Parameters<typeof schemaOf>) => checkArrowLayout(schemaOf(...shape), 1000);

test('a few within each other are fine', () => {
  expect(() => check(1, 0, 0)).not.toThrow();
  expect(() => check(5, 2, 0)).not.toThrow();
});

test.each([
  ['so deep that reading them would not end', [80, 1, 0], 'columns within columns without end'],
  ['each the same one twice, and so on', [40, 2, 0], 'too many columns'],
  ['more than the file has room for', [3, 1, 2 ** 20], 'a vector of 1048576 elements'],
] as [string, Parameters<typeof schemaOf>, string][])('%s', (_, shape, message) => {
  expect(() => check(...shape)).toThrow(message);
});
