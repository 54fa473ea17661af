/** What V8 compiled is kept beside the program, and used by the next process; where it can't be, the program runs as well. */

import { spawnSync, type SpawnSyncReturns } from 'node:child_process';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { ROOT } from '../support/build.ts';

const folder = mkdtempSync(join(tmpdir(), 'cahoots-compiled-'));
const compiled = join(folder, '.compiled');
beforeAll(() => {
  cpSync(join(ROOT, 'dist'), join(folder, 'dist'), {
    recursive: true,
    filter: (file) => !file.endsWith('.map'),
  });
  cpSync(join(ROOT, 'package.json'), join(folder, 'package.json'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});
beforeEach(() => rmSync(compiled, { recursive: true, force: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const cahoots = (...words: string[]): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(folder, 'dist/bin/cahoots.js'), ...words], { encoding: 'utf8' });
/** Its status and errors, and the last line: of a run, others say how long it took. */
const said = (...words: string[]): unknown[] => {
  const { status, stdout, stderr } = cahoots(...words);
  return [status, stderr, stdout.trim().split('\n').at(-1)];
};
const run = (): unknown[] => said('run', join(ROOT, 'scenarios/quickstart.yaml'));
/** Takes a fraction of the time, and keeps what is compiled in the same way. */
const version = (): unknown[] => said('--version');
/** Of a command's file: its name, and when it was written. */
const kept = (): { readonly file: string; readonly atMs: number }[] =>
  readdirSync(compiled).map((name) => {
    const file = join(compiled, name);
    return { file, atMs: statSync(file).mtimeMs };
  });

test('each command has a file, which a later process takes as it is', () => {
  const hash = run();
  expect(hash).toEqual([0, '', expect.stringMatching(/^trace hash/)]);
  const first = kept();
  expect(first).toHaveLength(1);
  expect(run()).toEqual(hash);
  expect(kept()).toEqual(first);
  cahoots('run', '--help');
  cahoots('--version');
  expect(kept().map(({ file }) => file.split('/').at(-1)?.split('-')[0])).toEqual(['help', 'run']);
});

test('what another scenario needs is added, once', () => {
  const after = (scenario: string): unknown => {
    expect(cahoots('run', join(ROOT, 'scenarios', scenario)).status).toBe(0);
    return kept();
  };
  const first = after('lloyd.yaml');
  const second = after('mufc.yaml');
  expect(second).toHaveLength(1);
  expect(second).not.toEqual(first);
  expect(after('lloyd.yaml')).toEqual(second);
  expect(after('mufc.yaml')).toEqual(second);
});

test.each([
  ['changed', (file: string) => writeFileSync(file, readFileSync(file).fill(1, 100_000, 100_008))],
  ['cut off', (file: string) => truncateSync(file, 100_000)],
  ['empty', (file: string) => truncateSync(file)],
])('a file that was %s is made anew', (_, damage) => {
  const before = version();
  expect(before).toEqual([0, '', expect.stringMatching(/^\d/)]);
  const [{ file }] = kept();
  const { byteLength } = readFileSync(file);
  damage(file);
  expect(version()).toEqual(before);
  // Compiled code may differ by some bytes.
  expect(readFileSync(file).byteLength / byteLength).toBeCloseTo(1, 2);
});

test('a command that fails keeps nothing', () => {
  expect(cahoots('run', 'missing.yaml').stderr).toMatch(/missing\.yaml/);
  cahoots('--version');
  expect(kept()).toHaveLength(1);
});

test('a folder that cannot be written changes nothing', () => {
  const before = version();
  rmSync(compiled, { recursive: true, force: true });
  writeFileSync(compiled, '');
  expect(version()).toEqual(before);
});
