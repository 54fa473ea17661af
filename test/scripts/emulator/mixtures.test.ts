import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CASES } from '../../../scripts/emulator/cases.ts';
import { flowsTable, foreseen, readRecord, rowOf } from '../../../scripts/emulator/flows.ts';
import { MIXTURES } from '../../../scripts/emulator/mixtures.ts';
import { pageOf, withTable } from '../../../scripts/emulator/tables.ts';

test.each([
  { name: 'mixtures', cases: MIXTURES },
  { name: 'flows', cases: CASES },
] as const)(
  'the simulation is as far from what Linux was measured to do with $name as is published',
  async ({ name, cases }) => {
    const record = readRecord();
    const rows = [];
    for (const one of cases) {
      const linux = record[one.name];
      rows.push(rowOf(one, await foreseen(one, linux), linux));
    }
    const beyond = rows.filter(({ isWithin }) => !isWithin).map(({ cells }) => cells.join(' | '));
    expect(beyond).toEqual([]);
    const page = readFileSync(pageOf(name), 'utf8');
    expect(withTable(page, name, flowsTable(rows))).toBe(page);
  },
);
