/** `cahoots replay`, `cahoots diff` and `cahoots run --check`. */

import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { playing } from '../../src/testing/playing.ts';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lloyd, secfc } from '../../bin/standard.ts';
import { type Behaviour, sleep } from '../../src/core/engine/actors/effects.ts';
import { TraceReader } from '../../src/run/trace/reader.ts';
import { forge, type Forgery } from '../support/forged-traces.ts';
import { cahoots, cahootsWith, hashOf, type Said } from '../support/program.ts';
import { pluginsWith } from '../support/plugins.ts';

const FAULTY = `name: faulty
seed: 3
clients: 6
data: { source: gaussian-mixture, points: 60, dimension: 3, components: 2, deviation: 1 }
protocol: { name: secfc, clusters: 2, privacy: 1, timeout: 5s }
faults:
  - { fault: dropout, who: client-6, when: { round: 2, after: 10ms } }
  - { fault: delay, who: client-2, by: 300ms, when: { round: 1 } }
  - { name: late, fault: withhold, who: server, when: { at: 1h } }
`;

let folder = '';
let ran: Said;
const within = (name: string): string => join(folder, name);
const runTo = (out: string, ...args: string[]): Promise<Said> =>
  cahoots('run', within('faulty.yaml'), '--out', within(out), ...args);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-replay-'));
  writeFileSync(within('faulty.yaml'), FAULTY);
  ran = await runTo('one');
  await runTo('two', '--set', 'faults.1.by=301ms');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const trace = (name = 'one'): string => within(`${name}/run.trace`);
const entriesOf = (name: string) => [...new TraceReader(name, readFileSync(trace(name))).entries()];

/** A copy of the first trace with other bytes. */
function changed(change: (bytes: Buffer) => Uint8Array): string {
  const file = within('changed.trace');
  writeFileSync(file, change(readFileSync(trace())));
  return file;
}

test('cahoots pack passes on no file that the run was not on, whatever a trace names', async () => {
  writeFileSync(within('secret'), 'a secret');
  const profiled = (from: Readonly<Record<string, unknown>>) => ({
    ...from,
    scenario: { ...(from['scenario'] as object), devices: { profile: within('secret') } },
  });
  const file = within('forged.trace');
  writeFileSync(file, forge(readFileSync(trace()), { header: profiled }));
  const { code, stdout } = await cahoots('pack', file, '--data', folder, '--out', within('forged.zip'));
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^\S+forged\.zip: \d[\d.]* kB\n(  (?:fault|start|network): .*\n){5}$/,
    ) as string,
  });
});

