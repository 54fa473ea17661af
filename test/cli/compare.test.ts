import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Comparison } from '../../src/studies/batch/compare.ts';
import { comparisonText } from '../../src/studies/batch/text.ts';
import { edited, SMALL } from '../support/small-scenario.ts';
import { thoroughly } from '../support/long.ts';
import { wrongPlugin } from '../support/wrong-plugin.ts';
import { cahoots, cahootsWith, ended, type Said, start } from '../support/program.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-compare-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const within = (...path: string[]): string => join(folder, ...path);
function scenario(name: string, text: string): string {
  writeFileSync(within(name), text);
  return within(name);
}

const BOTH = `${SMALL}compare:\n  - lloyd\n  - { name: kfed, clustersPerClient: 1 }\n`;
const both = (): string => scenario('both.yaml', BOTH);
/** In this thread, where threads are not what a test is about. */
const compare = (...args: readonly string[]): Promise<Said> => cahoots('compare', ...args, '--threads', '0');
const comparisonOf = ({ stdout }: Said): Comparison => JSON.parse(stdout) as Comparison;
/** A comparison but for what was measured on this machine. */
const unmeasured = ({ stdout }: Said): unknown =>
  JSON.parse(stdout, (key, value: unknown) =>
    key === 'measuredNs' || (value as { name?: unknown } | null)?.name === 'measuredNs' ? 'measured' : value,
  );
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').trimEnd().split('\n');

describe('cahoots compare', () => {
  test('prints a table with a column for each protocol, and nothing on stderr when nobody watches', async () => {
    const { code, stdout, stderr } = await compare(both(), '--seeds', '2');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0].trim().split(/\s{2,}/)).toEqual(['secfc', 'lloyd', 'kfed clustersPerClient=1']);
    expect(lines[1]).toMatch(/^finished +2 of 2 +2 of 2 +2 of 2$/);
    expect(lines[2]).toMatch(/^equal Lloyd +2 of 2 +2 of 2$/);
    expect(lines.at(-8)).toMatch(/^measured .*ms/);
    expect(lines.at(-7)).toMatch(/^waited most for +\d+\.\d %/);
    expect(lines.slice(-6)).toEqual([
      'mean ± standard deviation of the runs that finished',
      '',
      expect.stringMatching(/^network: preset lan \(2026-11\): 0.3 ms, /),
      expect.stringMatching(/^ {2}secfc, /),
      'start: a random cluster for every point (4 runs of secfc, lloyd)',
      '',
    ]);
  });

  test('judges an expectation for the protocols that it can be asked of, and says for whom it is not judged', async () => {
    const expecting = (most: number): string =>
      scenario(
        'expecting.yaml',
        `${BOTH}expect: { matches: lloyd, properties: [converges], rounds: ${most} }\n`,
      );
    const right = await compare(expecting(100), '--seeds', '2');
    expect(right).toMatchObject({ code: 0, stderr: '' });
    expect(right.stdout).toContain(
      'not checked for kfed clustersPerClient=1, which has no such figure or promise: matches\n',
    );
    expect(right.stdout).not.toContain('not checked for lloyd');
    const wrong = await compare(expecting(0), '--seeds', '2');
    expect(wrong.code).toBe(1);
    expect(wrong.stdout).toMatch(
      /^violated: rounds: expected at most 0 rounds, got 3 rounds \(4 runs of secfc, lloyd\)$/m,
    );
  });

  test("refuses an expectation that the scenario's own protocol cannot be asked for", async () => {
    const file = scenario('refused.yaml', `${BOTH}expect: { properties: [convergse] }\n`);
    expect(await compare(file)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('expected one of converges') as string,
    });
  });

  test('runs one seed where none are asked for, that of the file', async () => {
    const { runs } = comparisonOf(await compare(both(), '--json'));
    const one = comparisonOf(await compare(both(), '--json', '--set', 'seed=2'));
    expect(runs.map((column) => column.length)).toEqual([1, 1, 1]);
    const two = comparisonOf(await compare(both(), '--json', '--seeds', '2'));
    expect(two.runs.map((column) => column.map(({ hash }) => hash))).toEqual(
      runs.map((column, c) => [column[0].hash, one.runs[c][0].hash]),
    );
  });

  test('with --json prints one JSON document, with --csv a line for every run', async () => {
    const out = within('formats');
    const say = (...flags: string[]): Promise<Said> =>
      compare(both(), '--seeds', '2', '--out', out, ...flags);
    const [json, csv, text] = [await say('--json'), await say('--csv'), await say()];
    for (const { code, stderr } of [json, csv, text])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const comparison = comparisonOf(json);
    expect(json.stdout.split('\n')).toHaveLength(2);
    expect(comparison.columns.map(({ title, runs }) => [title, runs])).toEqual([
      ['secfc', 2],
      ['lloyd', 2],
      ['kfed clustersPerClient=1', 2],
    ]);
    expect(comparison.runs.flat()).toHaveLength(6);
    expect(text.stdout).toBe(comparisonText(comparison.columns));
    const lines: Record<string, string>[] = parse(csv.stdout, { columns: true });
    expect(lines.map(({ title, seed, loss, hash }) => [title, Number(seed), Number(loss), hash])).toEqual(
      comparison.columns.flatMap(({ title }, at) =>
        comparison.runs[at].map(({ seed, loss, hash }) => [title, seed, loss, hash]),
      ),
    );
  });

  test('agrees with cahoots run', async () => {
    const { runs } = comparisonOf(await compare(both(), '--json'));
    const { outcome } = JSON.parse((await cahoots('run', both(), '--json')).stdout);
    const { iterations, converged, accuracy, loss, equalsLloyd } = outcome.findings;
    expect(runs[0][0]).toMatchObject({
      hash: outcome.hash,
      iterations,
      converged,
      accuracy,
      loss,
      equalsLloyd,
      ...outcome.ends,
    });
  });

  test('takes several files, and the same settings for all', async () => {
    const other = scenario('other.yaml', edited(SMALL, ['name: small', 'name: other']));
    const { columns, runs } = comparisonOf(
      await compare(both(), other, '--json', '--set', 'protocol.maxIterations=1', '--set', 'seed=7'),
    );
    expect(columns.map(({ title }) => title)).toEqual([
      'small: secfc',
      'small: lloyd',
      'small: kfed clustersPerClient=1',
      'other: secfc',
    ]);
    expect(
      columns.map(({ figures }) => figures.find(({ name }) => name === 'iterations')?.spread?.mean),
    ).toEqual([1, 1, 1, 1]);
    expect(runs[3][0].loss).toBe(runs[0][0].loss);
  });

  test('says the same on any number of threads, of its own accord too, but for what is measured', async () => {
    const args = ['compare', both(), '--seeds', '3', '--json'];
    const inline = await ended(start(...args, '--threads', '0'));
    for (const threads of thoroughly([[]], [['--threads', '3'], []])) {
      const said = await ended(start(...args, ...threads));
      expect(said).toMatchObject({ code: 0, stderr: '' });
      expect(unmeasured(said)).toEqual(unmeasured(inline));
    }
  });
});

