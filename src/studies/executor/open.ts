/** Opens the executor that a command's flags select. */

import type { Work } from './work.ts';
import { thisThread, type JobExecutor } from './job-executor.ts';

/** Where a batch's jobs are done. */
export interface Where {
  /** How many threads do jobs; with 0, this thread does them in order. */
  readonly threads: number;
  /** The broker whose workers do the jobs instead, such as `nats://127.0.0.1:4222`. */
  readonly on?: string | undefined;
  /** The file with the key that only these workers have. */
  readonly key?: string | undefined;
  /** Called with a line of news for a waiting user: who works, and what is in the way. */
  readonly onNews?: ((line: string) => void) | undefined;
}

/**
 * The executor of a batch: this thread, threads of this machine, or workers at a broker.
 * @throws CahootsError if the broker cannot be reached
 */
export async function openExecutor({ threads, on, key, onNews }: Where, work: Work): Promise<JobExecutor> {
  const { open } = work;
  if (on !== undefined && open > 0) {
    // Loaded only if needed, since most batches stay on one machine.
    const { openCoordinator } = await import('./nats/coordinator.ts');
    return openCoordinator(on, work, { key, onNews: onNews ?? (() => undefined) });
  }
  if (threads === 0 || open === 0) return thisThread;
  const { threadsOf } = await import('./threads.ts');
  return threadsOf(Math.min(threads, open));
}
