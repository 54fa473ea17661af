import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { CahootsError } from '../../../src/core/base/errors.ts';
import { defineJob } from '../../../src/studies/executor/job.ts';
import { Journal } from '../../../src/studies/batch/journal.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { thoroughly } from '../../support/long.ts';
import { temporaryFiles } from '../../support/temporary-files.ts';
import { broken, choosy, countForever, meet, square } from '../../support/executor-jobs.ts';

const write = temporaryFiles();
/** The path of a file that is not there yet. */
const fresh = (name: string): string => join(dirname(write('beside', '')), name);
const doneOf = (log: string): number[] =>
  existsSync(log) ? readFileSync(log, 'utf8').trimEnd().split('\n').map(Number) : [];
const upTo = (count: number): number[] => [...Array(count).keys()];
const caught = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe.each(thoroughly([0, 2], [0, 1, 2, 4]))('on %d threads', (threads) => {
  test('outputs stand in the order of the inputs, however long each takes, and each job is done once', async () => {
    const log = fresh(`order-${threads}`);
    const inputs = upTo(9).map((of) => ({ of, ms: (37 * of) % 30, log }));
    const said: [number, number][] = [];
    const onDone = (done: number, of: number): void => void said.push([done, of]);
    const outputs = await runBatch(square, inputs, { threads, onDone });
    expect(outputs).toEqual(inputs.map(({ of }) => ({ square: of * of })));
    expect(doneOf(log).toSorted()).toEqual(upTo(9));
    expect(said).toEqual(upTo(9).map((i) => [i + 1, 9]));
  });

  test('no jobs are done at once', async () => {
    expect(await runBatch(square, [], { threads })).toEqual([]);
  });
});

describe.each([0, 1])('what goes wrong on %d threads', (threads) => {
  test('a job that is refused stops the study with the words of the refusal', async () => {
    const error = await caught(runBatch(choosy, [1, 2, -3, 4], { threads }));
    expect(error).toBeInstanceOf(CahootsError);
    expect(error).toMatchObject({
      code: 'bad-input',
      message: 'n.yaml: expected a number from 0, got -3',
    });
  });

  test('a job that throws anything else stops the study with that, and it is no mistake of the user', async () => {
    const error = await caught(runBatch(broken, ['a slip'], { threads }));
    expect(error).not.toBeInstanceOf(CahootsError);
    expect(error).toMatchObject({ name: 'RangeError', message: 'a slip' });
  });

  test('a job that its module does not export is our mistake, which names both', async () => {
    const nothing = defineJob(square.module, 'nothing', async (input: number) => input);
    const error = await caught(runBatch(nothing, [1], { threads }));
    expect(error).not.toBeInstanceOf(CahootsError);
    expect(String(error)).toMatch(/executor-jobs\.ts exports no job nothing$/);
  });

  test('a study that was stopped before it began does nothing', async () => {
    const log = fresh(`stopped-${threads}`);
    const reason = new Error('not today');
    const error = await caught(
      runBatch(square, [{ of: 1, log }], { threads, signal: AbortSignal.abort(reason) }),
    );
    expect(error).toBe(reason);
    expect(doneOf(log)).toEqual([]);
  });
});

test('without threads jobs are done in this one, in order, one after the other', async () => {
  const log = fresh('in-order');
  const inputs = upTo(4).map((of) => ({ of, ms: 4 - of, log }));
  await runBatch(square, inputs, { threads: 0 });
  expect(doneOf(log)).toEqual([0, 1, 2, 3]);
  const here = new Int32Array(new SharedArrayBuffer(4));
  expect(await runBatch(meet, [{ here, expected: 1 }], { threads: 0 })).toEqual([threadId]);
});

test('with threads jobs are done side by side, in none but these', async () => {
  const here = new Int32Array(new SharedArrayBuffer(4));
  const input = { here, expected: 2 };
  const found = await runBatch(meet, [input, input], { threads: 2 });
  expect(new Set(found).size).toBe(2);
  expect(found).not.toContain(threadId);
});