describe('--out', () => {
  test('keeps every run on a line, and nothing is run a second time', async () => {
    const args = [both(), '--seeds', '2', '--json', '--out', within('kept')];
    const first = await compare(...args);
    const file = within('kept', 'runs.jsonl');
    expect(readdirSync(within('kept')).toSorted()).toEqual([
      'comparison.csv',
      'figures.csv',
      'runs.csv',
      'runs.jsonl',
    ]);
    const rows: Record<string, string>[] = parse(readFileSync(within('kept', 'runs.csv')), { columns: true });
    expect(rows).toHaveLength(6);
    const made = ['seed', 'scenario', 'cahoots', 'code', 'node', 'machine', 'loss', 'resultNs', 'hash'];
    expect(made.filter((name) => rows.some((row) => row[name] === ''))).toEqual([]);
    const hashes = rows.map(({ hash }) => hash);
    const { runs } = comparisonOf(first);
    expect(hashes).toEqual(runs.flat().map(({ hash }) => hash));
    const before = readFileSync(file);
    expect(linesOf(file)).toHaveLength(6);
    // Even measured times are the same: they are those of the first time.
    expect(await compare(...args)).toEqual(first);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('runs only what is new: other seeds, other settings, other files', async () => {
    const out = ['--out', within('more')];
    const lines = (): number => linesOf(within('more', 'runs.jsonl')).length;
    await compare(both(), '--seeds', '2', ...out);
    expect(lines()).toBe(6);
    await compare(both(), '--seeds', '3', ...out);
    expect(lines()).toBe(9);
    await compare(both(), '--seeds', '2', '--set', 'seed=2', ...out);
    expect(lines()).toBe(9);
    await compare(both(), '--set', 'protocol.maxIterations=1', ...out);
    expect(lines()).toBe(12);
    await compare(both(), scenario('copy.yaml', BOTH), ...out);
    expect(lines()).toBe(12);
    await compare(scenario('renamed.yaml', edited(BOTH, ['name: small', 'name: renamed'])), ...out);
    expect(lines()).toBe(15);
  });

  test('goes on behind a line that was cut off, with the same result', async () => {
    const args = [both(), '--seeds', '2', '--json', '--out', within('cut')];
    const first = await compare(...args);
    const file = within('cut', 'runs.jsonl');
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, whole.length - 40));
    expect(unmeasured(await compare(...args))).toEqual(unmeasured(first));
    expect(linesOf(file)).toHaveLength(7);
    expect(await compare(...args)).toMatchObject({ code: 0 });
    expect(linesOf(file)).toHaveLength(7);
  });

  test('is tabulated protocol by protocol', async () => {
    await compare(both(), '--seeds', '2', '--out', within('tabled'));
    const { code, stdout } = await cahoots('table', within('tabled'), '--value', 'bytes');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^title .*\nsecfc .*\nlloyd .*\nkfed .*\n/);
    expect(await cahoots('table', folder)).toMatchObject({
      code: 2,
      stderr: `${folder}: expected one of runs.csv, runs.jsonl, runs.parquet in it, got none\n`,
    });
  });

  test('that holds something else is refused with the line, and nothing is run', async () => {
    await compare(both(), '--out', within('foreign'));
    const file = within('foreign', 'runs.jsonl');
    writeFileSync(file, 'my notes\n');
    expect(await compare(both(), '--out', within('foreign'))).toEqual({
      code: 2,
      stdout: '',
      stderr: `${file}:1: expected a line that a study wrote, got another\n`,
    });
    expect(readFileSync(file, 'utf8')).toBe('my notes\n');
  });

  test('that is a file is refused', async () => {
    const { code, stdout, stderr } = await compare(both(), '--out', both());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/both\.yaml: expected a directory to write to, got a file\n$/);
    expect(readFileSync(within('both.yaml'), 'utf8')).toBe(BOTH);
  });

  test('is not touched where the scenario is wrong', async () => {
    const { code } = await compare(both(), '--set', 'clients=0', '--out', within('untouched'));
    expect([code, existsSync(within('untouched'))]).toEqual([2, false]);
  });
});

