import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { plugin } from '../../../src/run/plugin/plugin.ts';
import { buildOf } from '../../../src/core/platform/node/build.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { authenticationOf } from '../../../src/studies/executor/nats/authentication.ts';
import { poolOf } from '../../../src/studies/executor/nats/broker.ts';
import { consumerOf, ensureStreams, ORDERS } from '../../../src/studies/executor/nats/streams.ts';
import { work, type WorkerOptions } from '../../../src/studies/executor/nats/worker.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { choosy, deadly, square, unsteady } from '../../support/executor-jobs.ts';
import { hasServer, NatsServer } from '../../support/nats-server.ts';

const write = temporaryFiles();
/** With one, every job is done once, except those that another worker checks. */
const key = write('study.key', 'the key of the studies of these tests');
const digests = (count: number): string[] =>
  [...Array(count).keys()].map((i) => `${i}`.padStart(8, '0').padEnd(64, 'f'));

describe.skipIf(!hasServer)('workers at a broker', () => {
  const server = new NatsServer();
  const cache = mkdtempSync(join(tmpdir(), 'cahoots-worker-'));
  let stop = new AbortController();
  let working: Promise<void>[] = [];
  const news: string[] = [];
  const options: Omit<WorkerOptions, 'signal'> = {
    plugins: [],
    threads: 1,
    cache,
    limitMs: 60_000,
    versions: 'a test',
    key,
    onNews: (line) => void news.push(line),
  };
  const hire = (own: Partial<WorkerOptions> = {}): void => {
    working.push(work(`${server.address}?ack=1s`, { ...options, ...own, signal: stop.signal }));
  };
  beforeAll(() => server.start());
  afterAll(async () => {
    await server.remove();
    rmSync(cache, { recursive: true, force: true });
  });
  afterEach(async () => {
    stop.abort();
    await Promise.all(working);
    working = [];
    stop = new AbortController();
  });

  test('do what threads would do, each job once', async () => {
    hire();
    const log = join(dirname(write('beside', '')), 'log');
    const inputs = [...Array(40).keys()].map((of) => ({ of, log }));
    const outputs = await runBatch(square, inputs, {
      threads: 0,
      on: server.address,
      key,
      keys: digests(40),
    });
    expect(outputs).toEqual(
      await runBatch(
        square,
        inputs.map(({ of }) => ({ of })),
        { threads: 0 },
      ),
    );
    const done = readFileSync(log, 'utf8').trimEnd().split('\n').map(Number);
    expect(done.toSorted((a, b) => a - b)).toEqual([...Array(40).keys()]);
  });

  test('tell a refusal in its own words', async () => {
    hire();
    const keys = digests(2);
    const failing = runBatch(choosy, [1, -1], { threads: 0, on: server.address, key, keys });
    await expect(failing).rejects.toThrow('n.yaml: expected a number from 0, got -1');
  });

  test('are told of each other by name where they run other code, which gets nothing to do', async () => {
    const module = pathToFileURL(write('other.mjs', 'export {};')).href;
    hire({ plugins: [plugin(module, { name: 'other' })] });
    const lines: string[] = [];
    const stopping = new AbortController();
    const waiting = runBatch(square, [{ of: 3 }], {
      threads: 0,
      on: server.address,
      key,
      keys: digests(1),
      signal: stopping.signal,
      onNews(line) {
        lines.push(line);
        if (line.includes('other code')) hire();
      },
    });
    expect(await waiting).toEqual([{ square: 9 }]);
    expect(
      lines.some((line) => /^worker \S+ gets nothing to do: it runs other code \(a test, build /.test(line)),
    ).toBe(true);
  });

  test('may take longer for a job than the broker waits for a sign', async () => {
    hire();
    const log = join(dirname(write('beside', '')), 'long');
    const inputs = [{ of: 2, ms: 2000, log }];
    expect(await runBatch(square, inputs, { threads: 0, on: server.address, key, keys: digests(1) })).toEqual(
      [{ square: 4 }],
    );
    expect(readFileSync(log, 'utf8')).toBe('2\n');
  });

  test('that hang lose their job to another', async () => {
    const keys = digests(1);
    const nc = await connect({ servers: server.address.slice('nats://'.length) });
    const pool = poolOf(buildOf([]), authenticationOf(key));
    await ensureStreams(nc, pool, 1000);
    const hanging = jetstream(nc).consumers.get(ORDERS, consumerOf(pool));
    const taken = (await hanging).next({ expires: 10_000 });
    const waiting = runBatch(square, [{ of: 5 }], { threads: 0, on: server.address, key, keys });
    expect((await taken)?.subject).toContain(keys[0]);
    hire();
    expect(await waiting).toEqual([{ square: 25 }]);
    await nc.close();
  });

  test('that die of a job are not blamed for others, and it ends as deadly after five of them', async () => {
    hire({ threads: 2 });
    const inputs = [{ of: 1 }, { of: 0 }, { of: 2 }];
    const found = await runBatch(deadly, inputs, {
      threads: 0,
      on: server.address,
      key,
      keys: digests(3),
      rescue: (error) => (error as Error).message,
    });
    expect(found).toEqual([
      1,
      'this run kills its worker: 5 died, the last of them while doing nothing else',
      2,
    ]);
  });

  test('that find different things stop the study, and both are named', async () => {
    const before = news.length;
    hire();
    hire();
    // A study that is over before the second comes is not what this is about.
    await vi.waitFor(
      () => expect(news.slice(before).filter((line) => line.includes(' works with ')).length).toBe(2),
      10_000,
    );
    // One in fifty is checked: that none of these is happens once in 10^8 times.
    const many = [...Array(1000).keys()].map((of) => ({ of }));
    const failing = runBatch(unsteady, many, { threads: 0, on: server.address, key, keys: digests(1000) });
    await expect(failing).rejects.toThrow(
      /^expected two workers to find the same, got .* of worker \S+ and .* of worker \S+/,
    );
  });

  test('serve several studies at once, also the same asked for twice', async () => {
    hire();
    hire();
    const studyOf = (from: number) => {
      const inputs = [...Array(30).keys()].map((i) => ({ of: from + i }));
      const keys = inputs.map(({ of }) => `${of}`.padStart(8, '0').padEnd(64, 'e'));
      return runBatch(square, inputs, { threads: 0, on: `${server.address}?ack=1s`, key, keys });
    };
    const squares = (from: number) => [...Array(30).keys()].map((i) => ({ square: (from + i) * (from + i) }));
    const found = await Promise.all([1001, 1051, 1101, 1051].map(studyOf));
    expect(found).toEqual([1001, 1051, 1101, 1051].map(squares));
  });

  test('that cannot be reached are an answer, and no stack', async () => {
    const unreachable = runBatch(square, [{ of: 1 }], {
      threads: 0,
      on: 'nats://127.0.0.1:1',
      keys: digests(1),
    });
    await expect(unreachable).rejects.toThrow('expected a NATS server at nats://127.0.0.1:1, got: ');
    const wrong = runBatch(square, [{ of: 1 }], { threads: 0, on: 'http://somewhere', keys: digests(1) });
    await expect(wrong).rejects.toThrow('--on: expected an address such as nats://127.0.0.1:4222');
  });
});

test.skipIf(!hasServer)(
  'a broker whose disk is full loses nothing, and is told of',
  async () => {
    const config = write('small.conf', 'jetstream { max_file_store: 60KB }\n');
    const server = new NatsServer(['-c', config]);
    await server.start();
    const stop = new AbortController();
    const cache = mkdtempSync(join(tmpdir(), 'cahoots-worker-'));
    const working = work(server.address, {
      plugins: [],
      threads: 1,
      cache,
      limitMs: 60_000,
      versions: 'a test',
      onNews: () => undefined,
      signal: stop.signal,
    });
    const lines: string[] = [];
    const inputs = [...Array(120).keys()].map((of) => ({ of }));
    const found = await runBatch(square, inputs, {
      threads: 0,
      on: server.address,
      keys: digests(120),
      onNews: (line) => void lines.push(line),
    });
    expect(found).toEqual(inputs.map(({ of }) => ({ square: of * of })));
    expect(lines.some((line) => line.startsWith('the broker does not take jobs, retrying: '))).toBe(true);
    stop.abort();
    await working;
    await server.remove();
    rmSync(cache, { recursive: true, force: true });
  },
  60_000,
);
