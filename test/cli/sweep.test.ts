import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cahoots } from '../support/program.ts';
import { SMALL } from '../support/small-scenario.ts';

const write = temporaryFiles();
let folder = '';
let file = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-sweep-'));
  file = write(
    'sweep.yaml',
    `${SMALL}sweep: { protocol: [secfc, lloyd], protocol.privacy: 1..3, seeds: 2, skip: invalid }\n`,
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const grid = (): string => join(folder, 'grid');

test('a plan says which runs there are and what is left out, and runs nothing', async () => {
  const { code, stdout } = await cahoots('sweep', file, '--plan', '--shard', '2/4');
  expect(code).toBe(0);
  const [runs, skipped] = stdout.split('\n');
  expect(runs).toBe('6 runs: 3 points, 2 seeds each; part 2/4: 2 runs');
  expect(skipped).toMatch(/^left out: protocol=secfc protocol\.privacy=3: .*sweep\.yaml:\d+:\d+ .*expected /);
});

test('seeds as a flag are how many or which, and seed is not an axis', async () => {
  const plain = write('plain.yaml', SMALL);
  const planned = async (axis: string): Promise<string> => {
    const { stdout, stderr } = await cahoots('sweep', plain, '--axis', axis, '--plan');
    return stdout.split('\n')[0] + stderr;
  };
  for (const axis of ['seeds=3', 'seeds=4..6', 'seeds=1,5,9'])
    expect(await planned(axis)).toMatch(/\b3 seeds|\b3 runs/);
  expect(await planned('seed=1..3')).toContain('expected seeds, such as seeds=1..10');
});

test('axes as flags are those of a file, and come before its own', async () => {
  const plain = write('plain.yaml', SMALL);
  const listed = write(
    'listed.yaml',
    `${SMALL}sweep: { protocol: [secfc, lloyd], protocol.privacy: [1, 2], network.latency: [1ms, 3ms] }\n`,
  );
  const axes = ['protocol=secfc,lloyd', 'protocol.privacy=1..2', 'network.latency=1ms..3ms by 2ms'].flatMap(
    (axis) => ['--axis', axis],
  );
  const found: (readonly [unknown, unknown])[][] = [];
  const hashOf = ([hash]: readonly [unknown, unknown]): unknown => hash;
  for (const args of [[listed], [plain, ...axes], [file, ...axes, '--set', 'sweep.seeds=1']]) {
    const { stdout } = await cahoots('sweep', ...args, '--json', '--threads', '0');
    const rows = stdout.trim().split('\n');
    found.push(
      rows
        .map((row) => JSON.parse(row) as Record<string, unknown>)
        .map(({ hash, set }) => [hash, set] as const),
    );
  }
  expect(found[0]).toHaveLength(6);
  expect(found[1]).toEqual(found[0]);
  expect(found[2].map(hashOf)).toEqual(found[0].map(hashOf));
});

test('an axis that is none is refused in its own words', async () => {
  for (const [axis, said] of [
    ['clients', '--axis: expected path=values, such as protocol.privacy=1..4, got clients\n'],
    ['clients=4..2', '--axis clients=4..2 sweep.clients.0: expected a range that goes up'],
    ['clients=[', '--axis clients=[: expected a value in YAML, got [\n'],
    [
      'protocol.privcy=1,2',
      "expected a setting of one of the sweep's protocols, got protocol.privcy; did you mean protocol.privacy?",
    ],
  ]) {
    const { code, stderr } = await cahoots('sweep', file, '--axis', axis, '--plan');
    expect(code).toBe(2);
    expect(stderr).toContain(said);
  }
});

test('a sweep shows its points and leaves rows, of which tables are made', async () => {
  const { code, stdout } = await cahoots('sweep', file, '--out', grid(), '--threads', '0');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^secfc +2 +100 /m);
  expect(stdout).toMatch(/^lloyd +– +100 /m);
  const tables = ['--rows', 'protocol.privacy', '--columns', 'protocol', '--value', 'time to the result'];
  const text = await cahoots('table', grid(), ...tables);
  expect(text.stdout).toMatch(/^time to the result \(ms\), by protocol\n/);
  const latex = await cahoots('table', grid(), ...tables, '--format', 'latex');
  expect(latex.stdout).toContain(String.raw`\toprule`);
  const best = await cahoots('table', grid(), '--best', 'resultNs', '--where', 'accuracy >= 0');
  expect(best.stdout).toMatch(/^3 of 3 settings qualify/m);
  expect(best.stdout).toMatch(/best$/m);
  // A figure goes by its title, too, and a share in percent.
  const titled = ['table', grid(), '--best', 'time to the result', '--where', 'accuracy >= 0%'];
  expect((await cahoots(...titled)).stdout).toBe(best.stdout.replace('accuracy >= 0)', 'accuracy >= 0%)'));
  const exported = await cahoots('export', grid(), '--to', 'csv');
  expect(exported.stdout).toContain(': 6 rows');
  expect(readFileSync(join(grid(), 'runs.csv'), 'utf8').split('\n')[0]).toContain('measuredNs');
});

