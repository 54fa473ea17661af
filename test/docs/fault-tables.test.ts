/** The tables of all kinds of fault in docs/faults.md. */

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { faultTables, PAGE, withTables } from '../../scripts/faults.ts';
import { KINDS } from '../../src/run/fault/kinds.ts';

const page = readFileSync(PAGE, 'utf8');

test('are those of the kinds as they are; npm run docs makes them', () => {
  expect(withTables(page, KINDS)).toBe(page);
});

test('have a row for every kind, with an example, and a word on every setting', () => {
  const tables = faultTables(KINDS);
  for (const { name, example, schema } of KINDS) {
    expect(tables).toContain(`| \`${name}\` |`);
    expect(tables).toContain(`\`${example}\``);
    for (const setting of Object.keys(schema.shape).filter((key) => key !== 'fault'))
      expect(tables).toMatch(new RegExp(`\`${setting}\`[^:]*: \\S`));
  }
});
