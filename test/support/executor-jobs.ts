/** Jobs to do in tests, in this thread or in another. */

import { appendFileSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { CahootsError } from '../../src/core/base/errors.ts';
import { sha256 } from '../../src/run/tidy/fingerprint.ts';
import { defineJob } from '../../src/studies/executor/job.ts';

/** The square of a number, after this many milliseconds; a log, if any, gets a line for every time that it is done. */
export const square = defineJob(
  import.meta.url,
  'square',
  async ({ of, ms = 0, log }: { of: number; ms?: number; log?: string }) => {
    if (ms > 0) await pause(ms);
    if (log !== undefined) appendFileSync(log, `${of}\n`);
    return { square: of * of };
  },
);

/** How large a file that comes with the job is, and what is in it. */
export const weigh = defineJob(import.meta.url, 'weigh', async (file: string, { locate }) => {
  const bytes = readFileSync(locate(file));
  return { bytes: bytes.byteLength, digest: sha256(bytes) };
});

/** Where it is done; waits until as many others are under way as shared memory says, in threads of their own. */
export const meet = defineJob(
  import.meta.url,
  'meet',
  async ({ here, expected }: { here: Int32Array; expected: number }): Promise<number> => {
    Atomics.add(here, 0, 1);
    Atomics.notify(here, 0);
    for (let count = Atomics.load(here, 0); count < expected; count = Atomics.load(here, 0)) {
      if (Atomics.wait(here, 0, count, 20_000) === 'timed-out') throw new Error('nobody came');
    }
    return threadId;
  },
);

/** Squares what can be squared; refuses the rest as a mistake of the user. */
export const choosy = defineJob(import.meta.url, 'choosy', async (of: number): Promise<number> => {
  if (of < 0) throw new CahootsError('bad-input', `expected a number from 0, got ${of}`, { file: 'n.yaml' });
  return of * of;
});

export const broken = defineJob(import.meta.url, 'broken', async (reason: string): Promise<never> => {
  throw new RangeError(reason);
});

/** Counts in shared memory for as long as its thread lives; refuses at once where there is nothing to count in. */
export const countForever = defineJob(
  import.meta.url,
  'count forever',
  async (counter: Int32Array | undefined): Promise<never> => {
    if (counter === undefined) throw new CahootsError('bad-input', 'expected a counter, got none');
    for (;;) Atomics.add(counter, 0, 1);
  },
);

/** Ends its thread where it is asked for nothing. */
export const deadly = defineJob(
  import.meta.url,
  'deadly',
  async ({ of }: { of: number }): Promise<number | undefined> => (of === 0 ? process.exit(1) : of),
);

/** Never the same twice. */
export const unsteady = defineJob(
  import.meta.url,
  'unsteady',
  async ({ of }: { of: number }): Promise<string> => `${of} at ${process.hrtime.bigint()}`,
);
