/** Results that were changed after their runs are told from those that were not, wherever they are read. */

import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageOfResults } from '../../src/output/page/results-page.ts';
import { everyRun } from '../../src/run/figures/table.ts';
import { resultsAt } from '../../src/studies/batch/results.ts';
import { cahoots } from '../support/program.ts';
import { edited, SMALL } from '../support/small-scenario.ts';

const SCENARIO = `${edited(SMALL, ['deviation: 1', 'deviation: 4'])}compare: [lloyd]
sweep: { protocol: [secfc, lloyd], seeds: 3 }
`;
let folder = '';
const at = (...names: string[]): string => join(folder, ...names);
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-digests-'));
  writeFileSync(at('small.yaml'), SCENARIO);
  const here = ['--threads', '0', '--out'];
  await cahoots('sweep', at('small.yaml'), ...here, at('sweep'));
  await cahoots('compare', at('small.yaml'), '--seeds', '3', ...here, at('compare'));
  await cahoots('swarm', at('small.yaml'), '--runs', '3', ...here, at('swarm'));
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The file with the rows of each study, one of its accuracies as it stands there, and how to falsify it. */
const STUDIES: Readonly<Record<string, { readonly file: string; readonly lie: (text: string) => string }>> = {
  sweep: { file: 'rows.jsonl', lie: (text) => text.replace(/"accuracy":[\d.]+/, '"accuracy":0.999') },
  compare: { file: 'runs.csv', lie: falsifiedCsv },
};

function falsifiedCsv(text: string): string {
  const [head, first] = text.split('\n');
  const place = head.split(',').indexOf('loss');
  // A cell in quotes may have commas.
  const cells = Array.from(first.matchAll(/(?:"(?:[^"]|"")*"|[^,]*)(?:,|$)/g), ([cell]) => cell);
  return text.replace(first, () => cells.with(place, '999,').join(''));
}

/** A copy of a study in which something was changed. */
function changed(study: string, change: (text: string) => string): string {
  const { file } = STUDIES[study];
  const copy = at(`${study}-${change.name}`);
  cpSync(at(study), copy, { recursive: true });
  const before = readFileSync(join(copy, file), 'utf8');
  const after = change(before);
  expect(after).not.toBe(before);
  writeFileSync(join(copy, file), after);
  return copy;
}

const CHANGED =
  'changed: a value was changed after the run, as the digest of its row shows: cahoots verify tells which';

/** What is said where the rows of a study are read, on one line. */
async function told(study: string): Promise<Readonly<Record<string, string>>> {
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ');
  const table = await cahoots('table', study);
  const best = await cahoots('table', study, '--best', 'iterations');
  const csv = await cahoots('table', study, '--format', 'csv');
  const plot = await cahoots('plot', study, '--kind', 'compare', '--out', at('plot.svg'));
  const page = pageOfResults('many', await resultsAt(study).read(), everyRun).top.html;
  return {
    table: plain(table.stdout),
    best: plain(best.stdout),
    csv: plain(csv.stdout),
    plot: plain(plot.stdout),
    page: plain(
      page
        .replaceAll('</b>', ': ')
        .replaceAll(/<[^>]+>/g, ' ')
        .replaceAll(' :', ':'),
    ),
  };
}

describe.each(Object.keys(STUDIES))('the rows of a %s', (study) => {
  test('are what their runs give, and nothing is said of them', async () => {
    for (const [view, text] of Object.entries(await told(at(study))))
      expect([view, text]).not.toContain('changed:');
    const verified = await cahoots('verify', at(study));
    expect(verified.code).toBe(0);
    expect(verified.stdout).toContain('6 of 6 rows are what the run gives; ');
  });

  test('of which one was falsified are told, with its seed, wherever they are read', async () => {
    const copy = changed(study, STUDIES[study].lie);
    for (const [view, text] of Object.entries(await told(copy))) {
      expect([view, text]).toEqual([view, expect.stringContaining(CHANGED)]);
      expect([view, text]).toEqual([view, expect.stringMatching(/\(1 run of [^)]*secfc: seed 1\)/)]);
    }
    const { code, stdout } = await cahoots('verify', copy);
    expect(code).toBe(1);
    const [first, why, ...others] = stdout.trimEnd().split('\n');
    expect(first).toMatch(/ secfc, seed 1: differs in (accuracy|loss) \((0\.)?999, now [\d.]+\)$/);
    expect(why).toBe('  row: it does not match its digest, so it was changed after the run');
    expect(others).toHaveLength(6);
    expect(others.at(-1)).toContain('5 of 6 rows are what the run gives; ');
  });
});

test('all rows of a sweep that were falsified at once are told, each with its column', async () => {
  const all = (text: string): string => text.replaceAll(/"accuracy":[\d.]+/g, '"accuracy":0.99');
  const copy = changed('sweep', all);
  const { code, stdout } = await cahoots('verify', copy);
  expect(code).toBe(1);
  expect(stdout.match(/differs in accuracy \(0\.99, now [\d.]+\)\n/g)).toHaveLength(6);
  expect((await cahoots('table', copy)).stdout.replaceAll(/\s+/g, ' ')).toContain('(6 runs of secfc, lloyd)');
});

