import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Computed, Executor } from '../../../../src/core/engine/compute/executor.ts';
import { inlineExecutor } from '../../../../src/core/engine/compute/inline.ts';
import { CahootsError } from '../../../../src/core/base/errors.ts';
import { defineTask, type Task } from '../../../../src/core/engine/compute/task.ts';
import { zeros } from '../../../../src/core/base/matrix.ts';
import { Bus } from '../../../../src/core/engine/messages/bus.ts';
import { collect, compute, finish, send, sleep } from '../../../../src/core/engine/actors/effects.ts';
import type { SimulationResult } from '../../../../src/core/engine/simulation/options.ts';
import { TraceWriter } from '../../../../src/run/trace/writer.ts';
import { actor, actors, play, Vector } from '../../../support/cast.ts';
import { poolOf } from '../../../support/task-pool.ts';
import {
  countForever,
  err,
  fail,
  first,
  keep,
  look,
  meet,
  scribble,
  squares,
  thread,
  work,
} from '../../../support/tasks.ts';

const executors: Record<string, () => Executor> = {
  'this thread': () => inlineExecutor,
  'a pool of 1 thread': () => poolOf(1),
  'a pool of 2 threads': () => poolOf(2),
};

/** The result of a task, wherever it runs. */
async function run<I, O>(executor: Executor, task: Task<I, O>, input: I): Promise<Computed<O>> {
  return executor.start(task, input)();
}

const value = async <I, O>(executor: Executor, task: Task<I, O>, input: I): Promise<O> =>
  (await run(executor, task, input)).value;

describe.each(Object.entries(executors))('%s', (_, create) => {
  let executor: Executor;
  beforeAll(() => {
    executor = create();
  });
  afterAll(() => executor.close());

  test('gives what the task gives, and how long it took', async () => {
    const vector = Float64Array.from({ length: 10_000 }, (__, i) => i - 0.5);
    const { value: squared, measuredNs } = await run(executor, squares, vector);
    expect(squared).toEqual(vector.map((x) => x * x));
    expect(Number.isInteger(measuredNs)).toBe(true);
    expect(measuredNs).toBeGreaterThan(0);
  });

  test('computes once what two tasks compute alike, wherever they run', async () => {
    const keys = Array.from({ length: 40 }, (__, i) => new Uint8Array(32).fill(i));
    const firsts = (): Promise<boolean[]> => Promise.all(keys.map((key) => value(executor, first, key)));
    expect(await firsts()).toEqual(keys.map(() => true));
    expect(await firsts()).toEqual(keys.map(() => false));
    expect(await firsts()).toEqual(keys.map(() => true));
  });

  test('takes on many tasks before any result is wanted, in any order', async () => {
    const results = Array.from({ length: 50 }, (__, i) => executor.start(work, i));
    const values = await Promise.all(results.toReversed().map(async (result) => (await result()).value));
    expect(values).toEqual(results.map((__, i) => 49 - i));
  });

  test('copies no shared memory: a task reads and writes that of its input', async () => {
    const { values } = zeros(5, 2);
    expect(await value(executor, scribble, values.subarray(2, 5))).toBe(true);
    expect([...values]).toEqual([0, 0, 7, 7, 7, 0, 0, 0, 0, 0]);
  });

  test('a task that throws fails where its result is wanted, with what it threw', async () => {
    const result = executor.start(fail, 'too hot');
    expect(await value(executor, work, 3)).toBe(3);
    await expect(async () => result()).rejects.toThrow('too hot');
    expect(await value(executor, work, 4)).toBe(4);
  });

  test('a task that throws and whose result nobody wants harms nobody', async () => {
    executor.start(fail, 'unheard');
    await pause(5);
    expect(await value(executor, work, 3)).toBe(3);
  });

  test('a task that throws rejects the run', async () => {
    const failing = actor('a', function* () {
      yield* compute(work, 5);
      yield* compute(fail, 'too hot');
    });
    await expect(play([failing], { executor })).rejects.toThrow('too hot');
  });

  test('gives the same run: results, times and trace', async () => {
    const here = await clustering(inlineExecutor);
    const there = await clustering(executor);
    expect(there.hash).toBe(here.hash);
    expect(there.result).toEqual(here.result);
    expect(there.result.results.get('server')).toEqual(['client-3', 'client-1', 'client-2', 'client-4']);
  });
});

