/** Where tasks run: one contract for the pool of threads and for this very thread. */

import type { Task } from './task.ts';

/** What came out, and the nanoseconds that it took, measured in the thread that ran it and kept outside the trace's hash. */
export interface Computed<O> {
  readonly value: O;
  readonly measuredNs: number;
}

export interface Executor {
  /** Takes a task on and returns at once; the returned function gives the result when it is wanted. */
  start<I, O>(task: Task<I, O>, input: I): () => Computed<O> | Promise<Computed<O>>;
  /** Lets go of all threads. */
  close(): Promise<void>;
}
