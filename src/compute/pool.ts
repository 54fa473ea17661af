/** Runs tasks in worker threads: a task is dispatched at once, and works ahead of virtual time. */

import { Piscina } from 'piscina';
import type { Computed, Executor } from './executor.ts';

/** A pool of `threads` workers; close it when done. */
export function createPool(threads: number): Executor {
  // From source, the worker is TypeScript and needs the loader that this thread may have had from elsewhere.
  const fromSource = import.meta.url.endsWith('.ts');
  const pool = new Piscina({
    filename: new URL(fromSource ? './worker.ts' : './worker.js', import.meta.url).href,
    minThreads: threads,
    maxThreads: threads,
    idleTimeout: Number.POSITIVE_INFINITY,
    ...(fromSource && { execArgv: ['--import', 'tsx'] }),
  });
  return {
    start(task, input) {
      const running = pool.run({ module: task.module, name: task.name, input });
      // A failure is reported where the result is wanted, and not as unhandled before that.
      running.catch(() => undefined);
      return () => running as Promise<Computed<never>>;
    },
    close: () => pool.destroy(),
  };
}
