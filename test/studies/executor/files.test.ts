import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { standard } from '../../../bin/standard.ts';
import { placesOf } from '../../../src/run/plugin/modules.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario, reloadScenario } from '../../../src/run/scenario/load.ts';
import { Fingerprints, sha256 } from '../../../src/run/tidy/fingerprint.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { type Ran, runScenario } from '../../../src/studies/batch/run-job.ts';
import { answer } from '../../../src/studies/executor/job.ts';
import { Downloads, Uploads } from '../../../src/studies/executor/nats/files.ts';
import { work } from '../../../src/studies/executor/nats/worker.ts';
import { weigh } from '../../support/executor-jobs.ts';
import { hasServer, NatsServer } from '../../support/nats-server.ts';
import { edited, SMALL } from '../../support/small-scenario.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';

const plugins = [standard];
const write = temporaryFiles();
const elsewhere = mkdtempSync(join(tmpdir(), 'cahoots-elsewhere-'));
afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));

const POINTS = Array.from({ length: 40 }, (_, i) => `${i % 7},${(i * i) % 11},${i % 2 === 0 ? 9 : 0}\n`);
const PROFILE = `profile: 1
tasks: { secfc/coded-distances: [{ operations: 1000, coldNs: [9000000], warmNs: 7000000 }] }
messages: {}
`;
/** Of one iteration, after which it still shows where it started. */
const BASE = edited(SMALL, ['clusters: 2', 'clusters: 2\n  maxIterations: 1']);
const MIXTURE = SMALL.slice(SMALL.indexOf('source:'), SMALL.indexOf('  partition:')).trimEnd();
const measured = (kind: string, file: string): string =>
  `network:\n  measured: [{ actors: [clients], ${kind}: ${file} }]`;

/** What a scenario may name: the file, what it contains, and how the scenario names it. */
const KINDS = [
  ['data', 'points.csv', `x,y,z\n${POINTS.join('')}`, MIXTURE, 'source: csv\n  file: points.csv'],
  [
    'a start',
    'start.csv',
    `rowFrom0,cluster\n${POINTS.map((_, i) => `${i},0\n`).join('')}`,
    'privacy: 2',
    'privacy: 2\n  start: { file: start.csv }',
  ],
  ['rates of an uplink', 'up.csv', 'seconds,kbps\n0,90\n', 'network:', measured('uplink', 'up.csv')],
  ['rates of a downlink', 'lte.down', '9\n18\n18\n40\n', 'network:', measured('downlink', 'lte.down')],
  ["an actor's own rates", 'own.up', '9\n18\n18\n40\n', 'network:', measured('uplink', '[own.up]')],
  ['latencies', 'latency.csv', 'seconds,ms\n0,300\n', 'network:', measured('latency', 'latency.csv')],
  [
    'availability',
    'phones.csv',
    'client,from,until\nclient-1,1,600\n',
    'network:',
    'availability: phones.csv\nnetwork:',
  ],
  [
    'records of availability',
    'traces.json',
    '{"7": {"active": [1], "inactive": [600], "finish_time": 900}}',
    'network:',
    'availability: { file: traces.json }\nnetwork:',
  ],
  [
    'capacities',
    'capacity.csv',
    'client,uplink,rate\nclient-1,90Kbps,3Kop/s\n',
    'devices:',
    'devices:\n  capacity: capacity.csv',
  ],
  ['a device profile', 'all.yaml', PROFILE, 'devices:', 'devices:\n  profile: all.yaml'],
  [
    "a role's device profile",
    'role.yaml',
    PROFILE,
    'devices:',
    'devices:\n  profiles: { client: role.yaml }',
  ],
] as const;

