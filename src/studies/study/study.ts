/** Many jobs of one kind, each done once, wherever it is done. */

import { assert, CahootsError } from '../../base/errors.ts';
import { placesOf } from '../../plugin/modules.ts';
import type { Plugged } from '../../plugin/registry.ts';
import type { Files, Job, Order } from '../workplace/job.ts';
import { openWorkplace, type Where } from '../workplace/open.ts';
import type { Journal } from './journal.ts';

/** What callers of studies are told, and where their jobs are done. */
export interface StudyOptions extends Where {
  /** Told how many jobs are in the journal already, but were done by other code, and are done again. */
  readonly onOutdated?: ((jobs: number) => void) | undefined;
  /** Told after every job, and once of those in the journal; `fresh` of them were done now. */
  readonly onDone?: (done: number, of: number, fresh: number) => void;
  /** Stops the study: what has been done is in the journal. */
  readonly signal?: AbortSignal;
}

/** What a study asks of a journal. */
export type Kept = Pick<Journal, 'get' | 'isOutdated' | 'add'>;

interface Details<R> extends StudyOptions, Partial<Plugged> {
  /** A key for each input: the same for those that come to the same. */
  readonly keys?: readonly string[];
  /** Keeps what was found by its key; jobs that are in it already are not done again. It needs `keys`. */
  readonly journal?: Kept | undefined;
  /** What each reads: a workplace elsewhere is sent it. */
  readonly files?: (at: number) => Files;
  /** Whether what comes of each may differ between machines. */
  readonly varies?: (at: number) => boolean;
  /**
   * What a job comes to that threw, or took its thread or its workers with it; it may throw in turn. Absent: the study throws.
   * It isn't kept, as there may be more memory another time.
   */
  readonly rescue?: (error: unknown, at: number) => R;
}

/**
 * The outputs, in the order of the inputs.
 * @throws CahootsError for the first job that was refused, or the signal's reason when it stops the study
 */
export async function study<I, O, R = never>(
  job: Job<I, O>,
  inputs: readonly I[],
  details: Details<R>,
): Promise<(O | R)[]> {
  const { keys, journal, files, varies, plugins = [], rescue, onOutdated, onDone, signal } = details;
  assert(details.on === undefined || keys !== undefined, 'results are filed under keys elsewhere');
  const keyOf = (at: number): string => keys?.[at] ?? `${at}`;
  const outputs: (O | R)[] = [];
  /** What is to be done, and where it goes: the first of the places does it for all. */
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
  const orderOf = (at: number): Order => ({
    key: keyOf(at),
    module: job.module,
    name: job.name,
    input: inputs[at],
    plugins: places,
    // Here they lie where they are named.
    files: details.on === undefined ? {} : (files?.(at) ?? {}),
    ...(details.on !== undefined && varies?.(at) === true && { varies: true }),
  });
  const workplace = await openWorkplace(details, { plugins, keys: keys ?? [], open: open.length });
  let done = 0;
  const finish = async (same: readonly number[]): Promise<void> => {
    const [at] = same;
    const found = await workplace.start(orderOf(at)).catch((error: unknown) => {
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
  /** One of as many as the workplace has room for. */
  const hand = async (): Promise<void> => {
    while (next < open.length) {
      signal?.throwIfAborted();
      await finish(open[next++]);
    }
  };
  const stop = (): void => void workplace.close();
  signal?.addEventListener('abort', stop);
  try {
    const hands = Array.from({ length: Math.min(workplace.room, open.length) }, hand);
    await Promise.all(hands);
  } catch (error) {
    // No hand takes another.
    next = open.length;
    // Threads that were stopped say so in words of their own.
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await workplace.close();
  }
  return outputs;
}
