/**
 * A package of a stranger's, outside the tree, against the packed tarball: a protocol of two servers that calls secure
 * aggregation and comes back from a crash, a kind of fault, an attack with its null control, and a figure.
 */

import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashOf } from '../support/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PACKAGE = fileURLToPath(new URL('package/', import.meta.url));
const FILES = ['index.js', 'scenario.yaml'];

const folder = mkdtempSync(join(tmpdir(), 'cahoots-stranger-'));
const execute = promisify(execFile);

/** As npm would install the tarball, but for the packages that it asks for, which are linked. */
beforeAll(async () => {
  await execute('npm', ['pack', '--ignore-scripts', '--pack-destination', folder], { cwd: ROOT });
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
  const installed = join(folder, 'node_modules/cahoots');
  mkdirSync(installed, { recursive: true });
  await execute('tar', [
    '-xzf',
    join(folder, `cahoots-${version}.tgz`),
    '-C',
    installed,
    '--strip-components=1',
  ]);
  const { bin, dependencies } = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as {
    bin: { cahoots: string };
    dependencies: object;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name));
  }
  mkdirSync(join(folder, 'node_modules/.bin'));
  symlinkSync(join(installed, bin.cahoots), join(folder, 'node_modules/.bin/cahoots'));
  chmodSync(join(installed, bin.cahoots), 0o755);
  for (const file of FILES) copyFileSync(join(PACKAGE, file), join(folder, file));
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