describe.each(KINDS)('a file that a scenario names, %s,', (_kind, name, content, from, to) => {
  let file = '';
  let files: Readonly<Record<string, string>> = {};
  let here: Ran;
  beforeAll(async () => {
    file = write('s.yaml', edited(BASE, [from, to]));
    write(name, content);
    files = new Fingerprints(dirname(file)).filesOf(file, loadScenario(file, { plugins }).files);
    here = await runScenario.run({ file, seed: 3, set: [] }, { plugins, locate: (path) => path });
  });

  test('is among those that a job takes along, and no other is', () => {
    expect(Object.keys(files).map((path) => basename(path))).toEqual(['s.yaml', name]);
  });

  test('is all that a machine needs that has nothing else, and changes what it finds there', async () => {
    const paths = Object.fromEntries(
      Object.entries(files).map(([path, digest]) => {
        const copy = join(elsewhere, digest + name.slice(name.indexOf('.')));
        copyFileSync(path, copy);
        return [path, copy];
      }),
    );
    const { module, name: job } = runScenario;
    const input = { file, seed: 3, set: [] };
    const request = { key: '', module, name: job, input, plugins: placesOf(plugins), files, paths };
    expect(await answer(request)).toEqual({ output: { ...here, measuredNs: expect.any(Number) } });
    const [own] = Object.keys(paths);
    const without = await answer({ ...request, paths: { [own]: paths[own] } });
    expect(without).toEqual({ refused: expect.stringContaining('expected a file that comes with the job') });
    const plain = write('plain.yaml', BASE);
    const other = await runScenario.run(
      { file: plain, seed: 3, set: [] },
      { plugins, locate: (path) => path },
    );
    // The hash alone would differ with any scenario.
    const { measuredNs: ns, hash, ...figures } = here;
    expect(ns).toBeGreaterThan(0);
    expect(other).not.toMatchObject(figures);
    expect(other.hash).not.toBe(hash);
  });

  test('is in what is stored of a run, or named there', async () => {
    const scenario = loadScenario(file, { plugins, seed: 3 });
    const folder = mkdtempSync(join(elsewhere, 'stored-'));
    for (const named of scenario.files.named) copyFileSync(join(dirname(file), named), join(folder, named));
    const again = reloadScenario(scenario.source, 'a trace', folder, { plugins, foreign: true });
    expect((await run(again, { plugins })).hash).toBe((await run(scenario, { plugins })).hash);
  });
});

test('files of a pattern are those that a job takes along', async () => {
  const [all] = KINDS;
  const rows = POINTS.join('').split('\n');
  const text = edited(BASE, [all[3], 'source: csv\n  files: ward-*.csv'], ['by: iid', 'by: client']);
  const file = write('wards.yaml', text);
  for (let j = 0; j < 5; j++) write(`ward-${j}.csv`, `x,y,z\n${rows.slice(j * 8, j * 8 + 8).join('\n')}\n`);
  const scenario = loadScenario(file, { plugins });
  expect(scenario.clientNames).toEqual({
    'client-1': 'ward-0',
    'client-2': 'ward-1',
    'client-3': 'ward-2',
    'client-4': 'ward-3',
    'client-5': 'ward-4',
  });
  const files = new Fingerprints(dirname(file)).filesOf(file, scenario.files);
  const names = ['wards.yaml', 'ward-0.csv', 'ward-1.csv', 'ward-2.csv', 'ward-3.csv', 'ward-4.csv'];
  expect(Object.keys(files).map((path) => basename(path))).toEqual(names);
  const paths = Object.fromEntries(
    Object.keys(files).map((path) => {
      const copy = join(elsewhere, `copy-of-${basename(path)}`);
      copyFileSync(path, copy);
      return [path, copy];
    }),
  );
  const { module, name } = runScenario;
  const input = { file, seed: 3, set: [] };
  const request = { key: '', module, name, input, plugins: placesOf(plugins), files, paths };
  const here = await runScenario.run(input, { plugins, locate: (path) => path });
  expect(await answer(request)).toEqual({ output: { ...here, measuredNs: expect.any(Number) } });
});

