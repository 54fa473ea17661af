/** Many jobs of one kind, each done once, in any executor. */

import { assert, CahootsError } from '../../core/base/errors.ts';
import { placesOf } from '../../run/plugin/modules.ts';
import type { Plugged } from '../../run/plugin/registry.ts';
import type { Files, Job, JobRequest } from '../executor/job.ts';
import { openExecutor, type Where } from '../executor/open.ts';
import type { Kept } from './journal.ts';

/** Callbacks for callers of batches, and where the jobs are done. */
export interface BatchOptions extends Where {
  /** Called with the number of jobs that are in the journal but come from other code, and are therefore done again. */
  readonly onOutdated?: ((jobs: number) => void) | undefined;
  /** Called after every job, and once for all those in the journal; `fresh` of the jobs were done in this batch. */
  readonly onDone?: ((done: number, of: number, fresh: number) => void) | undefined;
  /** Stops the batch; what has been done is in the journal. */
  readonly signal?: AbortSignal | undefined;
}

interface Details<R> extends BatchOptions, Partial<Plugged> {
  /** A key for each input; inputs with the same key have the same output. */
  readonly keys?: readonly string[] | undefined;
  /** Keeps outputs by their keys; jobs in it are not done again. Requires `keys`. */
  readonly journal?: Kept | undefined;
  /** The files that each job reads, which are sent to a remote executor. */
  readonly files?: ((at: number) => Files) | undefined;
  /** Whether the output of a job may differ between machines. */
  readonly varies?: ((at: number) => boolean) | undefined;
  /**
   * The output of a job that threw or killed its thread or workers; it may itself throw. Absent: the batch throws.
   * Such an output is not kept in the journal, since there may be more memory another time.
   */
  readonly rescue?: ((error: unknown, at: number) => R) | undefined;
}

/**
 * The outputs, in the order of the inputs.
 * @throws CahootsError for the first job that was refused, or the signal's reason if it stops the batch
 */
export async function runBatch<I, O, R = never>(
  job: Job<I, O>,
  inputs: readonly I[],
  details: Details<R>,
): Promise<(O | R)[]> {
  const { keys, journal, files, varies, plugins = [], rescue, onOutdated, onDone, signal } = details;
  assert(details.on === undefined || keys !== undefined, 'results are filed under keys elsewhere');
  const keyOf = (at: number): string => keys?.[at] ?? `${at}`;
  const outputs: (O | R)[] = [];
  /** The open jobs, and the indices with the same key: the job is done for the first of them. */
  const placesOfKey = new Map<string, number[]>();
  let kept = 0;
  for (let at = 0; at < inputs.length; at++) {
    const key = keyOf(at);
    const found = journal?.get(key) as O | undefined;
    if (found === undefined) placesOfKey.set(key, [...(placesOfKey.get(key) ?? []), at]);
    else outputs[at] = found;
    kept += Number(found !== undefined);
  }
  const open = [...placesOfKey.values()];
  if (kept > 0) onDone?.(kept, inputs.length, 0);
  const outdated = open.filter(([at]) => journal?.isOutdated(keyOf(at))).length;
  if (outdated > 0) onOutdated?.(outdated);
  signal?.throwIfAborted();
  const places = placesOf(plugins);
  const requestOf = (at: number): JobRequest => ({
    key: keyOf(at),
    module: job.module,
    name: job.name,
    input: inputs[at],
    plugins: places,
    // On this machine the names are the paths.
    files: details.on === undefined ? {} : (files?.(at) ?? {}),
    varies: details.on !== undefined && varies?.(at) === true,
  });
  const executor = await openExecutor(details, { plugins, keys: keys ?? [], open: open.length });
  let done = 0;
  const finish = async (same: readonly number[]): Promise<void> => {
    const [at] = same;
    const found = await executor.start(requestOf(at)).catch((error: unknown) => {
      if (rescue === undefined || signal?.aborted === true) throw error;
      return { rescued: rescue(error, at) };
    });
    if ('refused' in found) throw new CahootsError('bad-input', found.refused);
    if ('output' in found) journal?.add(keyOf(at), found.output);
    for (const place of same) outputs[place] = 'output' in found ? (found.output as O) : found.rescued;
    done += same.length;
    onDone?.(kept + done, inputs.length, done);
  };
  let next = 0;
  /** Does jobs one after another; as many of these run at once as the executor has room for. */
  const workerLoop = async (): Promise<void> => {
    while (next < open.length) {
      signal?.throwIfAborted();
      await finish(open[next++]);
    }
  };
  const stop = (): void => void executor.close();
  signal?.addEventListener('abort', stop);
  try {
    const loops = Array.from({ length: Math.min(executor.room, open.length) }, workerLoop);
    await Promise.all(loops);
  } catch (error) {
    // Nobody begins another job.
    next = open.length;
    // The errors of threads that were stopped do not matter then.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await executor.close();
  }
  return outputs;
}
