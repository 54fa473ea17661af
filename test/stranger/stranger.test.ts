/**
 * A package of a stranger's, outside the tree, against the packed tarball: a protocol of two servers that calls secure
 * aggregation and comes back from a crash, a kind of fault, an attack with its null control, and a figure.
 */

import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { thoroughly } from '../support/long.ts';
import { installPacked } from '../support/packed.ts';
import { hashOf, type Said } from '../support/program.ts';
import { type Resident, resident } from '../support/resident-program.ts';

const PACKAGE = fileURLToPath(new URL('package/', import.meta.url));
const FILES = ['index.js', 'scenario.yaml'];
/** Two faults of the network, beside the package. */
const NETWORK = 'network.js';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-stranger-'));
let program: Resident;

beforeAll(async () => {
  const installed = installPacked(folder);
  for (const file of [...FILES, NETWORK]) copyFileSync(join(PACKAGE, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "name": "keeping", "private": true, "type": "module" }\n');
  program = await resident(join(installed, 'dist'));
}, 600_000);
afterAll(() => {
  program.end();
  rmSync(folder, { recursive: true });
});

/** What the installed program says, with the stranger's plugin. */
const cahoots = (...args: readonly string[]): Promise<Said> =>
  program.said(folder, ...args, '--plugin', './index.js');

/** The same of several commands. */
async function inTurn(...commands: readonly (readonly string[])[]): Promise<readonly Said[]> {
  const said: Said[] = [];
  for (const args of commands) said.push(await cahoots(...args));
  return said;
}

test('it is at most 150 lines, but for blank ones', () => {
  const lines = FILES.flatMap((file) => readFileSync(join(PACKAGE, file), 'utf8').split('\n'));
  expect(lines.filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(150);
});

test('runs on no threads and on two with one hash, comes back from its crash, and shows its figure', async () => {
  const runs = await Promise.all(
    ['0', '2'].map((threads) => cahoots('run', 'scenario.yaml', '--threads', threads)),
  );
  for (const { code, stdout, stderr } of runs) {
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/^ended +done at/m);
    expect(stdout).toMatch(/^iterations +3\nconverged +no$/m);
    expect(stdout).toMatch(/^clusters in use +3$/m);
    expect(stdout).toMatch(/^fault +crash 1: 1 time,/m);
    expect(stdout).toMatch(/^fault +stutter 1: [1-9]\d* times/m);
  }
  expect(hashOf(runs[0])).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf(runs[1])).toBe(hashOf(runs[0]));
});

test('is compared with a protocol of ours, its figure a row', async () => {
  const set = ['--set', 'faults=[]', '--set', 'compare=[lloyd]'];
  const { code, stdout, stderr } = await cahoots(
    'compare',
    'scenario.yaml',
    '--seeds',
    '2',
    '--threads',
    '2',
    ...set,
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^ +keeping +lloyd\nfinished +2 of 2 +2 of 2$/m);
  expect(stdout).toMatch(/^clusters in use +\d/m);
});

test('what its two servers sent each other is told apart from the rest, in every view', async () => {
  const calm = ['scenario.yaml', '--set', 'faults=[]'];
  const [{ stdout: json }, { stdout: text }] = await inTurn(
    ['run', ...calm, '--json'],
    ['run', ...calm, '--out', 'calm'],
    ['report', 'calm/run.trace', '--html', 'calm/page.html'],
    ['export', 'calm/run.trace', '--table', 'exchanges'],
  );
  const { run, exchanges } = JSON.parse(json) as {
    run: Record<string, number>;
    exchanges: { from: string; to: string; type: string; bytes: number }[];
  };
  const total = exchanges.filter(({ type }) => type === 'total');
  expect(total).toMatchObject([{ from: 'server', to: 'keeper', messages: 3 }]);
  expect(run.betweenServers).toBe(total[0].bytes);
  expect(run.toServer + run.fromServer + run.betweenServers).toBe(run.bytes);
  // Clients send each other nothing, so all of it passes a server's link, once.
  expect(run.serverCarried).toBe(run.bytes);

  expect(text).toMatch(/^from +to +messages +elements +bytes$/m);
  expect(text).toMatch(/^server +keeper +3 +36 +516 B$/m);
  expect(text).toMatch(/^unmask .* 516 B +82\.0 k/m);
  const page = readFileSync(join(folder, 'calm/page.html'), 'utf8');
  expect(page).toMatch(/By pair of roles<\/caption>/);
  expect(page).toMatch(/>server<\/td><td[^>]*>keeper<\/td><td[^>]*>3<\/td><td[^>]*>36<\/td><td[^>]*>516 B</);
  const rows = readFileSync(join(folder, 'calm/exchanges.csv'), 'utf8').split('\n');
  expect(rows.filter((row) => row.includes(',server,keeper,total,3,'))).toHaveLength(1);
});

test('a scenario expects at most so much of a type of message between two roles', async () => {
  const total = 'from: server, to: keeper, message: total';
  const expected = [
    `{ ${total}, bytes: 516B, messages: 3 }`,
    `{ ${total}, bytes: 500B, messages: 3 }`,
    '{ from: sever, bytes: 1KB }',
  ];
  const [kept, { code, stdout, stderr }, wrong] = await inTurn(
    ...expected.map((one) => [
      'run',
      'scenario.yaml',
      '--set',
      'faults=[]',
      '--set',
      `expect={traffic: [${one}]}`,
    ]),
  );
  expect(kept.code).toBe(0);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(
    'traffic.0: expected at most 500 B of total from server to keeper, got 516 B',
  );
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain(
    'expect.traffic.0.from: expected a role: server, keeper, client, clients, got sever',
  );
});

