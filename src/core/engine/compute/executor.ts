/** Where tasks run: one interface for the pool of threads and for this thread. */

import type { Computed, Task } from './task.ts';

export type { Computed } from './task.ts';

export interface Executor {
  /** Accepts a task and returns at once. The returned function gives the result. */
  start<I, O>(task: Task<I, O>, input: I): () => Computed<O> | Promise<Computed<O>>;
  /** Ends all threads. */
  close(): Promise<void>;
}

/** Starts a task where it runs: with the executor, or in an actor's own program. */
export function startTask<I, O>(
  executor: Executor,
  task: Task<I, O>,
  input: I,
): ReturnType<typeof executor.start<I, O>> {
  const { elsewhere } = task;
  return elsewhere === undefined ? executor.start(task, input) : () => elsewhere.call(task, input);
}
