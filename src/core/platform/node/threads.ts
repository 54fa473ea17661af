/** Worker threads, both when run from source and from the build. */

import { isWorkerThread, Piscina } from 'piscina';
import { STARTED_IN_THREAD, type ThreadPool } from '../platform.ts';
import { loaderArguments } from './typescript.ts';
import { ImportWatch, WATCHED } from './watched-import.ts';

/** Threads whose orders can be limited in time. */
export interface WorkerThreads extends ThreadPool {
  /** @param options.signal terminates the thread of this order */
  run(input: unknown, options?: { readonly signal: AbortSignal }): Promise<unknown>;
}

/**
 * Threads that run the default export of a module.
 *
 * @param entry the module's URL
 * @param ahead how many orders a thread has at a time: the first is in progress, the others wait
 */
export function workerThreads(entry: string, threads: number, ahead = 1): WorkerThreads {
  if (isWorkerThread) throw new Error(STARTED_IN_THREAD);
  // When run from source, the thread first needs a TypeScript loader.
  const fromSource = import.meta.url.endsWith('.ts');
  const loader = loaderArguments();
  const threadPool = new Piscina({
    filename: fromSource ? new URL('./source-worker.mjs', import.meta.url).href : entry,
    workerData: { entry, ...WATCHED },
    // Without arguments of its own a thread inherits this process's. Passing those explicitly would fail for many, such as
    // --max-old-space-size.
    ...(loader.length > 0 && { execArgv: [...loader] }),
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: ahead,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  // Whoever waits for an order gets its error anyway. This handles those that nobody waits for any more, such as
  // an answer that comes while threads are stopped.
  threadPool.on('error', () => undefined);
  const watch = new ImportWatch(threadPool);
  return {
    async run(input, options) {
      try {
        return (await threadPool.run(input, options)) as unknown;
      } catch (error) {
        throw watch.problem ?? error;
      }
    },
    destroy: () => threadPool.destroy(),
  };
}
