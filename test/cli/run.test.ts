import { playing } from '../../src/testing/playing.ts';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { lloyd } from '../../bin/standard.ts';
import { report } from '../../src/run/report/report.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { type Behaviour, receive } from '../../src/core/engine/actors/effects.ts';
import { cahoots, cahootsWith, ended, hashOf, QUICKSTART, type Said, start } from '../support/program.ts';
import { plugins, pluginsOf } from '../support/plugins.ts';

let folder = '';
/** Quickstart, run once as a process of its own, for the tests that only look. */
let quickstart: Said;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cahoots-cli-'));
  quickstart = await ended(start('run', QUICKSTART, '--out', join(folder, 'quickstart')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const within = (...path: string[]): string => join(folder, ...path);

/** The same text but for what was measured on this machine. */
const unmeasured = (text: string): string => text.replaceAll(/ *[\d.]+ (?:m?s|min)$/gm, '');

describe('cahoots run', () => {
  test('prints the tables and the hash, and nothing on stderr when nobody watches', async () => {
    const { code, stdout, stderr } = quickstart;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(
      /^quickstart: secfc, 10 clients, 1000 points of dimension 20, seed 1\n\n(?: .*\n)*round /,
    );
    expect(stdout).toMatch(/^equals Lloyd +yes$/m);
    const scenario = loadScenario(QUICKSTART, { plugins });
    const { hash } = await run(scenario, { plugins });
    expect(hashOf(quickstart)).toBe(hash);
  });

  test('with --json prints one JSON document and nothing else', async () => {
    const { code, stdout, stderr } = await cahoots('run', QUICKSTART, '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { outcome, rounds } = JSON.parse(stdout);
    expect(outcome).toMatchObject({ ending: 'done', hash: hashOf(quickstart), findings: { accuracy: 1 } });
    const parts = (rounds as { part: string }[]).map(({ part }) => part);
    const numbered = parts.slice(0, outcome.findings.iterations + 1);
    expect(numbered.every((part) => part === 'round')).toBe(true);
    expect(parts.slice(numbered.length)).toEqual(['delivery', 'late']);
    expect(stdout.split('\n')).toHaveLength(2);
  });

  test('with threads has the same hash', async () => {
    const threads = await ended(start('run', QUICKSTART, '--threads', '2'));
    expect(threads).toMatchObject({ code: 0, stderr: '' });
    expect(unmeasured(threads.stdout)).toBe(unmeasured(quickstart.stdout));
  });

  test('with another seed has another hash, however the seed is given', async () => {
    const [same, other, set] = [
      await cahoots('run', QUICKSTART, '--seed', '1'),
      await cahoots('run', QUICKSTART, '--seed', '2'),
      await cahoots('run', QUICKSTART, '--set', 'seed=2'),
    ];
    expect(hashOf(same)).toBe(hashOf(quickstart));
    expect(hashOf(other)).not.toBe(hashOf(quickstart));
    expect(hashOf(set)).toBe(hashOf(other));
    expect(other.stdout).toContain(', seed 2\n');
  });

  test('with --set runs what was set, several times over', async () => {
    const args = ['--set', 'clients=12', '--set', 'name=more', '--set', 'data.points=300'];
    const { code, stdout } = await cahoots('run', QUICKSTART, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^more: secfc, 12 clients, 300 points of dimension 20, seed 1\n/);
  });

  test('without a name is titled by its file', async () => {
    const { stdout } = await cahoots('run', QUICKSTART, '--set', "name=''", '--set', 'data.points=100');
    expect(stdout.startsWith(`${QUICKSTART}: secfc, `)).toBe(true);
  });

  test('logs JSON lines to stderr when asked, and the results stay on stdout', async () => {
    const { code, stdout, stderr } = await ended(start('run', QUICKSTART, '--log', 'info'));
    expect(code).toBe(0);
    expect(unmeasured(stdout)).toBe(unmeasured(quickstart.stdout));
    const events = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; round?: number });
    expect(new Set(events.map(({ msg }) => msg))).toEqual(new Set(['labelled', 'finished']));
    expect(events.some(({ round }) => round === 4)).toBe(true);
  });

  test('logs messages, computations and faults by the names of actors at the level that has them', async () => {
    const { stderr } = await ended(start('run', 'scenarios/faults/restart.yaml', '--log', 'trace'));
    const events = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; actor?: unknown; from?: unknown; to?: unknown });
    expect(new Set(events.map(({ msg }) => msg))).toEqual(
      new Set([
        'labelled',
        'finished',
        'a fault struck',
        'refused a message',
        'computing',
        'computed',
        'sent',
        'delivered',
      ]),
    );
    const names = new Set(events.flatMap(({ actor, from, to }) => [actor, from, to]));
    expect([...names].filter((name) => !/^(server|client-\d+)$/.test(`${name as string}`))).toEqual([
      undefined,
    ]);
  });

  test('ends without a crash when nobody reads on', async () => {
    const child = start('run', QUICKSTART);
    child.stdout?.destroy();
    expect(await ended(child)).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('the exit code', () => {
  test('is 1 when the protocol failed, and the tables are printed all the same', async () => {
    const { code, stdout } = await cahoots('run', QUICKSTART, '--set', 'protocol.timeout=1ms');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^aborted +expected 9 ready clients, got 0 in time$/m);
    expect(stdout).toMatch(/^round /m);
  });

  const LLOYD = ['run', QUICKSTART, '--set', 'protocol={ name: lloyd, clusters: 4 }'];

  test('is 1 when the iterations were not those of Lloyd', async () => {
    const wrong = { ...lloyd, reference: () => [] };
    const { code, stdout, stderr } = await cahootsWith(pluginsOf(wrong), ...LLOYD);
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    expect(stdout).toMatch(/^equals Lloyd +no$/m);
    expect((await cahoots(...LLOYD)).code).toBe(0);
  });

  test('is 1 when parties wait for what never comes', async () => {
    const deaf = playing(
      lloyd,
      'server',
      () =>
        function* (): Behaviour {
          yield* receive(lloyd.messages[0], { from: 'server' });
        },
    );
    const { code, stdout } = await cahootsWith(pluginsOf(deaf), ...LLOYD);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ended +stalled at /m);
  });

  test('is 70 for a mistake in the code, which is shown with its stack', async () => {
    const broken = playing(lloyd, 'server', () => () => {
      throw new Error('a slip in the server');
    });
    const { code, stdout, stderr } = await cahootsWith(pluginsOf(broken), ...LLOYD);
    expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
    expect(stderr).toMatch(/^This is a bug in Cahoots; .*\nError: a slip in the server\n +at /);
  });

  test('is 3 when virtual time ran out', async () => {
    const { code, stdout } = await cahoots('run', QUICKSTART, '--set', 'limits.time=1s');
    expect(code).toBe(3);
    expect(stdout).toMatch(/^ended +limit at /m);
    expect(stdout).toMatch(/^aborted +virtual time ran out$/m);
  });

  test('is 0 when virtual time was enough', async () => {
    expect((await cahoots('run', QUICKSTART, '--set', 'limits.time=10min')).code).toBe(0);
  });

  test('is 2 for a mistake, also from a process, with nothing but what is wrong on stderr', async () => {
    expect(await ended(start('run', QUICKSTART, '--set', 'protocol.timeout=1'))).toEqual({
      code: 2,
      stdout: '',
      stderr:
        '--set protocol.timeout=1: expected a duration such as 40ms (units: ns, us, ms, s, min, h), got 1\n',
    });
  });
});

describe('--out', () => {
  const out = (): string => within('quickstart');

  test('holds the trace, the report and the labels', () => {
    expect(readdirSync(out()).toSorted()).toEqual(['labels.csv', 'report.json', 'run.trace']);
  });

  test('has the cluster of each row of the data', async () => {
    const scenario = loadScenario(QUICKSTART, { plugins });
    const { labels } = await run(scenario, { plugins });
    const [head, ...lines] = readFileSync(join(out(), 'labels.csv'), 'utf8').trimEnd().split('\n');
    expect(head).toBe('rowFrom0,cluster,client');
    const owner = (row: number): number => scenario.shards.findIndex((rows) => rows.includes(row));
    expect(lines).toEqual(
      Array.from(labels ?? [], (label, row) => `${row},${label},client-${owner(row) + 1}`),
    );
  });

  test('has the centres where the protocol reveals them, and so has the JSON', async () => {
    const revealing = join(out(), 'revealing');
    const { stdout } = await cahoots(
      'run',
      QUICKSTART,
      '--set',
      'protocol.reveal=true',
      '--out',
      revealing,
      '--json',
    );
    const [head, ...lines] = readFileSync(join(revealing, 'centres.csv'), 'utf8').trimEnd().split('\n');
    expect(head).toMatch(/^cluster,points,centre 1,centre 2,/);
    const { centres } = JSON.parse(stdout) as { centres: number[][] };
    expect(lines.map((line) => line.split(',').slice(2).map(Number))).toEqual(centres);
    const points = lines.map((line) => Number(line.split(',')[1]));
    expect(points.reduce((sum, count) => sum + count, 0)).toBe(1000);
  });

  test('has the tables that were printed, as JSON', async () => {
    const written = JSON.parse(readFileSync(join(out(), 'report.json'), 'utf8'));
    const result = await run(loadScenario(QUICKSTART, { plugins }), { plugins });
    const { traffic, balance } = report(result.ledger);
    expect(written).toMatchObject({
      traffic,
      balance,
      outcome: { hash: hashOf(quickstart), ends: result.ledger.ends(result.endNs) },
    });
  });

  test('has the outcome in the report, and not the labels and the ledger again', () => {
    const { outcome } = JSON.parse(readFileSync(join(out(), 'report.json'), 'utf8'));
    expect(Object.keys(outcome).toSorted()).toEqual([
      'ending',
      'ends',
      'findings',
      'hash',
      'knowing',
      'notes',
      'worth',
    ]);
  });

  test('stands for its trace', async () => {
    for (const command of [
      ['report'],
      ['replay', '--round', '2'],
      ['diff', out()],
      ['export', '--to', 'jsonl'],
    ]) {
      const [name, ...flags] = command;
      const [ofFolder, ofFile] = [
        await cahoots(name, out(), ...flags),
        await cahoots(name, join(out(), 'run.trace'), ...flags),
      ];
      expect(ofFolder).toEqual(ofFile);
      expect(ofFolder.code).toBe(0);
    }
    const { code, stderr } = await cahoots('run', out());
    expect({ code, stderr }).toEqual({ code: 2, stderr: `${out()}: expected a scenario, got a directory\n` });
  });

  test('that holds a trace already is refused, and the trace is left alone', async () => {
    const trace = join(out(), 'run.trace');
    const before = readFileSync(trace);
    const { code, stdout, stderr } = await cahoots('run', QUICKSTART, '--out', out());
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(`--out: expected a directory to write a new trace to, got one that holds ${trace}\n`);
    expect(readFileSync(trace).equals(before)).toBe(true);
  });

  test('may be a folder that is there, or folders that are not', async () => {
    mkdirSync(within('there'));
    writeFileSync(within('there', 'notes.txt'), 'mine');
    for (const directory of [within('there'), within('not', 'yet', 'there')]) {
      const { code } = await cahoots('run', QUICKSTART, '--set', 'data.points=100', '--out', directory);
      expect([code, existsSync(join(directory, 'report.json'))]).toEqual([0, true]);
    }
    expect(readFileSync(within('there', 'notes.txt'), 'utf8')).toBe('mine');
  });

  test('is not touched where the scenario is wrong', async () => {
    const directory = within('untouched');
    const { code } = await cahoots('run', QUICKSTART, '--set', 'clients=0', '--out', directory);
    expect([code, existsSync(directory)]).toEqual([2, false]);
  });

  test('has no labels of a protocol that failed, and a trace that says why', async () => {
    const directory = within('failed');
    await cahoots('run', QUICKSTART, '--set', 'protocol.timeout=1ms', '--out', directory);
    expect(readdirSync(directory).toSorted()).toEqual(['report.json', 'run.trace']);
    const { code, stdout } = await cahoots('report', join(directory, 'run.trace'));
    expect(code).toBe(0);
    expect(stdout).toMatch(/^aborted +expected 9 ready clients/m);
  });

  test('that is a file is said to be one', async () => {
    writeFileSync(within('file'), '');
    const { code, stderr } = await cahoots('run', QUICKSTART, '--out', within('file'));
    expect(code).toBe(2);
    expect(stderr).not.toContain('that holds');
  });
});

describe('cahoots report', () => {
  const trace = (): string => within('quickstart', 'run.trace');
  const damaged = (name: string, change: (bytes: Buffer) => Buffer): string => {
    writeFileSync(within(name), change(readFileSync(trace())));
    return within(name);
  };

  test('of a whole trace prints what the run printed, measured times included', async () => {
    const { code, stdout, stderr } = await cahoots('report', trace());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const printed = quickstart.stdout.slice(quickstart.stdout.indexOf('\n\n') + 2);
    // A trace may come from anybody, so it is said what its digests are worth.
    expect(stdout).toBe(
      `${printed}payloads are kept by their CRC-32, against accidents; as evidence, run with --digest sha256\n`,
    );
  });

  test('with --json prints one JSON document, the same as the run wrote', async () => {
    const { code, stdout } = await cahoots('report', trace(), '--json');
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(readFileSync(within('quickstart', 'report.json'), 'utf8')));
  });

  test.each([0.3, 0.6, 0.9, 0.999])(
    'of the first %d of a trace prints the tables so far, and says so',
    async (part) => {
      const file = damaged('cut.trace', (bytes) => bytes.subarray(0, Math.floor(bytes.length * part)));
      const { code, stdout, stderr } = await cahoots('report', file);
      expect(code).toBe(2);
      expect(stdout).toMatch(/^(?: .*\n)*round .*\n0 +share +/);
      expect(stdout).not.toContain('trace hash');
      expect(stderr).toMatch(new RegExp(`^${file}: the trace is cut-off after entry \\d+ at \\d+ ns: .*\n$`));
    },
  );

  test('of a trace that was changed prints the tables up to there, and says so', async () => {
    const file = damaged('changed.trace', (bytes) => {
      bytes[Math.floor(bytes.length / 2)] ^= 4;
      return bytes;
    });
    const { code, stdout, stderr } = await cahoots('report', file);
    expect(code).toBe(2);
    expect(stdout).toMatch(/^(?: .*\n)*round /);
    expect(stderr).toMatch(new RegExp(`^${file}: the trace is damaged after entry \\d+ at \\d+ ns: .*\n$`));
  });

  test('of a trace whose header was changed blames the trace', async () => {
    const codes = [];
    for (const name of ['roles', 'count']) {
      const file = damaged('header.trace', (bytes) => {
        bytes[bytes.indexOf(name)] ^= 1;
        return bytes;
      });
      codes.push((await cahoots('report', file)).code);
    }
    expect(codes).toEqual([2, 2]);
  });
});
