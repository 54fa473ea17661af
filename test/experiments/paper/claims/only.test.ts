import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { paper } from '../../../../experiments/paper/papers.ts';

const DOCS = fileURLToPath(new URL('../../../../docs', import.meta.url));

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-claims-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const only = (...names: readonly string[]) =>
  paper(['claims', '--only', names.join(), '--quick', '--out', folder]);
interface Row {
  readonly item: string;
  readonly verdict: string;
  readonly digest?: string;
  readonly why?: string;
  readonly seconds?: number;
}
const rows = (): Map<string, Row> => {
  const lines = readFileSync(join(folder, 'claims.jsonl'), 'utf8').trimEnd().split('\n');
  return new Map(lines.map((line) => JSON.parse(line) as Row).map((row) => [row.item, row]));
};
const docsTimes = () => readdirSync(DOCS).map((name) => [name, statSync(join(DOCS, name)).mtimeMs]);

test('some rows are made anew and the others stay as they are, outside the documentation', async () => {
  const before = docsTimes();
  await only('secfc-field-size');
  const first = rows();
  expect(first.get('secfc-field-size')).toMatchObject({ verdict: 'refuted' });
  expect(first.get('mufc-communication-bound')).toMatchObject({ verdict: 'not run' });

  await only('mufc-bound');
  const second = rows();
  expect(second.get('mufc-communication-bound')).toMatchObject({ verdict: 'refuted' });
  expect(second.get('secfc-field-size')).toEqual(first.get('secfc-field-size'));
  expect(second.size).toBe(first.size);
  expect(docsTimes()).toEqual(before);
});

test('a row says how long its experiment took, or why there was none, unless it had been found before', async () => {
  await only('secfc-field-size', 'feddp-elbow');
  const first = rows();
  expect(first.get('secfc-field-size')?.seconds).toBeGreaterThan(0);
  const elbow = first.get('feddp-figure-7');
  expect(elbow).toMatchObject({ verdict: 'not run', why: 'not with `--quick`' });

  const whole = { ...elbow, verdict: 'differs', digest: 'of all seeds' };
  appendFileSync(join(folder, 'claims.jsonl'), `${JSON.stringify(whole)}\n`);
  await only('feddp-elbow');
  expect(rows().get('feddp-figure-7')).toEqual(whole);
});

test('a row that was made so is verified by its digest', async () => {
  await only('secfc-field-size');
  const verify = () => paper(['claims', '--verify', 'secfc-field-size', '--out', folder]);
  expect(await verify()).toMatch(/^secfc-field-size: the same, refuted, digest [0-9a-f]{64}\n$/);
});

test('names of nothing are refused, and so is a crate of a part', async () => {
  await expect(only('secfc-field-size', 'nothing')).rejects.toThrow(
    '--only: expected items, experiments or papers (SecFC, MUFC, FedDP), got nothing',
  );
  await expect(
    paper(['claims', '--only', 'SecFC', '--crate', join(folder, 'crate'), '--out', folder]),
  ).rejects.toThrow('--crate: expected the whole table for a crate, got --only');
});
