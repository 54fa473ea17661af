/**
 * A package of a stranger's, outside the tree, against the packed tarball: a protocol of two servers that calls secure
 * aggregation and comes back from a crash, a kind of fault, an attack with its null control, and a figure.
 */

import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { installPacked } from '../support/packed.ts';
import { hashOf } from '../support/program.ts';

const PACKAGE = fileURLToPath(new URL('package/', import.meta.url));
const FILES = ['index.js', 'scenario.yaml'];
/** Two faults of the network, beside the package. */
const NETWORK = 'network.js';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-stranger-'));
const execute = promisify(execFile);

beforeAll(() => {
  installPacked(folder);
  for (const file of [...FILES, NETWORK]) copyFileSync(join(PACKAGE, file), join(folder, file));
  writeFileSync(join(folder, 'package.json'), '{ "name": "keeping", "private": true, "type": "module" }\n');
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true }));

interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What the installed program says, with the stranger's plugin. */
async function cahoots(...args: readonly string[]): Promise<Said> {
  const program = join(folder, 'node_modules/.bin/cahoots');
  const done = execute(program, [...args, '--plugin', './index.js'], { cwd: folder });
  return await done.then(
    (said) => ({ code: 0, ...said }),
    (failed: Said) => failed,
  );
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
  expect(hashOf({ ...runs[0], code: 0 })).toMatch(/^[0-9a-f]{64}$/);
  expect(hashOf({ ...runs[1], code: 0 })).toBe(hashOf({ ...runs[0], code: 0 }));
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
  const { stdout: json } = await cahoots('run', ...calm, '--json');
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

  const { stdout: text } = await cahoots('run', ...calm, '--out', 'calm');
  expect(text).toMatch(/^from +to +messages +elements +bytes$/m);
  expect(text).toMatch(/^server +keeper +3 +36 +516 B$/m);
  expect(text).toMatch(/^unmask .* 516 B +82\.0 k/m);
  await cahoots('report', 'calm/run.trace', '--html', 'calm/page.html');
  const page = readFileSync(join(folder, 'calm/page.html'), 'utf8');
  expect(page).toMatch(/By pair of roles<\/caption>/);
  expect(page).toMatch(/>server<\/td><td[^>]*>keeper<\/td><td[^>]*>3<\/td><td[^>]*>36<\/td><td[^>]*>516 B</);
  await cahoots('export', 'calm/run.trace', '--table', 'exchanges');
  const rows = readFileSync(join(folder, 'calm/exchanges.csv'), 'utf8').split('\n');
  expect(rows.filter((row) => row.includes(',server,keeper,total,3,'))).toHaveLength(1);
});

test('a scenario expects at most so much of a type of message between two roles', async () => {
  const expecting = (one: string) =>
    cahoots('run', 'scenario.yaml', '--set', 'faults=[]', '--set', `expect={traffic: [${one}]}`);
  const total = 'from: server, to: keeper, message: total';
  expect((await expecting(`{ ${total}, bytes: 516B, messages: 3 }`)).code).toBe(0);
  const { code, stdout, stderr } = await expecting(`{ ${total}, bytes: 500B, messages: 3 }`);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain(
    'traffic.0: expected at most 500 B of total from server to keeper, got 516 B',
  );
  const wrong = await expecting('{ from: sever, bytes: 1KB }');
  expect(wrong.code).toBe(2);
  expect(wrong.stderr).toContain(
    'expect.traffic.0.from: expected a role: server, keeper, client, clients, got sever',
  );
});

test('a swarm draws its fault, and what the swarm finds shrinks', async () => {
  const swarm = ['scenario.yaml', '--runs', '3', '--threads', '2', '--set', 'swarm.families=[stutter]'];
  const { code, stdout } = await cahoots('swarm', ...swarm, '--json');
  expect(code).toBe(0);
  const { runs } = JSON.parse(stdout) as { runs: { kind: string; faults: { fault: string }[] }[] };
  expect(runs.map(({ kind }) => kind)).toEqual(['finished', 'finished', 'finished']);
  // The scenario's own two come first.
  for (const { faults } of runs) expect(faults.slice(2).map(({ fault }) => fault)).toContain('stutter');

  const faults = '[{ fault: withhold, who: server, when: { round: 2 } }, { fault: stutter, who: client-2 }]';
  const shrunk = await cahoots('shrink', 'scenario.yaml', '--set', `faults=${faults}`, '--set', 'clients=3');
  expect(shrunk.stdout).toMatch(/^# Outcome: refused: the server fell silent/);
  expect(shrunk.stdout).toMatch(/^# Run it with: cahoots run FILE --plugin \.\/index\.js$/m);
  expect(shrunk.stdout).toMatch(/^faults:\n {2}- \{ fault: withhold, who: server \}$/m);
});

test('its attack is tried, beside a null control', async () => {
  const { code, stdout } = await cahoots('attack', 'scenario.yaml', '--members', 'keeper', '--games', '2');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^keeper +alone +1 +1\.7 %/m);
  expect(stdout).toMatch(/^coalitions +attack +runs +advantage .* control\nkeeper +alone +2 .*\]$/m);
  expect(stdout).toContain('The server sees masked vectors, the keeper their sums.');
});

test('its runs are replayed, and compared entry by entry', async () => {
  await cahoots('run', 'scenario.yaml', '--out', 'a');
  await cahoots('run', 'scenario.yaml', '--out', 'b', '--set', 'protocol.rounds=2');
  const again = await cahoots('replay', 'a/run.trace', '--threads', '2');
  expect(again.stdout).toMatch(/^a\/run\.trace: the same run again, in all of \d+ entries$/m);
  const diff = await cahoots('diff', 'a/run.trace', 'b/run.trace');
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
    const runs = await Promise.all(
      ['0', '2'].map((threads) =>
        cahoots('run', 'scenario.yaml', '--threads', threads, '--out', `swap${threads}`, ...swapped),
      ),
    );
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      runs.map(() => ({ code: 0, stderr: '' })),
    );
    expect(runs[0].stdout).toMatch(/^fault +swap 1: [1-9]\d* times/m);
    expect(runs[0].stdout).toMatch(/^waited for .*/m);
    expect(hashOf({ ...runs[1], code: 0 })).toBe(hashOf({ ...runs[0], code: 0 }));
    const again = await cahoots('replay', 'swap0/run.trace', '--plugin', './network.js');
    expect(again.stdout).toMatch(/the same run again, in all of \d+ entries$/m);
    // What packets went through is found out from the trace alone.
    const report = await cahoots('report', 'swap0/run.trace', '--plugin', './network.js');
    expect(report.stdout).toMatch(/^waited for .*the fault swap 1/m);
  });

  test('is drawn by swarms, which shrink what they find with it', async () => {
    const budget = '{ families: [swap, flip], byzantine: 1, falsify: [centres] }';
    const swarm = await cahoots(
      'swarm',
      'scenario.yaml',
      '--runs',
      '3',
      '--json',
      ...swapped,
      '--set',
      `swarm=${budget}`,
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

    const faults =
      '[{ fault: swap, who: keeper, message: centres, within: 30s }, { fault: swap, who: client-2, within: 2ms }]';
    const asked = ['--plugin', './network.js', '--set', `faults=${faults}`, '--set', 'clients=3'];
    const shrunk = await cahoots('shrink', 'scenario.yaml', ...asked);
    expect(shrunk.stdout).toMatch(/^# Outcome: refused: the server fell silent/);
    expect(shrunk.stdout).toMatch(/^faults:\n {2}- \{ fault: swap, who: keeper, within: 30s \}$/m);
  });
});
