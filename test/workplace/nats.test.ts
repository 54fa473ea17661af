import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { study } from '../../src/study/study.ts';
import { work, type WorkerOptions } from '../../src/workplace/nats/worker.ts';
import { temporaryFiles } from '../support/temporary-files.ts';
import { choosy, square } from '../support/workplace-jobs.ts';
import { hasServer, NatsServer } from '../support/nats-server.ts';

const write = temporaryFiles();
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
    const outputs = await study(square, inputs, { threads: 0, on: server.address, keys: digests(40) });
    expect(outputs).toEqual(
      await study(
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
    const failing = study(choosy, [1, -1], { threads: 0, on: server.address, keys });
    await expect(failing).rejects.toThrow('n.yaml: expected a number from 0, got -1');
  });
});