test('a sweep from which a row was taken out is refused', async () => {
  const copy = changed('sweep', function without(text) {
    return text.slice(text.indexOf('\n') + 1);
  });
  for (const command of ['table', 'verify'])
    expect(await cahoots(command, copy)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${join(copy, 'rows.jsonl')}: expected the rows of 6 runs, got 5\n`,
    });
});

test('rows of a swarm are repeated under their faults', async () => {
  const verified = await cahoots('verify', at('swarm'));
  expect(verified.stdout).toContain('3 of 3 rows are what the run gives; ');
  expect(verified.code).toBe(0);
});

test('rows of earlier versions are said to have no digest', async () => {
  const copy = changed('sweep', function undigested(text) {
    return text.replaceAll(/,"digest":"\w+"/g, '');
  });
  for (const [view, text] of Object.entries(await told(copy)))
    expect([view, text]).toEqual([
      view,
      expect.stringContaining(
        'no digest: rows of earlier versions have none, so only cahoots verify tells whether one was changed (',
      ),
    ]);
});

test.each(['csv', 'jsonl', 'parquet'])(
  'an export as %s has the digests of the rows, right or wrong',
  async (to) => {
    for (const [study, expected] of [
      [at('sweep'), 0],
      [changed('sweep', STUDIES['sweep'].lie), 1],
    ] as const) {
      const out = at(`export-${to}-${expected}`);
      await cahoots('export', study, '--to', to, '--out', out);
      const rows = await resultsAt(join(out, `runs.${to}`)).read();
      expect(rows).toHaveLength(6);
      expect(rows.filter((row) => row['changed'] !== undefined)).toHaveLength(expected);
      // The scenario is seen from where the rows are now.
      expect(rows[0]['file']).toBe(at('small.yaml'));
      expect((await cahoots('verify', join(out, `runs.${to}`))).code).toBe(expected);
    }
  },
);

test('the same study from two working folders is the same byte for byte', async () => {
  const here = process.cwd();
  // All but what was measured, and its digest.
  const content = (where: string): Record<string, string> =>
    Object.fromEntries(
      ['figures.jsonl', 'rows.jsonl', 'sweep.json'].map((name) => [
        name,
        readFileSync(join(where, name), 'utf8').replace(/"measured": "\w+"/, ''),
      ]),
    );
  const studyFrom = async (cwd: string, ...path: readonly string[]) => {
    mkdirSync(cwd, { recursive: true });
    process.chdir(cwd);
    try {
      const [file, out] = path;
      await cahoots('sweep', file, '--threads', '0', '--out', out);
      await cahoots('swarm', file, '--runs', '2', '--threads', '0', '--out', `${out}-swarm`);
    } finally {
      process.chdir(here);
    }
  };
  for (const one of ['one', 'two']) {
    mkdirSync(at(one));
    writeFileSync(at(one, 'small.yaml'), SCENARIO);
  }
  await studyFrom(at('one'), 'small.yaml', 'grid');
  await studyFrom(at('elsewhere'), '../two/small.yaml', at('two', 'grid'));
  const [first, second] = [content(at('one', 'grid')), content(at('two', 'grid'))];
  expect(second).toEqual(first);
  expect(first['rows.jsonl']).toContain('"file":"../small.yaml"');
  const files = (study: string) =>
    resultsAt(study)
      .read()
      .then((rows) => rows.map(({ file }) => file));
  expect(await files(at('one', 'grid-swarm'))).toEqual([at('one', 'small.yaml'), at('one', 'small.yaml')]);
});

test('the scenario of a run is found from the rows that are exported from its trace', async () => {
  await cahoots('run', at('small.yaml'), '--out', at('run'));
  const { run } = JSON.parse(readFileSync(at('run', 'report.json'), 'utf8')) as { run: { file: string } };
  expect(run.file).toBe('../small.yaml');
  await cahoots('export', at('run', 'run.trace'), '--out', at('deep', 'er'), '--table', 'runs');
  const rows = at('deep', 'er', 'runs.csv');
  expect(readFileSync(rows, 'utf8')).toContain(',../../small.yaml,');
  expect(await cahoots('verify', rows)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 of 1 row is what the run gives; '),
  });
});

test('the parts of a sweep are one elsewhere, where the scenario is seen from there', async () => {
  const parts = [at('parts', '1'), at('parts', '2')];
  for (const [i, part] of parts.entries())
    await cahoots('sweep', at('small.yaml'), '--threads', '0', '--shard', `${i + 1}/2`, '--out', part);
  expect(readFileSync(join(parts[0], 'rows.jsonl'), 'utf8')).toContain('"file":"../../small.yaml"');
  await cahoots('merge', ...parts, '--out', at('merged'));
  const whole = readFileSync(at('merged', 'rows.jsonl'), 'utf8');
  expect(whole).toBe(readFileSync(at('sweep', 'rows.jsonl'), 'utf8'));
  const { file } = JSON.parse(readFileSync(at('merged', 'sweep.json'), 'utf8')) as { file: string };
  expect(file).toBe('../small.yaml');
  expect((await cahoots('verify', at('merged'))).code).toBe(0);
});