describe.skipIf(!hasServer)('through a broker', () => {
  const server = new NatsServer();
  const stop = new AbortController();
  let working = Promise.resolve();
  beforeAll(async () => {
    await server.start();
    await new Promise<void>((onNews) => {
      working = work(server.address, {
        plugins,
        threads: 1,
        cache: mkdtempSync(join(elsewhere, 'worker-')),
        limitMs: 60_000,
        versions: 'a test',
        onNews: () => onNews(),
        signal: stop.signal,
      });
    });
  });
  afterAll(async () => {
    stop.abort();
    await working;
    await server.remove();
  });

  test('go all of them at once', async () => {
    // A scenario has one file of availability.
    const together = KINDS.filter(([kind]) => kind !== 'records of availability');
    const own = together.filter(([, , , from]) => from !== 'network:' && from !== 'devices:');
    const links = ['uplink: [up.csv, own.up]', 'downlink: lte.down', 'latency: latency.csv'].join(', ');
    const text = edited(
      BASE,
      ...own.map(([, , , from, to]) => [from, to] as const),
      ['network:', `availability: phones.csv\nnetwork:\n  measured: [{ actors: [clients], ${links} }]`],
      [
        'devices:',
        'devices:\n  capacity: capacity.csv\n  profile: all.yaml\n  profiles: { client: role.yaml }',
      ],
    );
    const file = write('all-of-them.yaml', text);
    for (const [, name, content] of together) write(name, content);
    const files = new Fingerprints(dirname(file)).filesOf(file, loadScenario(file, { plugins }).files);
    expect(Object.keys(files).length).toBe(together.length + 1);
    const inputs = [3, 4].map((seed) => ({ file, seed, set: [] }));
    const far = await runBatch(runScenario, inputs, {
      threads: 0,
      on: server.address,
      plugins,
      keys: inputs.map(({ seed }) => `${seed}`.padStart(64, 'f')),
      files: () => files,
    });
    const near = await runBatch(runScenario, inputs, { threads: 0, plugins });
    expect(far).toEqual(near.map((ran) => ({ ...ran, measuredNs: expect.any(Number) })));
  });

  test('goes one that somebody has replaced there, which is not believed and uploaded again', async () => {
    const nc = await connect({ servers: server.address });
    const jsm = await jetstreamManager(nc);
    const content = Buffer.alloc(3e5, 'one of many bytes ');
    const [file, digest] = [write('replaced.npy', content), sha256(content)];
    const description = `$O.cahoots-files.M.${Buffer.from(digest).toString('base64')}`;
    const uploads = new Uploads(nc, jsm);
    const downloads = new Downloads(jsm, mkdtempSync(join(elsewhere, 'downloads-')));
    const replace: readonly (() => Promise<unknown>)[] = [
      () => jetstream(nc).publish(description, 'no JSON'),
      () => jetstream(nc).publish(description, JSON.stringify({ nuid: 'none', size: 3e5 })),
      () => jsm.streams.purge('OBJ_cahoots-files', { filter: '$O.cahoots-files.C.*' }),
    ];
    for (const act of replace) {
      await uploads.send({ [file]: digest });
      await act();
      await expect(downloads.get({ [file]: digest })).rejects.toThrow(/^the broker has (no|another) file/);
      uploads.forget();
    }
    await uploads.send({ [file]: digest });
    const { [file]: path = '' } = await downloads.get({ [file]: digest });
    expect(readFileSync(path).equals(content)).toBe(true);
    await nc.close();
  });

  test('goes one of 16 MB, which is many messages', async () => {
    const bytes = Buffer.alloc(16e6, 'one of many bytes ');
    const file = write('large.npy', bytes);
    const digest = sha256(bytes);
    const found = await runBatch(weigh, [file], {
      threads: 0,
      on: server.address,
      plugins,
      keys: ['1'.padStart(64, 'e')],
      files: () => ({ [file]: digest }),
    });
    expect(found).toEqual([{ bytes: 16e6, digest }]);
  });
});
