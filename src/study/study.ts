/** Many jobs of one kind, spread over the cores, each done once. */

import { CahootsError } from '../base/errors.ts';
import { workerThreads } from '../compute/workers.ts';
import { type Answer, answer, type Job, type Order } from './job.ts';
import type { Journal } from './journal.ts';

export interface StudyOptions<O = never> {
  /** Threads to spread the jobs over; 0 does them in this one, in order. */
  readonly threads: number;
  /** Keeps what was found, by a key for each input; jobs that are in it already are not done again. */
  readonly journal?: { readonly file: Journal; readonly keys: readonly string[] };
  /** Told how many jobs are in the journal already, but were done by other code, and are done again. */
  readonly onOutdated?: ((jobs: number) => void) | undefined;
  /** What a job comes to that threw, or took its thread with it; absent: so does the study. */
  readonly rescue?: (error: unknown) => O;
  /** Told after every job, also those in the journal. */
  readonly onDone?: (done: number, of: number) => void;
  /** Stops the study: what has been done is in the journal. */
  readonly signal?: AbortSignal;
}

/**
 * The outputs, in the order of the inputs.
 * @throws CahootsError for the first job that was refused, or the signal's reason when it stops the study
 */
export async function study<I, O>(
  job: Job<I, O>,
  inputs: readonly I[],
  { threads, journal, rescue, onOutdated, onDone, signal }: StudyOptions<O>,
): Promise<O[]> {
  const outputs: O[] = [];
  let done = 0;
  const take = (at: number, output: O): void => {
    outputs[at] = output;
    onDone?.(++done, inputs.length);
  };
  const open = [...inputs.entries()].filter(([at]) => {
    const kept = journal?.file.get(journal.keys[at]) as O | undefined;
    if (kept !== undefined) take(at, kept);
    return kept === undefined;
  });
  const outdated = open.filter(([at]) => journal?.file.isOutdated(journal.keys[at])).length;
  if (outdated > 0) onOutdated?.(outdated);
  const pool =
    threads === 0 || open.length === 0
      ? undefined
      : workerThreads(new URL('./worker', import.meta.url).href, Math.min(threads, open.length));
  const start = (order: Order): Promise<Answer> =>
    pool === undefined ? answer(order) : (pool.run(order) as Promise<Answer>);
  const stop = (): void => void pool?.destroy();
  signal?.addEventListener('abort', stop);
  const finish = async ([at, input]: [number, I]): Promise<void> => {
    signal?.throwIfAborted();
    const found = await start({ module: job.module, name: job.name, input }).catch((error: unknown) => {
      if (rescue === undefined || signal?.aborted === true) throw error;
      return { output: rescue(error) };
    });
    if ('refused' in found) throw new CahootsError('bad-input', found.refused);
    journal?.file.add(journal.keys[at], found.output);
    take(at, found.output as O);
  };
  try {
    if (pool === undefined) for (const entry of open) await finish(entry);
    else await Promise.all(open.map(finish));
  } catch (error) {
    // Threads that were stopped say so in words of their own.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await pool?.destroy();
  }
  return outputs;
}