describe('cahoots replay', () => {
  test.each(['0', '1'])('makes the same run again, on %s threads', async (threads) => {
    const { code, stdout, stderr } = await cahoots('replay', trace(), '--threads', threads);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toContain(`the same run again, in all of ${entriesOf('one').length} entries\n`);
    expect(/^trace hash +([0-9a-f]{64})$/m.exec(stdout)?.[1]).toBe(hashOf(ran));
  });

  test('of a trace whose run comes out otherwise names the first other entry, with exit code 4', async () => {
    // The same protocol, but that its server takes a breath first.
    const other = playing(
      secfc,
      'server',
      (own) =>
        function* (self, given): Behaviour {
          yield* sleep(1);
          yield* own(self, given as never);
        },
    );
    const { code, stdout, stderr } = await cahootsWith(pluginsWith(other as never), 'replay', trace());
    expect({ code, stdout }).toEqual({ code: 4, stdout: '' });
    expect(stderr).toMatch(
      /run\.trace: expected the run of this trace again, got another one from entry \d+, \w+ at \d+ ns\n {2}then: .+\n {2}now: {2}.+\n {2}changed since then: code: .+\n$/,
    );
  });

  test('shows what happened there: of an actor, of a round, until a time', async () => {
    const { code, stdout } = await cahoots('replay', trace(), '--actor', 'client-6', '--round', '2');
    expect(code).toBe(0);
    const rows = stdout.split('\n').filter((row) => / ms  /.test(row));
    expect(rows.every((row) => row.includes('client-6'))).toBe(true);
    expect(stdout).toContain('client-6: dropout (dropout 1)');
    expect(stdout).toMatch(/^client-6 - round 2, iterate: is down$/m);

    const early = await cahoots('replay', trace(), '--until', '100ms');
    const times = [...early.stdout.matchAll(/^ *([\d.]+) ms  /gm)].map(([, ms]) => Number(ms));
    const expected = entriesOf('one').filter(({ timeNs }) => timeNs <= 100e6);
    expect(times).toHaveLength(expected.length);
    expect(early.stdout).toMatch(/^at 100\.0 ms$/m);
  });

  test('of a round ends with what became of it, and says that it did', async () => {
    const { code, stdout } = await cahoots('replay', trace(), '--round', '1');
    expect(code).toBe(0);
    const [, at] = /^at ([\d.]+) ms$/m.exec(stdout) ?? [];
    const last = [...stdout.matchAll(/^ *([\d.]+) ms  /gm)].at(-1)?.[1];
    const end = entriesOf('one').at(-1)?.timeNs ?? 0;
    expect(Number(at) * 1e6).toBeLessThan(end);
    expect(Number(at)).toBeCloseTo(Number(last), 0);
    expect(stdout.endsWith('the same as in the trace until then; the rest was not run again\n')).toBe(true);
    const nothing = await cahoots('replay', trace(), '--round', '99');
    expect(nothing.stdout).toMatch(/^nothing happened there\n/);
  });

  test('without a fault shows where the two runs part, and what came of both', async () => {
    const { code, stdout } = await cahoots('replay', trace(), '--without', 'dropout 1');
    const at = entriesOf('one').findIndex((entry) => entry.kind === 'faulted' && entry.fault === 'dropout 1');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      new RegExp(`^the run with dropout 1 \\(A\\) and without \\(B\\) diverge at entry ${at + 1}\\n`),
    );
    const [withFault, without] = stdout.split('\nwithout dropout 1\n');
    expect(withFault).toContain('\nwith dropout 1\nended ');
    expect(withFault).toContain(hashOf(ran));
    expect(without).toMatch(/^fault +delay 1: /m);
    expect(without).not.toContain('dropout 1');
  });

  test('without a fault that never fired is the same run', async () => {
    const { stdout } = await cahoots('replay', trace(), '--without', 'late');
    expect(stdout).toMatch(/^without late the run is the same, in all of \d+ entries\n/);
    expect(ran.stdout).toMatch(/^fault +late: never happened; its time never came$/m);
  });

  test('reads a trace up to where it is cut off or damaged, and says where that is', async () => {
    const cut = await cahoots(
      'replay',
      changed((bytes) => bytes.subarray(0, 5000)),
    );
    expect(cut.code).toBe(2);
    const [, entries] = /the same run again, in the (\d+) entries that can be read/.exec(cut.stdout) ?? [];
    expect(cut.stderr).toMatch(
      new RegExp(`changed\\.trace: the trace is cut-off after entry ${entries} at \\d+ ns`),
    );

    const damaged = await cahoots(
      'replay',
      changed((bytes) => {
        bytes[5000] ^= 4;
        return bytes;
      }),
    );
    expect(damaged.code).toBe(2);
    expect(damaged.stderr).toContain(`the trace is damaged after entry ${entries} at `);
  });

  test.each([
    ['plot', '-o', 'cut.svg'],
    ['report', '--html', 'cut.html'],
    ['pack', '--out', 'cut.zip'],
  ])('is not alone in saying so: %s', async (command, flag, to) => {
    const cut = changed((bytes) => bytes.subarray(0, 5000));
    const { code, stdout, stderr } = await cahoots(command, cut, flag, within(to));
    expect(code).toBe(2);
    expect(stdout).toContain(within(to));
    expect(stderr).toMatch(/changed\.trace: the trace is cut-off after entry \d+ at \d+ ns/);
  });

  test.each([
    [['--actor', 'client-7'], '--actor: expected an actor of the run, got client-7'],
    [['--round', 'two'], '--round: expected an integer from 0 to 4294967295, got two'],
    [['--until', '3'], '--until: expected a duration such as 40ms (units: ns, us, ms, s, min, h), got 3'],
    [['--without', 'crash 1'], '--without: expected one of dropout 1, delay 1, late, got crash 1'],
    [['--without', 'late', '--round', '2'], '--without: expected no --until, --round or --actor with it'],
  ])('refuses %j', async (args, said) => {
    const { code, stdout, stderr } = await cahoots('replay', trace(), ...args);
    expect({ code, stdout, stderr }).toEqual({ code: 2, stdout: '', stderr: `${said}\n` });
  });

  test('refuses a trace of another version by its version', async () => {
    const file = changed((bytes) => Buffer.concat([Buffer.from('cahoots trace 1\n'), bytes.subarray(16)]));
    const { code, stderr } = await cahoots('replay', file);
    expect(code).toBe(2);
    expect(stderr).toContain('expected a Cahoots trace of version 3, got version 1');
  });
});

