import { expect, test } from 'vitest';
import { jsonText } from '../../src/cli/print.ts';

test('maps are written as objects and large integers as texts, on stdout as in files', () => {
  const value = { traffic: new Map([['time', 2]]), modulus: 2n ** 70n, none: undefined };
  expect(jsonText(value)).toBe('{"traffic":{"time":2},"modulus":"1180591620717411303424"}\n');
  expect(JSON.parse(jsonText(value, 2))).toEqual(JSON.parse(jsonText(value)));
});
