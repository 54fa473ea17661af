import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseJson } from '../../../src/run/data/json.ts';
import { refusal } from '../../support/refusal.ts';

const parse = (text: string) => parseJson(Buffer.from(text), 'data.json');

test('any JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), fc.boolean(), (text, marked) => {
      expect(parse(marked ? `\uFEFF${text}` : text)).toEqual(JSON.parse(text));
    }),
  );
});

test.each([
  ['{"a": 1,\n "b": 2,\n "a": 3}', 3, 2, 'expected distinct keys, got "a" twice'],
  ['[{"a": {"b": 1, "\\u0062": 2}}]', 1, 17, 'expected distinct keys, got "b" twice'],
  ['{"a": 1,}', 1, 9, 'expected JSON, got an error: PropertyNameExpected'],
  ['[1, 2', 1, 6, 'expected JSON, got an error: CloseBracketExpected'],
  ['', 1, 1, 'expected JSON, got an error: ValueExpected'],
  ['// no\n1', 1, 1, 'expected JSON, got an error: InvalidCommentToken'],
  ['[1]\n]', 2, 1, 'expected JSON, got an error: EndOfFileExpected'],
  ['[NaN]', 1, 2, 'expected JSON, got an error'],
  ['['.repeat(1e6), 1, 101, 'expected at most 100 lists and mappings within each other, got more'],
  ['{"a":'.repeat(1e5), 1, 501, 'expected at most 100 lists and mappings'],
])('%.40j is refused at line %d, column %d', (text, line, column, message) => {
  const error = refusal(() => parse(text));
  expect(error.place).toEqual({ file: 'data.json', line, column });
  expect(error.message).toContain(message);
});

test('the same key in two mappings is no key twice', () => {
  expect(parse('[{"a": {"a": 1}}, {"a": 2}]')).toEqual([{ a: { a: 1 } }, { a: 2 }]);
});

test('other bytes than text are refused', () => {
  const error = refusal(() => parseJson(Buffer.from([0x22, 0xff, 0x22]), 'data.json'));
  expect(error.message).toBe('data.json: expected UTF-8 text, got other bytes');
});
