/**
 * What a party's process used of processors: how much of its computations was waiting, since a device profile, measured on an idle
 * machine, has nothing of that; and what it took beside them.
 */

import { performance } from 'node:perf_hooks';
import type { Computed, Executor } from '../core/engine/compute/executor.ts';
import type { Task } from '../core/engine/compute/task.ts';
import { mainThreadTime } from '../core/platform/node/thread-times.ts';

/** Of all computations together, from start to result, with the transfer to the task's thread and back. */
export interface ComputingTime {
  readonly tookNs: number;
  /** The time of processors that the process used meanwhile, of each at most what it took: the rest is waiting for one. */
  readonly ranNs: number;
}

/** A computation, and the time of processors that all threads but the main one used for it. */
export interface RanTask {
  readonly task: string;
  readonly operations: number;
  readonly ranNs: number;
}

/** What a process used of processors, in order. */
export interface UsedTime {
  readonly tasks: readonly RanTask[];
  /** By the main thread, up to the end of each turn of its actor since that of the one before. */
  readonly turnsNs: readonly number[];
}

/** Runs tasks one at a time, and adds up their times. */
export class Metered implements Executor {
  readonly #executor: Executor;
  readonly #tasks: RanTask[] = [];
  readonly #turnsNs: number[] = [];
  #tookNs = 0;
  #ranNs = 0;
  #sinceNs: number | undefined;

  constructor(executor: Executor) {
    this.#executor = executor;
  }

  start<I, O>(task: Task<I, O>, input: I): () => Promise<Computed<O>> {
    const before = process.cpuUsage();
    const mainNs = mainThreadTime()?.ranNs;
    const startMs = performance.now();
    const running = this.#executor.start(task, input);
    return async () => {
      const computed = await running();
      const { user, system } = process.cpuUsage(before);
      const ranNs = (user + system) * 1e3;
      const tookNs = (performance.now() - startMs) * 1e6;
      this.#tookNs += tookNs;
      // Threads that collect garbage may run beside the task's.
      this.#ranNs += Math.min(tookNs, ranNs);
      const nowNs = mainThreadTime()?.ranNs;
      if (mainNs !== undefined && nowNs !== undefined)
        this.#tasks.push({
          task: task.name,
          operations: task.operations(input),
          ranNs: Math.max(0, ranNs - (nowNs - mainNs)),
        });
      return computed;
    };
  }

  close(): Promise<void> {
    return this.#executor.close();
  }

  /** Its party begins. */
  begin(): void {
    this.#sinceNs = mainThreadTime()?.ranNs;
  }

  /** A turn of its actor is over. */
  turned(): void {
    const nowNs = mainThreadTime()?.ranNs;
    if (nowNs === undefined || this.#sinceNs === undefined) return;
    this.#turnsNs.push(nowNs - this.#sinceNs);
    this.#sinceNs = nowNs;
  }

  get time(): ComputingTime {
    return { tookNs: this.#tookNs, ranNs: this.#ranNs };
  }

  /** Nothing where the kernel does not count it. */
  get used(): UsedTime {
    return { tasks: this.#tasks, turnsNs: this.#turnsNs };
  }
}
