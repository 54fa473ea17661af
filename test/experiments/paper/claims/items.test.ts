import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { EXPERIMENTS, ITEMS } from '../../../../experiments/paper/claims/experiments.ts';
import type { Cell, Item } from '../../../../experiments/paper/claims/item.ts';
import { rowOf, withKept } from '../../../../experiments/paper/claims/row.ts';
import { claimsText } from '../../../../experiments/paper/claims/text.ts';

describe('the items of the papers', () => {
  test('are at least the 110 that a review of the papers counted, each once', () => {
    expect(ITEMS.length).toBeGreaterThanOrEqual(110);
    expect(new Set(ITEMS.map(({ id }) => id)).size).toBe(ITEMS.length);
  });

  test('name tests and experiments that there are', () => {
    const names = new Set(EXPERIMENTS.map(({ name }) => name));
    const missing = ITEMS.flatMap(({ evidence }) => {
      if (evidence.kind === 'cells') return evidence.experiments.filter((name) => !names.has(name));
      if (evidence.kind === 'not done') return evidence.why === '' ? ['a reason'] : [];
      return evidence.files.filter((file) => !existsSync(new URL(`../../../../${file}`, import.meta.url)));
    });
    expect(missing).toEqual([]);
  });
});

const item: Item = {
  id: 'a-table',
  paper: 'MUFC',
  where: 'Table 9',
  says: 'a loss',
  evidence: { kind: 'cells', experiments: ['losses'] },
};
const numbers = (item_: string, values: readonly number[], standIn?: string) => ({
  item: item_,
  at: 'here',
  found: { kind: 'numbers', printed: '1.25 ± 0.02', runs: 5, values } as const,
  shownBy: 'losses',
  ...(standIn !== undefined && { standIn }),
});

describe('a row', () => {
  test('has the verdicts of its own cells, and the worst of them', () => {
    const cells = [
      numbers('a-table', [1.25, 1.24, 1.26]),
      numbers('a-table', [2, 2.01]),
      numbers('other', [1, 1]),
    ];
    const row = rowOf(item, { command: 'run it', cells });
    expect(row.verdict).toBe('differs');
    expect(row.cells.map(({ verdict, shownBy }) => [verdict, shownBy])).toEqual([
      ['reproduced', undefined],
      ['differs', 'losses'],
    ]);
    expect(row.cells[0]).toMatchObject({ seeds: 3, mean: 1.25, printed: '1.25 ± 0.02' });
  });

  test('on other data than the paper is a stand-in, whatever its numbers', () => {
    const row = rowOf(item, {
      command: 'run it',
      cells: [numbers('a-table', [1.25, 1.25], 'half of the rows')],
    });
    expect(row.verdict).toBe('stand-in');
  });

  test('that was not run says so, with its command; one without an experiment says why', () => {
    expect(rowOf(item, { command: 'run it' })).toMatchObject({
      verdict: 'not run',
      command: 'run it',
      cells: [],
    });
    const none: Item = { ...item, evidence: { kind: 'not done', why: 'no data' } };
    expect(rowOf(none, undefined)).toMatchObject({ verdict: 'not done', why: 'no data' });
  });

  test('has a digest that changes with what was found', () => {
    const digest = (values: readonly number[]) =>
      rowOf(item, { command: '', cells: [numbers('a-table', values)] }).digest;
    expect(digest([1, 2])).toBe(digest([1, 2]));
    expect(digest([1, 2])).not.toBe(digest([1, 2.000_001]));
  });

  test('that tests hold has the same digest wherever some of them are skipped', () => {
    const digest = (held: number, of: number) => {
      const found = { kind: 'cases', held, of, tests: true } as const;
      return rowOf(item, { command: '', cells: [{ item: 'a-table', at: 'a file', found }] }).digest;
    };
    expect(digest(7, 7)).toBe(digest(8, 8));
    expect(digest(7, 8)).not.toBe(digest(8, 8));
  });

  test('stays as it was where nothing is found, or a part of what was found whole', () => {
    const untried = { item: 'a-table', at: 'there', found: { kind: 'cases', held: 0, of: 0 } } as const;
    const found = (...cells: readonly Cell[]) => rowOf(item, { command: '', cells });
    const whole = found(numbers('a-table', [1, 1]));
    const other = found(numbers('a-table', [2, 2]));
    const part = found(numbers('a-table', [2, 2]), untried);
    const none = rowOf(item, { command: '' });
    const after = (row: typeof whole, before: typeof whole) => withKept([row], [before])[0];
    expect(after(other, whole)).toBe(other);
    expect(after(part, whole)).toEqual(whole);
    expect(after(none, part)).toEqual(part);
    expect(after(part, none)).toBe(part);
    expect(after(part, part)).toBe(part);
    expect(after(none, none)).toBe(none);
  });

  test('stands in the page with every number', () => {
    const cells = [numbers('a-table', [1.25, 1.24, 1.26])];
    const row = rowOf(item, { command: 'npm run it', cells, seconds: 61.4 });
    const text = claimsText([row], 'in a test');
    expect(text).toContain('| a-table | Table 9 | a loss | reproduced | 1 reproduced | 61 s |');
    expect(text).toContain('| a-table | here | 1.25 ± 0.02 | 1.250 | 1.225 to 1.275 | 3 | reproduced |');
    expect(text).toContain('| reproduced | 0 | 1 | 0 | 1 |');
    expect(text).toContain('- `npm run it`: a-table');
  });
});
