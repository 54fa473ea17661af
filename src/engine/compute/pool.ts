/**
 * Runs tasks in worker threads: they work ahead of virtual time. A task goes out at once while threads would be idle;
 * more of them wait here and go out several at a time, as a dispatch costs about as much as a short task.
 */

import { isWorkerThread, type Piscina } from 'piscina';
import { assert } from '../../base/errors.ts';
import { spareBlocks } from './blocks.ts';
import type { Computed, Executor } from './executor.ts';
import { Sealed } from './sealed.ts';
import { workerThreads } from './workers.ts';
import type { Batch, Order, TaskOutcome } from './worker.ts';

/** Batches that a thread has at a time: one that it works on and one that lies ready. */
const BATCHES_PER_THREAD = 2;
/** Large enough to hide what a dispatch costs. */
const MOST_ORDERS = 16;
/** Dispatches that what waits is cut into at least, for each batch under way: the last ones are small, so that threads end together. */
const CUTS = 4;

interface Waiting {
  readonly order: Order;
  readonly settle: (outcome: TaskOutcome) => void;
}

/** A pool of `threads` workers; close it when done. */
export function createPool(threads: number): Executor {
  // Workers import the modules of tasks, and one that starts a run when imported would do so in every worker.
  assert(!isWorkerThread, 'a module with tasks starts a run: give the tasks a module of their own');
  const entry = new URL('./worker', import.meta.url).href;
  const piscina = workerThreads(entry, threads, BATCHES_PER_THREAD);
  return new Pool(piscina, threads);
}

class Pool implements Executor {
  readonly #piscina: Piscina;
  readonly #threads: number;
  #waiting: Waiting[] = [];
  #underWay = 0;

  constructor(piscina: Piscina, threads: number) {
    this.#piscina = piscina;
    this.#threads = threads;
  }

  start: Executor['start'] = (task, input) => {
    const running = new Promise<Computed<never>>((resolve, reject) => {
      const settle = (outcome: TaskOutcome): void =>
        'error' in outcome ? reject(outcome.error) : resolve(computedOf(outcome) as Computed<never>);
      const seals = task.seals?.(input).map((vector) => [vector.id, Sealed.contentOf(vector)] as const);
      const order = { module: task.module, name: task.name, input, ...(seals !== undefined && { seals }) };
      this.#waiting.push({ order, settle });
    });
    // A failure is reported where the result is wanted, and not as unhandled before that.
    running.catch(() => undefined);
    this.#dispatch();
    return () => running;
  };

  async close(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await this.#piscina.destroy();
    const error = new Error('Terminating worker thread');
    for (const { settle } of waiting) settle({ error });
  }

  /** Sends out what waits while threads have room for it. */
  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#underWay < this.#threads * BATCHES_PER_THREAD) {
      const share = Math.ceil(this.#waiting.length / (this.#threads * BATCHES_PER_THREAD * CUTS));
      void this.#run(this.#waiting.splice(0, Math.min(MOST_ORDERS, share)));
    }
  }

  async #run(waiting: readonly Waiting[]): Promise<void> {
    this.#underWay++;
    const batch: Batch = { orders: waiting.map(({ order }) => order), blocks: spareBlocks(waiting.length) };
    let outcomes: readonly TaskOutcome[];
    try {
      outcomes = (await this.#piscina.run(batch)) as TaskOutcome[];
    } catch (error) {
      outcomes = waiting.map(() => ({ error }));
    }
    this.#underWay--;
    this.#dispatch();
    waiting.forEach(({ settle }, i) => settle(outcomes[i]));
  }
}

/** A result under seal is sealed again in this thread. */
function computedOf(outcome: Exclude<TaskOutcome, { readonly error: unknown }>): Computed<unknown> {
  return 'sealed' in outcome
    ? { value: new Sealed(outcome.sealed), measuredNs: outcome.measuredNs }
    : outcome;
}