test('its runs are run again by what it prints, and by the journal that lies beside the rows', async () => {
  const { stdout } = await cahoots('sweep', file, '--out', grid(), '--threads', '0');
  const [, hint] = /^run again and compared: cahoots (.+)$/m.exec(stdout) ?? [];
  expect(hint?.split(' ')).toEqual(['verify', grid()]);
  for (const path of [grid(), join(grid(), 'runs.jsonl')]) {
    const said = await cahoots('verify', path);
    expect(said.stdout).toContain('6 of 6 rows are what the run gives; ');
    expect(said.code).toBe(0);
  }
});

test('a table without runs, or of something else, is not called one without columns', async () => {
  const empty = join(folder, 'empty.jsonl');
  writeFileSync(empty, '');
  const other = join(folder, 'other.csv');
  writeFileSync(other, 'height,weight\n1,2\n');
  for (const command of ['table', 'verify', 'plot'])
    expect((await cahoots(command, empty)).stderr).toBe(`${empty}: expected the rows of runs, got none\n`);
  expect(await cahoots('table', other)).toMatchObject({
    code: 2,
    stderr: 'expected the rows of runs, with their figures, got height, weight\n',
  });
});

test.each([
  [
    ['table', 'GRID', '--value', 'nothing'],
    /expected a column of the results, got nothing; varied were protocol.*; figures are .*accuracy, .*resultNs/,
  ],
  [['table', 'GRID', '--value', 'byts'], /, .*; did you mean bytes\?\n/],
  [['table', 'GRID', '--rows', 'protocol.privcy'], /; did you mean protocol\.privacy\?\n/],
  [['plot', 'GRID', '--y', 'byts', '-o', 'x.svg'], /^--y: .*got byts; did you mean bytes\?\n$/],
  [['plot', 'GRID', '--by', 'protocl', '-o', 'x.svg'], /^--by: .*got protocl; did you mean protocol\?\n$/],
  [['plot', 'GRID', '--kind', 'sweeep', '-o', 'x.svg'], /got sweeep; did you mean sweep\?; there are\n/],
  [
    ['table', 'GRID', '--where', 'accuracy > 90'],
    /--where: expected a share from 0 to 1, or a percentage such as 90%, got 90\n/,
  ],
  [['table', 'GRID', '--where', 'seed'], /--where: expected a condition/],
  [
    ['table', 'GRID', '--where', 'seed > 99', '--where', 'loss > 0'],
    /^--where: expected a condition that some run meets, got seed > 99 and loss > 0\n$/,
  ],
  [['merge', 'GRID'], /--out: expected a folder/],
  [['sweep', 'FILE', '--shard', '5/4'], /--shard: expected a part/],
  [
    ['sweep', 'FILE', '--set', 'clients=5', '--set', 'clients=6'],
    /--set: expected one value for clients, got clients=5 and clients=6: several are a sweep/,
  ],
  [['run', 'FILE', '--set', 'clients=5', '--set', 'clients=6'], /expected one value for clients/],
  [['worker', 'somewhere'], /ADDRESS: expected an address such as nats:/],
  // Node.js's timers end at once after longer times.
  [
    ['worker', 'nats://127.0.0.1', '--limit', '600h'],
    /--limit: expected a time above 0 and below 596h, got 600h/,
  ],
  [['worker', 'nats://127.0.0.1', '--idle', '10m'], /--idle: expected a duration such as 40ms/],
])('%j is refused in words', async (args, reason) => {
  const { code, stderr } = await cahoots(
    ...args.map((word) => (word === 'GRID' ? grid() : word === 'FILE' ? file : word)),
  );
  expect(stderr).toMatch(reason);
  expect(code).toBe(2);
});
