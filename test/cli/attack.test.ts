/** `cahoots attack`, and certificates at the end of `cahoots run`. */

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Certificate } from '../../src/lab/attack/certificate.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { cahoots } from '../support/program.ts';

const write = temporaryFiles();
const TEXT = `name: small
seed: 1
clients: 5
data: { source: gaussian-mixture, points: 40, dimension: 2, components: 3, deviation: 2 }
protocol: { name: secfc, clusters: 3, privacy: 2 }
network: { preset: lan }
`;
const COLLUSION = `collusion:
  - { members: [server], attacks: [geometry] }
  - { any: 3, draws: 4, attacks: [share-rank] }
`;

const scenario = (text = TEXT): string => write('scenario.yaml', text);
const top = dirname(write('empty', ''));
let outs = 0;
const folder = (): string => join(top, `out-${outs++}`);

interface Printed extends Certificate {
  readonly games?: readonly { readonly coalition: string; readonly attack: string }[];
}

async function attacked(...args: readonly string[]): Promise<Printed> {
  const { code, stdout, stderr } = await cahoots('attack', ...args, '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as Printed;
}

const rows = ({ findings }: Certificate): string[] =>
  findings.map(({ coalition, attack, attempts }) => `${coalition}: ${attack} x ${attempts}`);

describe('cahoots attack', () => {
  test('tries what the scenario says, and explains it', async () => {
    const few = (TEXT + COLLUSION)
      .replace('points: 40', 'points: 20')
      .replace('privacy: 2', 'privacy: 2, maxIterations: 5');
    const { code, stdout, stderr } = await cahoots('attack', scenario(few));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^t = 2: any 2 clients learn nothing of the others' points but their clusters: OPEN\n(?: {2,4}[^\n]*\n)*? {2}missing: tried only with coalitions beyond it, or not at all: share-rank, share-pooling,\n {4}probed-points\n(?: {2,4}[^\n]*\n)*? {2}\d+ tests of randomness: smallest p [^\n]*; 16 repeated\s+runs\n {2}power: /,
    );
    expect(stdout).toMatch(/\ncoalition +attack +coalitions +exposed +advantage +p\n/);
    expect(stdout).toMatch(/\nserver +geometry +1 +100 % +1\.00 in \[0\.9\d, 1\.00\]|\[1\.00, 1\.00\]/);
    expect(stdout).toMatch(/\nany 3 clients +share-rank +4 +100 %/);
    expect(stdout).toContain(
      'any 3 clients, by share-rank: every point of the others, bit for bit; symbols leaked 1 of 1\n',
    );
    expect(stdout).toContain('16 runs on the same data');
    expect(stdout).toMatch(
      /each in 19 pairs of a real and a simulated run: number, size, order and time of\s+messages the same in all; \d+ tests/,
    );
    expect(stdout).toMatch(
      /\n {2}without faults; and while a party outside is gone from 0 % of the run on, or is gone from 33 %\s+of the run on: 2 schedules, [^]*?;\s+others\s+were\s+not\s+tried\n/,
    );
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(stdout).toMatch(
      /\nSecFC keeps every client's points from any 2 others\. As published it does not keep/,
    );
  });

  test('tries what flags say instead', async () => {
    const found = async (...flags: readonly string[]): Promise<string[]> =>
      rows(await attacked(scenario(TEXT + COLLUSION), ...flags, '--repeats', '0'));
    expect(await found('--members', 'server,client-2', '--attack', 'anchored-geometry')).toEqual([
      'server, client-2: anchored-geometry x 1',
    ]);
    expect(await found('--any', '2', '--draws', '7', '--with-server', '--attack', 'geometry')).toEqual([
      'server and any 2 clients: geometry x 7',
    ]);
    expect(await found('--up-to', '2', '--attack', 'share-rank')).toEqual([
      'every set of up to 2 clients: share-rank x 15',
    ]);
  });

  test('of a scenario without coalitions looks at those that the protocol wants looked at', async () => {
    const found = rows(await attacked(scenario(), '--repeats', '0'));
    expect(found).toContain('any 2 clients: share-pooling x 10');
    expect(found).toContain('any 3 clients: share-pooling x 10');
    expect(found).toContain('server: geometry x 1');
    expect(found).toContain('server, client-1: anchored-geometry x 1');
  });

  test('says of what was asked for and cannot be attempted, why', async () => {
    const { stdout } = await cahoots(
      'attack',
      scenario(),
      '--members',
      'server',
      '--attack',
      'segments',
      '--repeats',
      '0',
    );
    expect(stdout).toContain('not tried: segments: points are not cut into segments (server)\n');
    expect(stdout).toContain('not tried: geometry: it was not asked for (server)\n');
    expect(stdout).toContain('not tried: repeated runs');
    expect(stdout).toMatch(
      /^t = 2: .*: OPEN\n(?: {2,4}[^\n]*\n)*? {2}missing: tried only with coalitions beyond it, or not at all: share-rank, share-pooling,\n {4}probed-points\n/,
    );
  });

  test('works on a trace, and finds what was found when it was made', async () => {
    const out = folder();
    const file = scenario(TEXT + COLLUSION);
    const ran = await cahoots('run', file, '--out', out, '--json');
    expect(ran.code).toBe(0);
    const { certificate } = JSON.parse(ran.stdout) as { certificate: Certificate };
    expect(await attacked(join(out, 'run.trace'), '--repeats', '0')).toEqual(certificate);
    expect(JSON.parse(readFileSync(join(out, 'report.json'), 'utf8'))).toMatchObject({ certificate });
  });

  test('of a trace whose data lie elsewhere is told where', async () => {
    const out = folder();
    const table = ['x,y', ...Array.from({ length: 30 }, (_, i) => `${i},${(i * i) % 17}`)].join('\n');
    const data = write('points.csv', table);
    const text = TEXT.replace(/data: .*/, 'data: { source: csv, file: points.csv }');
    expect((await cahoots('run', scenario(text), '--out', out)).code).toBe(0);
    const trace = join(out, 'run.trace');
    const flags = ['--members', 'server', '--repeats', '0'];
    const lost = await cahoots('attack', trace, ...flags);
    expect(lost.code).toBe(2);
    expect(lost.stderr).toContain('points.csv');
    const here = data.slice(0, data.lastIndexOf('/'));
    expect((await attacked(trace, ...flags, '--data', here)).findings.length).toBeGreaterThan(0);

    // The same place with other points gives another run.
    write('points.csv', table.replace('\n5,', '\n6,'));
    const changed = await cahoots('attack', trace, ...flags, '--data', here);
    expect(changed).toMatchObject({ code: 4, stdout: '' });
    expect(changed.stderr).toMatch(
      /run\.trace: expected the run of this trace again, got another one from entry \d+/,
    );
  });

  test('refuses a damaged trace, and settings for a run that is over', async () => {
    const out = folder();
    await cahoots('run', scenario(), '--out', out);
    const trace = join(out, 'run.trace');
    const set = await cahoots('attack', trace, '--set', 'protocol.privacy=1');
    expect(set).toMatchObject({ code: 2, stdout: '' });
    expect(set.stderr).toBe('--set: expected a scenario, got a trace, whose run is what it was\n');
    const bytes = readFileSync(trace);
    bytes[bytes.length >> 1] ^= 4;
    writeFileSync(trace, bytes);
    const damaged = await cahoots('attack', trace);
    expect(damaged.code).toBe(2);
    expect(damaged.stderr).toContain('damaged');
  });

  test('plays games, with a control', async () => {
    const args = [
      scenario(TEXT + COLLUSION),
      '--members',
      'client-1,client-2,client-4',
      '--games',
      '12',
      '--repeats',
      '0',
      '--threads',
      '0',
    ];
    const { games } = await attacked(...args);
    expect(games).toMatchObject([
      {
        coalition: 'client-1, client-2, client-4',
        attack: 'share-pooling',
        shown: { runs: 12, right: 12, advantage: 1 },
      },
      { attack: 'assignments' },
      { attack: 'half-spaces' },
      { attack: 'probed-points' },
    ]);
    const { stdout } = await cahoots('attack', ...args);
    expect(stdout).toMatch(/\ncoalitions +attack +runs +advantage +p +sees +control\n/);
    expect(stdout).toMatch(/share-pooling +12 +1\.00 in \[0\.5\d, 1\.00\] +0\.0020 +0\.\d\d /);
  });

  test.each([
    [['--members', 'server,client-9'], '--members: expected server or client-1 to client-5, got client-9\n'],
    [['--any', '9'], '--any: expected at most 5 clients, got 9\n'],
    [['--up-to', 'x'], '--up-to: expected an integer from 0 to '],
    [['--any', '0'], 'expected sizes and draws of at least 1, got a smaller one\n'],
    [['--any', '1', '--up-to', '2'], 'expected one of --members, --any and --up-to, got several\n'],
    [['--attack', 'geometry'], 'expected --members, --any or --up-to, got none of them\n'],
    [['--members', 'server', '--attack', 'magic'], '--attack: expected one of share-rank, '],
    [
      ['--members', 'client-1', '--attack', 'geometry'],
      '--attack: expected a coalition with the server for this attack, got geometry\n',
    ],
    [
      ['--members', 'client-1', '--with-server'],
      '--with-server: expected it with --any or --up-to, got it without\n',
    ],
    [['--up-to', '2', '--draws', '5'], '--draws: expected it with --any, got it without\n'],
    [['--games', '-1'], '--games: expected an integer from 0 to 1000000, got -1'],
    [
      ['--on', 'nats://127.0.0.1:4222'],
      '--on: expected --games as well, got nothing that others could compute',
    ],
  ])('refuses %j', async (args, said) => {
    const { code, stdout, stderr } = await cahoots('attack', scenario(), ...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(said);
  });

  test('refuses what is neither scenario nor trace', async () => {
    expect(await cahoots('attack', '/nowhere/at.all')).toMatchObject({
      code: 2,
      stderr: '/nowhere/at.all: expected a scenario, got no such file\n',
    });
  });
});

describe('cahoots run', () => {
  test('ends with a certificate where the scenario has coalitions, or when it is asked for', async () => {
    const certified = await cahoots('run', scenario(TEXT + COLLUSION));
    expect(certified.stdout).toMatch(/trace hash +[0-9a-f]{64}\n\nt = 2: any 2 clients/);
    const without = await cahoots('run', scenario());
    expect(without.stdout).toMatch(/trace hash +[0-9a-f]{64}\n$/);
    const asked = await cahoots('run', scenario(), '--certificate');
    expect(asked.stdout).toContain('SecFC keeps every client');
    expect(existsSync('out')).toBe(false);
  });

  test('with a server that steers promises nothing about Lloyd, and is done', async () => {
    const text = `${TEXT}collusion:\n  - { members: [server], adversary: steering, attacks: [geometry] }\n`;
    const { code, stdout } = await cahoots('run', scenario(text));
    expect(code).toBe(0);
    expect(stdout).not.toContain('equals Lloyd');
    expect(stdout).toMatch(/\nserver \(steering\) +geometry +1 +100 %/);
  });
});

test('cahoots attack refuses a trace that is cut off, as what is not compared may be another run', async () => {
  const out = folder();
  await cahoots('run', scenario(), '--out', out);
  const file = join(out, 'run.trace');
  const bytes = readFileSync(file);
  for (const part of [0.3, 0.7, 0.99]) {
    writeFileSync(file, bytes.subarray(0, Math.floor(bytes.length * part)));
    const { code, stdout, stderr } = await cahoots('attack', file);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/run\.trace: the trace is cut-off after entry \d+ at /);
  }
});