describe('cahoots diff', () => {
  test('shows the first entry at which two runs part, and the settings that differ', async () => {
    const [one, two] = [entriesOf('one'), entriesOf('two')];
    const strip = (entry: object): string => JSON.stringify({ ...entry, measuredNs: undefined });
    const first = one.findIndex((entry, i) => strip(entry) !== strip(two[i]));
    const { code, stdout, stderr } = await cahoots('diff', trace('one'), trace('two'));
    expect({ code, stderr }).toEqual({ code: 4, stderr: '' });
    expect(stdout.split('\n')[0]).toBe('faults.1.by: "300ms" in A, "301ms" in B');
    expect(stdout).toContain(` diverge at entry ${first + 1}\n`);
    expect(stdout).toMatch(/^server - /m);
  });

  test('of one run says that it is the same', async () => {
    const { code, stdout } = await cahoots('diff', trace(), trace());
    expect(code).toBe(0);
    expect(stdout).toContain(`have the same ${entriesOf('one').length} entries\n`);
  });

  test('of one that is cut off says how far they are the same', async () => {
    const { code, stdout, stderr } = await cahoots(
      'diff',
      trace(),
      changed((bytes) => bytes.subarray(0, 5000)),
    );
    expect(code).toBe(2);
    expect(stdout).toMatch(/have the same \d+ entries\n/);
    expect(stderr).toContain('changed.trace: the trace is cut-off after entry ');
  });

  test('wants two traces', async () => {
    expect(await cahoots('diff', trace())).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("missing required argument 'TRACE'"),
    });
  });
});

describe('cahoots run --check', () => {
  test('of a protocol that keeps to the rules says that it did, and how many events tied', async () => {
    const { code, stdout, stderr } = await cahoots('run', within('faulty.yaml'), '--check');
    expect(code).toBe(0);
    expect(hashOf({ code, stdout, stderr })).toBe(hashOf(ran));
    expect(stderr).toMatch(
      new RegExp(
        `^checked: a second run had the same ${entriesOf('one').length} entries; [1-9]\\d* events tied with `,
      ),
    );
  });

  test('names the first entry at which a leak of determinism shows', async () => {
    let runs = 0;
    const leaky = playing(
      lloyd,
      'server',
      (own) =>
        function* (self, given): Behaviour {
          // What a module remembers, runs can talk through.
          yield* sleep(1000 * ++runs);
          yield* own(self, given as never);
        },
    );
    const set = ['--set', 'protocol={ name: lloyd, clusters: 2 }', '--set', 'faults=[]'];
    const { code, stderr } = await cahootsWith(
      pluginsWith(leaky as never),
      'run',
      within('faulty.yaml'),
      '--check',
      ...set,
    );
    expect(code).toBe(4);
    expect(stderr).toMatch(
      /^the first run: expected the run of this trace again, got another one from entry \d+, /,
    );
    const honest = await cahoots('run', within('faulty.yaml'), ...set, '--check');
    expect(honest.code).toBe(0);
  });
});