describe('the exit code', () => {
  test('is 1 when a run failed, and the table is printed all the same', async () => {
    const { code, stdout, stderr } = await compare(both(), '--set', 'protocol.timeout=1us');
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^finished +0 of 1 +/m);
  });

  test('is 1 when one of several failed', async () => {
    const late = scenario('late.yaml', `${SMALL}compare: [{ name: secfc, timeout: 1us }]\n`);
    const { code, stdout } = await compare(late);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^finished +1 of 1 +0 of 1$/m);
    expect((await compare(late, '--set', 'compare=[]')).code).toBe(0);
  });

  test('is 1 when virtual time ran out', async () => {
    const { code, stdout } = await compare(both(), '--set', 'limits.time=1us');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^finished +0 of 1 +0 of 1 +0 of 1$/m);
  });

  test('is 1 when the iterations were not those of Lloyd', async () => {
    const text = edited(SMALL, ['name: secfc', 'name: wrong'], ['  privacy: 2\n', '']);
    const { code, stdout } = await cahootsWith(
      [wrongPlugin],
      'compare',
      scenario('wrong.yaml', text),
      '--threads',
      '0',
    );
    expect(code).toBe(1);
    expect(stdout).toMatch(/^finished +1 of 1\nviolated +1 of 1\nequal Lloyd +0 of 1$/m);
  });

  test.each([
    [['--seeds', '0'], '--seeds: expected at least 1, got 0\n'],
    [['--seeds', '1e3'], '--seeds: expected an integer from 1 to 1000000, got 1e3\n'],
    [['--seeds=-1'], '--seeds: expected an integer from 1 to 1000000, got -1\n'],
    [['--threads=257'], '--threads: expected an integer from 0 to 256, got 257\n'],
    [['--set', 'clients'], '--set: expected path=value, got clients\n'],
    [['--set', 'compare.1.clustersPerClient=0'], /^--set compare\.1\.\S+: expected at least 1, got 0\n$/],
    [
      ['--set', 'compare=[sefcc]'],
      /^--set compare=\[sefcc\] compare\.0: expected dckmeans, fastlloyd, feddp, kfed, lloyd, mufc, secfc, or .*\n$/,
    ],
    [['--json', '--csv'], /^--csv: expected one of --json and --csv, got both\n$/],
    [['--seed', '1'], /^unknown option '--seed'\n.*\ncahoots compare --help says what it takes\n$/],
  ])('is 2 for a flag that is wrong, with what it takes: %j', async (flags, said) => {
    const { code, stdout, stderr } = await cahoots('compare', both(), ...flags);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
  });

  test('is 2 without a file, and for one that is not there or wrong', async () => {
    expect(await compare()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/^missing required argument 'FILE'\n/) as string,
    });
    expect(await compare(both(), within('none.yaml'))).toEqual({
      code: 2,
      stdout: '',
      stderr: `${within('none.yaml')}: expected a scenario, got no such file\n`,
    });
    const bad = scenario('bad.yaml', edited(BOTH, ['clustersPerClient: 1', 'clustersPerClient: 0']));
    expect(await compare(both(), bad)).toEqual({
      code: 2,
      stdout: '',
      stderr: `${bad}:25:38 compare.1.clustersPerClient: expected at least 1, got 0\n`,
    });
  });

  test('is not 70, however long the description of a scenario is', async () => {
    const description = 'SecFC against Lloyd on points of ten clients. '.repeat(20);
    const { code } = await compare(scenario('wordy.yaml', `${BOTH}description: ${description}\n`));
    expect(code).toBe(0);
  });
});

