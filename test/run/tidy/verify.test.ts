import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { withDigest } from '../../../src/run/tidy/digest.ts';
import { provenanceOf } from '../../../src/studies/tables/provenance.ts';
import { resultsAt } from '../../../src/studies/batch/results.ts';
import type { Row } from '../../../src/run/tidy/rows.ts';
import { verifyRow } from '../../../src/run/tidy/verify.ts';
import { cahoots } from '../../support/program.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';

const plugins = [standard];
let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-verify-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const within = (...path: string[]): string => join(folder, ...path);

const MIXTURE = SMALL.slice(SMALL.indexOf('source:'), SMALL.indexOf('  partition:')).trimEnd();
const POINTS = `x,y\n${Array.from({ length: 40 }, (_, i) => `${i % 7},${(i * i) % 11}\n`).join('')}`;
const SCENARIO = `${edited(SMALL, [MIXTURE, 'source: csv\n  file: points.csv'], ['seed: 1\n', ''])}compare: [lloyd]\n`;

describe('a row that was kept', () => {
  let rows: readonly Row[] = [];
  beforeAll(async () => {
    writeFileSync(within('points.csv'), POINTS);
    writeFileSync(within('own.yaml'), SCENARIO);
    await cahoots('compare', within('own.yaml'), '--seeds', '2', '--out', within('kept'), '--threads', '0');
    rows = await resultsAt(within('kept')).read();
  });
  beforeEach(() => writeFileSync(within('points.csv'), POINTS));
  const provenance = provenanceOf([standard]);
  const verify = (row: Row) => verifyRow(row, { plugins, provenance, labels: ['title'] });

  test('is the same from CSV, from JSON lines, from the journal and from Parquet', async () => {
    for (const format of ['jsonl', 'parquet'] as const) {
      const out = within(format);
      const said = await cahoots('export', within('kept', 'runs.csv'), '--to', format, '--out', out);
      const [runs, figures] = ['runs', 'figures'].map((name) => join(out, `${name}.${format}`));
      expect(said.stdout).toBe(`${runs}: 4 rows\n${figures}: 58 rows\n`);
      expect(await resultsAt(join(out, `runs.${format}`)).read()).toEqual(rows);
    }
    // CSV knows no empty texts, and the title of its run has a digest of its own.
    for (const [at, row] of (await resultsAt(within('kept', 'runs.jsonl')).read()).entries()) {
      const { title, digest } = rows[at];
      expect({ ...row, title, digest }).toMatchObject(rows[at]);
    }
  });

  test('says from what it was made, and its run gives it again', async () => {
    expect(rows.map(({ seed, protocol }) => [seed, protocol])).toEqual([
      [0, 'secfc'],
      [1, 'secfc'],
      [0, 'lloyd'],
      [1, 'lloyd'],
    ]);
    expect(new Set(rows.map(({ run }) => run)).size).toBe(4);
    for (const row of rows) {
      const { same, differing, changed, compared } = await verify(row);
      expect({ same, differing, changed }).toEqual({ same: true, differing: [], changed: [] });
      expect(compared).toBeGreaterThan(60);
    }
  });

  test('can be run by hand, from its columns alone', async () => {
    const [, row] = rows;
    const { scenario } = row;
    writeFileSync(within('again.json.yaml'), String(scenario).replace('"seed":null', `"seed":${row.seed}`));
    const said = await cahoots('run', within('again.json.yaml'), '--json');
    expect((JSON.parse(said.stdout) as { run: Row }).run.hash).toBe(row.hash);
  });

  test('of other data differs, and the file is named as the reason', async () => {
    writeFileSync(within('points.csv'), POINTS.replace('\n3,9\n', '\n3,8\n'));
    expect(readFileSync(within('points.csv'), 'utf8')).not.toBe(POINTS);
    const found = await verify(rows[0]);
    expect(found.same).toBe(false);
    expect(found.differing.map(({ column }) => column)).toEqual(expect.arrayContaining(['files', 'hash']));
    expect(found.changed).toEqual([
      expect.stringMatching(/^data: points\.csv has changed \(SHA-256 \w{12} then, \w{12} now\)$/),
    ]);
    rmSync(within('points.csv'));
    expect((await verify(rows[0])).changed[0]).toBe('data: points.csv is not there');
  });

  test('of other code says so, with both commits', async () => {
    const then = withDigest({ ...rows[0], code: 'f'.repeat(64), commit: 'abc', hash: '0'.repeat(64) });
    const { same, changed } = await verify(then);
    expect(same).toBe(false);
    expect(changed).toEqual([
      expect.stringMatching(/^code: Cahoots [\d.]+, commit abc then, Cahoots .* now/),
    ]);
    // Other code that does the same is no reason to doubt a figure.
    const { loss: _, ...less } = rows[0];
    expect(await verify(withDigest({ ...less, code: 'f'.repeat(64) }))).toMatchObject({ same: true });
    expect(await verify(withDigest(less))).toMatchObject({
      same: false,
      differing: [{ column: 'loss', kept: '', now: String(rows[0].loss) }],
    });
  });

  test('that somebody has edited is told from one that is right', async () => {
    const edit = String(rows[0].scenario).replace('"privacy":2', '"privacy":1');
    expect(edit).not.toBe(rows[0].scenario);
    const { same, changed } = await verify({ ...rows[0], scenario: edit });
    expect([same, ...changed]).toEqual([
      false,
      'row: it does not match its digest, so it was changed after the run',
      expect.stringContaining('which has been edited'),
    ]);
    const forged = await verify(withDigest({ ...rows[0], accuracy: 0.99 }));
    expect(forged.differing).toEqual([{ column: 'accuracy', kept: '0.99', now: expect.any(String) }]);
    expect(forged.changed).toEqual([
      expect.stringMatching(/^nothing: scenario, data and code are as they were/),
    ]);
    // No run gives a title, so only the digest tells.
    const renamed = await verify({ ...rows[0], title: 'mine' });
    expect(renamed).toMatchObject({ same: false, differing: [] });
  });

  test('is refused where it is not of a run', async () => {
    await expect(verify({ loss: 1 })).rejects.toThrow('expected the row of a run');
  });

  test('is found by its key on the command line, and the exit code says what came of it', async () => {
    const file = within('kept', 'runs.csv');
    const key = String(rows[3].run).slice(0, 12);
    const good = await cahoots('verify', file, '--run', key);
    expect(good).toEqual({
      code: 0,
      stderr: '',
      stdout: expect.stringMatching(
        `^${key} lloyd, seed 1: the same in \\d+ columns\\n1 of 1 row is what the run gives; not compared: measuredNs, node, machine, file, set, cahoots, commit, code, plugins\\n$`,
      ),
    });
    mkdirSync(within('elsewhere'), { recursive: true });
    writeFileSync(within('elsewhere', 'points.csv'), POINTS.replace('\n3,9\n', '\n3,8\n'));
    const bad = await cahoots('verify', file, '--run', key, '--data', within('elsewhere'));
    expect(bad.code).toBe(1);
    expect(bad.stdout).toMatch(/, seed 1: differs in .*loss \([\d.]+, now [\d.]+\)/);
    expect(bad.stdout).toContain('data: points.csv has changed');
    expect(await cahoots('verify', file, '--run', 'zzz')).toMatchObject({ code: 2 });
  });
});