test('a swarm draws its fault, and what the swarm finds shrinks', async () => {
  const swarm = ['scenario.yaml', '--runs', '3', '--threads', '2', '--set', 'swarm.families=[stutter]'];
  const silent = '[{ fault: withhold, who: server, when: { round: 2 } }, { fault: stutter, who: client-2 }]';
  const [{ code, stdout }, shrunk] = await inTurn(
    ['swarm', ...swarm, '--json'],
    ['shrink', 'scenario.yaml', '--set', `faults=${silent}`, '--set', 'clients=3'],
  );
  expect(code).toBe(0);
  const { runs } = JSON.parse(stdout) as { runs: { kind: string; faults: { fault: string }[] }[] };
  expect(runs.map(({ kind }) => kind)).toEqual(['finished', 'finished', 'finished']);
  // The scenario's own two come first.
  for (const { faults } of runs) expect(faults.slice(2).map(({ fault }) => fault)).toContain('stutter');
  expect(shrunk.stdout).toMatch(/^# Outcome: refused: the server fell silent/);
  expect(shrunk.stdout).toMatch(/^# Run it with: cahoots run FILE --plugin \.\/index\.js$/m);
  expect(shrunk.stdout).toMatch(/^faults:\n {2}- \{ fault: withhold, who: server \}$/m);
});

test('its attack is tried, beside a null control', async () => {
  const alone = ['--members', 'keeper'];
  const { code, stdout } = await cahoots(
    'attack',
    'scenario.yaml',
    ...alone,
    '--games',
    '2',
    ...thoroughly(['--repeats', '0'], []),
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^keeper +alone +1 +1\.7 %/m);
  expect(stdout).toMatch(/^coalitions +attack +runs +advantage .* control\nkeeper +alone +2 .*\]$/m);
  expect(stdout).toContain('The server sees masked vectors, the keeper their sums.');
});

test('its runs are replayed, and compared entry by entry', async () => {
  const [, , again, diff] = await inTurn(
    ['run', 'scenario.yaml', '--out', 'a'],
    ['run', 'scenario.yaml', '--out', 'b', '--set', 'protocol.rounds=2'],
    ['replay', 'a/run.trace', '--threads', '2'],
    ['diff', 'a/run.trace', 'b/run.trace'],
  );
  expect(again.stdout).toMatch(/^a\/run\.trace: the same run again, in all of \d+ entries$/m);
  expect(diff.stdout).toMatch(/^protocol\.rounds: 3 in A, 2 in B\n.* diverge at entry \d+$/m);
});

test('stands in the schema: protocol, fault and settings', async () => {
  const { stdout } = await cahoots('schema');
  for (const name of ['keeping', 'stutter']) expect(stdout).toContain(`"const": "${name}"`);
});

describe('a fault on the network that holds packets until others come', () => {
  const swapped = [
    '--plugin',
    './network.js',
    '--set',
    'faults=[{ fault: swap, who: clients, with: server }]',
  ];

  test('makes them change places, in the same way on any number of threads and when replayed', async () => {
    const network = ['--plugin', './network.js'];
    const run = ['run', 'scenario.yaml', ...swapped];
    const [inline, threaded, again, report] = await inTurn(
      [...run, '--threads', '0', '--out', 'swapped'],
      [...run, '--threads', '2'],
      ['replay', 'swapped/run.trace', ...network],
      // What packets went through is found out from the trace alone.
      ['report', 'swapped/run.trace', ...network],
    );
    for (const { code, stderr } of [inline, threaded])
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(inline.stdout).toMatch(/^fault +swap 1: [1-9]\d* times/m);
    expect(inline.stdout).toMatch(/^waited for .*/m);
    expect(hashOf(threaded)).toBe(hashOf(inline));
    expect(again.stdout).toMatch(/the same run again, in all of \d+ entries$/m);
    expect(report.stdout).toMatch(/^waited for .*the fault swap 1/m);
  });

  test('is drawn by swarms, which shrink what they find with it', async () => {
    const budget = '{ families: [swap, flip], byzantine: 1, falsify: [centres] }';
    const slow =
      '[{ fault: swap, who: keeper, message: centres, within: 30s }, { fault: swap, who: client-2, within: 2ms }]';
    const asked = ['--plugin', './network.js', '--set', `faults=${slow}`, '--set', 'clients=3'];
    const [swarm, shrunk] = await inTurn(
      ['swarm', 'scenario.yaml', '--runs', '3', '--json', ...swapped, '--set', `swarm=${budget}`],
      ['shrink', 'scenario.yaml', ...asked],
    );
    const { runs } = JSON.parse(swarm.stdout) as {
      runs: { kind: string; faults: Record<string, unknown>[] }[];
    };
    expect(runs).toHaveLength(3);
    const drawn = runs.flatMap(({ faults }) => faults.slice(1));
    expect(new Set(drawn.map(({ fault }) => fault))).toEqual(new Set(['swap', 'flip']));
    // Only of those who may send wrong messages, and only of the types that the budget names.
    for (const flip of drawn.filter(({ fault }) => fault === 'flip'))
      expect(flip).toMatchObject({ direction: 'from', message: 'centres' });
    expect(shrunk.stdout).toMatch(/^# Outcome: refused: the server fell silent/);
    expect(shrunk.stdout).toMatch(/^faults:\n {2}- \{ fault: swap, who: keeper, within: 30s \}$/m);
  });
});