describe('a journal', () => {
  const keysOf = (inputs: readonly { of: number }[]): string[] => inputs.map(({ of }) => `square of ${of}`);

  test.each([0, 2])('keeps what was found, so that nothing is done again: %d threads', async (threads) => {
    const [path, log] = [fresh('kept'), fresh('kept-log')].map((file) => `${file}${threads}`);
    const inputs = upTo(6).map((of) => ({ of, log }));
    const said: number[] = [];
    const once = async (some: typeof inputs) => {
      const file = new Journal(path, 'this build');
      const outputs = await runBatch(square, some, {
        threads,
        journal: file,
        keys: keysOf(some),
        onDone: (done) => void said.push(done),
      });
      file.close();
      return outputs;
    };
    const first = await once(inputs.slice(0, 4));
    expect(await once(inputs.slice(0, 4))).toEqual(first);
    expect(doneOf(log).toSorted()).toEqual([0, 1, 2, 3]);
    const more = await once(inputs.toReversed());
    expect(more).toEqual(inputs.toReversed().map(({ of }) => ({ square: of * of })));
    expect(doneOf(log).toSorted()).toEqual([0, 1, 2, 3, 4, 5]);
    // Those in the journal count as done from the start.
    expect(said).toEqual([1, 2, 3, 4, 4, 4, 5, 6]);
  });

  test('goes on after a refusal: what was done before it is not done again', async () => {
    const file = new Journal(fresh('refused'), 'this build');
    const keys = ['3', '4', '-1', '5'];
    const error = await caught(runBatch(choosy, [3, 4, -1, 5], { threads: 0, journal: file, keys }));
    expect(error).toBeInstanceOf(CahootsError);
    expect(['3', '4', '-1', '5'].map((key) => file.get(key))).toEqual([9, 16, undefined, undefined]);
    file.close();
  });

  test.each([0, 2])('goes on where a study was stopped: %d threads', async (threads) => {
    const [path, log] = [fresh('going-on'), fresh('going-on-log')].map((name) => `${name}${threads}`);
    const inputs = upTo(12).map((of) => ({ of, ms: 5, log }));
    const stop = new AbortController();
    const file = new Journal(path, 'this build');
    const onDone = (done: number): void => {
      if (done === 5) stop.abort(new Error('enough'));
    };
    const keys = keysOf(inputs);
    expect(
      await caught(runBatch(square, inputs, { threads, journal: file, keys, onDone, signal: stop.signal })),
    ).toBeDefined();
    const kept = inputs.filter((_, at) => file.get(keys[at]) !== undefined).map(({ of }) => of);
    expect(kept.length).toBeGreaterThanOrEqual(5);
    expect(kept.length).toBeLessThan(12);
    file.close();
    const before = doneOf(log);

    const again = new Journal(path, 'this build');
    const outputs = await runBatch(square, inputs, { threads, journal: again, keys });
    again.close();
    expect(outputs).toEqual(inputs.map(({ of }) => ({ square: of * of })));
    const after = doneOf(log).slice(before.length);
    expect(after.toSorted((a, b) => a - b)).toEqual(upTo(12).filter((of) => !kept.includes(of)));
  });
});

describe('stopping in the middle of a job', () => {
  const counting = (): Int32Array => new Int32Array(new SharedArrayBuffer(4));
  const begun = async (counter: Int32Array): Promise<void> => {
    while (Atomics.load(counter, 0) === 0) await pause(5);
  };
  /** How far it is counted while some time goes by. */
  const progress = async (counter: Int32Array): Promise<number> => {
    const count = Atomics.load(counter, 0);
    await pause(30);
    return Atomics.load(counter, 0) - count;
  };

  test('ends every thread, even one that never yields', async () => {
    const counters = [counting(), counting()];
    const stop = new AbortController();
    const ending = caught(runBatch(countForever, counters, { threads: 2, signal: stop.signal }));
    await Promise.all(counters.map(begun));
    stop.abort();
    expect(await ending).toBeInstanceOf(Error);
    // Threads may live on for a moment, but not for good.
    await expect.poll(async () => Promise.all(counters.map(progress)), { timeout: 10_000 }).toEqual([0, 0]);
  });

  test('rejects with the reason of the signal', async () => {
    const counter = counting();
    const stop = new AbortController();
    const ending = caught(runBatch(countForever, [counter], { threads: 1, signal: stop.signal }));
    await begun(counter);
    const reason = new Error('enough');
    stop.abort(reason);
    expect(await ending).toBe(reason);
  });

  test('because another job was refused ends every thread too', async () => {
    const counter = counting();
    const error = await caught(runBatch(countForever, [counter, undefined], { threads: 2 }));
    expect(error).toMatchObject({ name: 'CahootsError', message: 'expected a counter, got none' });
    expect(await progress(counter)).toBe(0);
  });

  test('without threads waits for the job that is under way, and does no other', async () => {
    const log = fresh('under-way');
    const stop = new AbortController();
    const reason = new Error('enough');
    const inputs = upTo(3).map((of) => ({ of, ms: 20, log }));
    const ending = caught(runBatch(square, inputs, { threads: 0, signal: stop.signal }));
    await pause(0);
    stop.abort(reason);
    expect(await ending).toBe(reason);
    expect(doneOf(log)).toEqual([0]);
  });
});