/**
 * Clients square vectors of different lengths at different rates, so that virtual time orders them otherwise than real
 * time may.
 */
async function clustering(executor: Executor): Promise<{ hash: string; result: SimulationResult }> {
  const lengths = [20_000, 300_000, 100, 200_000];
  const rates = [1e6, 1e7, 1e4, 1e6];
  const bus = new Bus();
  const writer = new TraceWriter({ roles: [], scenario: null });
  writer.attach(bus);
  const server = actor('server', function* () {
    const mails = yield* collect(Vector, { count: 4 });
    const sums = mails.map(({ body }) => body.values.reduce((sum, x) => sum + x, 0));
    for (const sum of sums) yield* compute(work, sum);
    yield* finish(mails.map(({ from }) => from));
  });
  const client = actors(
    'client',
    4,
    function* ({ index }) {
      const values = new Float64Array(new SharedArrayBuffer(8 * lengths[index])).fill(index);
      const squared = yield* compute(squares, values);
      yield* sleep(index);
      yield* send('server', Vector, { values: yield* compute(squares, squared) });
    },
    { rate: (index) => rates[index] },
  );
  const { result } = await play([server, client], { bus, executor });
  return { hash: writer.end({ ending: result.ending, endNs: result.endNs, findings: null }), result };
}

test('two threads work side by side, and ahead of the time at which results are wanted', async () => {
  const pool = poolOf(2);
  const here = new Int32Array(new SharedArrayBuffer(4));
  const results = [1, 2].map(() => pool.start(meet, { here, expected: 2 }));
  while (Atomics.load(here, 0) < 2) await pause(5);
  const threads = await Promise.all(results.map(async (result) => (await result()).value));
  expect(new Set(threads).size).toBe(2);
  await pool.close();
});

test('this thread runs a task only when its result is wanted', async () => {
  const { values } = zeros(1, 2);
  const result = inlineExecutor.start(scribble, values);
  expect([...values]).toEqual([0, 0]);
  await result();
  expect([...values]).toEqual([7, 7]);
});

describe('a pool', () => {
  let pool: Executor;
  beforeAll(() => {
    pool = poolOf(1);
  });
  afterAll(() => pool.close());

  test('runs tasks in another thread, where those of this thread do not', async () => {
    expect(await value(pool, thread, undefined)).not.toBe(threadId);
    expect(await value(inlineExecutor, thread, undefined)).toBe(threadId);
  });

  test('copies no shared memory that a task gives back', async () => {
    const kept = await value(pool, keep, 3);
    expect(kept.buffer).toBeInstanceOf(SharedArrayBuffer);
    kept.set([1, 2, 3]);
    expect(await value(pool, look, undefined)).toEqual([1, 2, 3]);
  });

  test('names the task that its threads do not have, and those that they have', async () => {
    const nothing = run(pool, { ...work, name: 'nothing' }, 1);
    await expect(nothing).rejects.toThrow(CahootsError);
    await expect(nothing).rejects.toThrow(/to have the task nothing, .* got .* others: .*squares, .*work$/);
    expect(await value(pool, work, 1)).toBe(1);
  });

  test("a user's mistake in a task is one in a thread too", async () => {
    const mistake = run(pool, err, 'a word');
    await expect(mistake).rejects.toThrow(new CahootsError('bad-input', 'expected a number, got a word'));
    await expect(mistake).rejects.toThrow(CahootsError);
  });
});

test('closing a pool ends its threads, even in the middle of a task, and fails what they had', async () => {
  const pool = poolOf(1);
  const counter = new Int32Array(new SharedArrayBuffer(4));
  const endless = pool.start(countForever, counter);
  const waiting = pool.start(work, 1);
  while (Atomics.load(counter, 0) === 0) await pause(5);
  await pool.close();
  const count = Atomics.load(counter, 0);
  await pause(20);
  expect(Atomics.load(counter, 0)).toBe(count);
  await expect(async () => endless()).rejects.toThrow('Terminating worker thread');
  await expect(async () => waiting()).rejects.toThrow('Terminating worker thread');
});

test('a task cannot be changed after it is declared', () => {
  const task = defineTask('a task', { operations: () => 1, run: () => 2 });
  expect(() => Object.assign(task, { run: () => 3 })).toThrow('read only');
});
