/** Where tasks run: one interface for the pool of threads and for this thread. */

import type { Task } from './task.ts';

/** The result, and how many nanoseconds it took, measured in the thread that ran it and kept outside the trace's hash. */
export interface Computed<O> {
  readonly value: O;
  readonly measuredNs: number;
}

export interface Executor {
  /** Accepts a task and returns at once. The returned function gives the result. */
  start<I, O>(task: Task<I, O>, input: I): () => Computed<O> | Promise<Computed<O>>;
  /** Ends all threads. */
  close(): Promise<void>;
}