describe('a trace of somebody else', () => {
  const forged = (forgery: Forgery): string => changed((bytes) => forge(bytes, forgery));

  test('with findings that did not come of its run is found out by running it again', async () => {
    const file = forged({
      came: ({ findings, ...came }) => ({
        ...came,
        endNs: 1000,
        findings: { ...(findings as object), accuracy: 1, iterations: 1 },
      }),
    });
    const { code, stderr } = await cahoots('replay', file);
    expect(code).toBe(4);
    expect(stderr).toMatch(
      /^\S+changed\.trace: expected what the trace says came of its run, got something else\n {2}endNs: 1000 in the trace, \d+ in the run\n(?: {2}findings\..*\n)* {2}findings\.iterations: 1 in the trace, \d+ in the run\n/,
    );
    const different = await cahoots('diff', trace(), file);
    expect(different.code).toBe(4);
    expect(different.stdout).toMatch(/^findings\.iterations: \d+ in A, 1 in B$/m);
  });

  test.each<[string, object]>([
    ['a text', { accuracy: 'all' }],
    ['a mapping', { loss: {} }],
    ['a large integer', { loss: 2n ** 70n }],
    ['no list', { faults: 'none' }],
    ['less than nothing', { iterations: -1 }],
    ['more than there is to say', { luck: 3 }],
  ])('with findings that make no sense is refused: %s', async (_, findings) => {
    const file = forged({
      came: (came) => ({ ...came, findings: { ...(came['findings'] as object), ...findings } }),
    });
    const { code, stdout, stderr } = await cahoots('report', file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^\S+: the trace has a finding that no run can have, at findings(\.\w+)?\n$/);
  });

  test('about other parties than its scenario has is refused', async () => {
    const file = forged({
      header: (header) => ({ ...header, roles: [{ role: 'server' }, { role: 'client', count: 60 }] }),
    });
    for (const args of [[], ['--round', '1', '--actor', 'client-50'], ['--without', 'late']]) {
      const { code, stderr } = await cahoots('replay', file, ...args);
      expect({ code, stderr }).toEqual({
        code: 4,
        stderr: `${file}: expected the parties of its scenario, got others\n`,
      });
    }
  });

  const withData = (data: object): string =>
    forged({
      header: (header) => ({ ...header, scenario: { ...(header['scenario'] as object), data } }),
    });

  test('reads data below --data, and nowhere else', async () => {
    mkdirSync(within('data/deep'), { recursive: true });
    writeFileSync(within('secret.csv'), 'user,password\nroot,hunter2\n');
    symlinkSync(within('secret.csv'), within('data/link.csv'));
    for (const file of [within('secret.csv'), '/etc/passwd', 'link.csv']) {
      const { code, stderr } = await cahoots(
        'replay',
        withData({ source: 'csv', file }),
        '--data',
        within('data'),
      );
      expect(code).toBe(2);
      expect(stderr).toMatch(/: expected a data file below \S+data, got another\n$/);
      expect(stderr).not.toContain('hunter2');
    }
    for (const file of ['../secret.csv', 'gone.csv', 'deep', '.']) {
      const { code, stderr } = await cahoots(
        'replay',
        withData({ source: 'csv', file }),
        '--data',
        within('data'),
      );
      expect(code).toBe(2);
      expect(stderr).toMatch(
        /: expected a (readable file, got (no such file|none that is regular)|data file below \S+, got another)\n$/,
      );
    }
  });

  test('is told nothing of what is in a file that is no data', async () => {
    mkdirSync(within('other'), { recursive: true });
    writeFileSync(within('other/notes.txt'), 'my password is hunter2\nand so on, and so on\n');
    for (const data of [
      { source: 'csv', file: 'notes.txt' },
      { source: 'csv', file: 'notes.txt', label: 'class' },
      { source: 'leaf', file: 'notes.txt' },
      { source: 'npy', points: 'notes.txt' },
      { source: 'idx', images: 'notes.txt' },
    ]) {
      const { code, stderr } = await cahoots('replay', withData(data), '--data', within('other'));
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: `${within('other/notes.txt')}: expected the data that the trace was made from, got something else\n`,
      });
    }
  });

  test('whose data lie beside its scenario is run again from there, and shrunk', async () => {
    mkdirSync(within('own/data'), { recursive: true });
    const rows = Array.from({ length: 30 }, (_, i) => `${i},${(i * 7) % 11}\n`).join('');
    writeFileSync(within('own/data/points.csv'), `a,b\n${rows}`);
    mkdirSync(within('own/scenarios'), { recursive: true });
    const scenario = within('own/scenarios/own.yaml');
    const two = 'protocol: { name: lloyd, clusters: 2 }\n';
    writeFileSync(
      scenario,
      `clients: 3\ndata: { source: csv, file: ../data/points.csv }\n${two}expect: { rounds: 0 }\n`,
    );
    expect((await cahoots('run', scenario, '--out', within('own/out'))).code).toBe(1);
    const again = await cahoots('replay', within('own/out/run.trace'), '--data', within('own'));
    expect(again.code).toBe(0);
    const shrunk = await cahoots(
      'shrink',
      within('own/out/run.trace'),
      '--data',
      within('own'),
      '--out',
      within('own/less.yaml'),
    );
    expect(shrunk.code).toBe(0);
    expect(readFileSync(within('own/less.yaml'), 'utf8')).toContain('file: data/points.csv');
    expect((await cahoots('run', within('own/less.yaml'))).code).toBe(1);
  });
});

describe('--digest sha256', () => {
  test('keeps payloads by SHA-256, says so in the trace, and is run again so', async () => {
    expect(await runTo('sha', '--digest', 'sha256')).toMatchObject({ code: 0 });
    const { header } = new TraceReader('sha', readFileSync(trace('sha')));
    expect(header.digest).toBe('sha256');
    const digests = entriesOf('sha').flatMap((entry) => ('digest' in entry ? [entry.digest] : []));
    expect(digests.every((digest) => /^[0-9a-f]{64}$/.test(String(digest)))).toBe(true);
    expect((await cahoots('replay', trace('sha'))).code).toBe(0);
    expect((await cahoots('replay', trace('sha'), '--without', 'delay 1')).stdout).toContain(
      ' diverge at entry ',
    );
    const { stdout } = await cahoots('report', trace('sha'));
    expect(stdout).toContain('payloads are kept by their SHA-256\n');
    expect((await cahoots('report', trace())).stdout).toContain('payloads are kept by their CRC-32');
  });

  test('is one of two', async () => {
    expect(await runTo('md5', '--digest', 'md5')).toMatchObject({
      code: 2,
      stderr: '--digest: expected one of crc32, sha256, got md5\n',
    });
  });
});
