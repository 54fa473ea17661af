/** Runs tasks in worker threads: a task is dispatched at once, and works ahead of virtual time. */

import { isWorkerThread } from 'piscina';
import { assert } from '../errors.ts';
import type { Computed, Executor } from './executor.ts';
import { workerThreads } from './workers.ts';

/** A pool of `threads` workers; close it when done. */
export function createPool(threads: number): Executor {
  // Workers import the modules of tasks, and one that starts a run when imported would do so in every worker.
  assert(!isWorkerThread, 'a module with tasks starts a run: give the tasks a module of their own');
  const pool = workerThreads(new URL('./worker', import.meta.url).href, threads);
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
