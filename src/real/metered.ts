/** How much of a party's computations was waiting: a device profile, measured on an idle machine, has nothing of that. */

import { performance } from 'node:perf_hooks';
import type { Computed, Executor } from '../core/engine/compute/executor.ts';
import type { Task } from '../core/engine/compute/task.ts';

/** Of all computations together, from start to result, with the transfer to the task's thread and back. */
export interface ComputingTime {
  readonly tookNs: number;
  /** The time of processors that the process used meanwhile, of each at most what it took: the rest is waiting for one. */
  readonly ranNs: number;
}

/** Runs tasks one at a time, and adds up their times. */
export class Metered implements Executor {
  readonly #executor: Executor;
  #tookNs = 0;
  #ranNs = 0;

  constructor(executor: Executor) {
    this.#executor = executor;
  }

  start<I, O>(task: Task<I, O>, input: I): () => Promise<Computed<O>> {
    const before = process.cpuUsage();
    const startMs = performance.now();
    const running = this.#executor.start(task, input);
    return async () => {
      const computed = await running();
      const { user, system } = process.cpuUsage(before);
      const tookNs = (performance.now() - startMs) * 1e6;
      this.#tookNs += tookNs;
      // Threads that collect garbage may run beside the task's.
      this.#ranNs += Math.min(tookNs, (user + system) * 1e3);
      return computed;
    };
  }

  close(): Promise<void> {
    return this.#executor.close();
  }

  get time(): ComputingTime {
    return { tookNs: this.#tookNs, ranNs: this.#ranNs };
  }
}