describe.each(thoroughly([2], [0, 2]))('Ctrl-C in the middle of a comparison on %d threads', (threads) => {
  test('ends it soon with exit code 130, and a later one goes on', async () => {
    const out = within(`interrupted-${threads}`);
    const file = join(out, 'runs.jsonl');
    const flags = ['--threads', `${threads}`, '--out', out, '--json'];
    const child = start('compare', both(), '--seeds', '3000', ...flags);
    const end = ended(child);
    while (child.exitCode === null && (!existsSync(file) || linesOf(file).length < 20)) await pause(20);
    const sentNs = process.hrtime.bigint();
    child.kill('SIGINT');
    const { code, stdout, stderr } = await end;
    expect(Number(process.hrtime.bigint() - sentNs)).toBeLessThan(15e9);
    expect({ code, stdout }).toEqual({ code: 130, stdout: '' });
    expect(stderr).toBe(`interrupted; what was found so far is in ${file}\n`);

    const before = linesOf(file);
    expect(before.length).toBeLessThan(9000);
    for (const line of before)
      expect(Object.keys(JSON.parse(line) as object)).toEqual(['key', 'build', 'output', 'digest']);
    // By the same program, as results of other code are not taken.
    const later = await ended(start('compare', both(), '--seeds', '4', ...flags));
    expect(later.code).toBe(0);
    const after = linesOf(file);
    expect(after.slice(0, before.length)).toEqual(before);
    // Some of the first protocol's are there, and none of these is run again.
    expect(after.length - before.length).toBeLessThan(12);
    expect(new Set(after.map((line) => (JSON.parse(line) as { key: string }).key)).size).toBe(after.length);
    const uninterrupted = await ended(start('compare', both(), '--seeds', '4', '--threads', '0', '--json'));
    expect(unmeasured(later)).toEqual(unmeasured(uninterrupted));
  });
});

test('Ctrl-C without --out says only that it was', async () => {
  const before = process.listeners('SIGINT');
  const running = compare(both(), '--seeds', '3000');
  await pause(20);
  const interrupt = process.listeners('SIGINT').filter((listener) => !before.includes(listener));
  expect(interrupt).toHaveLength(1);
  interrupt[0]('SIGINT');
  expect(await running).toEqual({ code: 130, stdout: '', stderr: 'interrupted\n' });
  expect(process.listeners('SIGINT')).toEqual(before);
});
