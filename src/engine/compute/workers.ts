/** Worker threads, from source as from the build. */

import { Piscina } from 'piscina';
import { loaderArguments } from './typescript.ts';

/**
 * Threads that run the default export of a module.
 *
 * @param entry the module's URL without its ending
 * @param ahead orders that a thread has at a time: those behind the first lie ready
 */
export function workerThreads(entry: string, threads: number, ahead = 1): Piscina {
  // From source, something must first teach the thread TypeScript.
  const fromSource = import.meta.url.endsWith('.ts');
  const loader = loaderArguments();
  const threadPool = new Piscina({
    filename: fromSource ? new URL('./source-worker.mjs', import.meta.url).href : `${entry}.js`,
    workerData: { entry: `${entry}.ts` },
    // Without any of its own a thread has this process's, of which many are refused where they are named, such as
    // --max-old-space-size.
    ...(loader.length > 0 && { execArgv: [...loader] }),
    minThreads: threads,
    maxThreads: threads,
    concurrentTasksPerWorker: ahead,
    idleTimeout: Number.POSITIVE_INFINITY,
  });
  // Whoever waits for an order is told what became of it; this is about those that nobody waits for any more, such as
  // an answer that comes while threads are stopped.
  threadPool.on('error', () => undefined);
  return threadPool;
}
