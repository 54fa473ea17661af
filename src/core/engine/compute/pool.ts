/**
 * Runs tasks in worker threads, which work ahead of virtual time. Tasks are dispatched at once while threads are idle; after that
 * they wait here and are dispatched several at a time, since a dispatch costs about as much as a short task.
 */

import { platform } from '#platform';
import { assert } from '../../base/errors.ts';
import type { ThreadPool } from '../../platform/platform.ts';
import { spareBlocks } from './blocks.ts';
import type { Computed, Executor } from './executor.ts';
import { Sealed } from './sealed.ts';
import type { Batch, Order, TaskOutcome } from './worker.ts';

/** How many batches a thread has at a time: one in progress and one waiting. */
const BATCHES_PER_THREAD = 2;
/** The most orders in a batch: enough to hide the cost of a dispatch. */
const MOST_ORDERS = 16;
/** Waiting orders are split into at least this many dispatches per batch in progress, so that the last ones are small and threads
end together. */
const CUTS = 4;

interface Waiting {
  readonly order: Order;
  readonly settle: (outcome: TaskOutcome) => void;
}

/** A pool of `threads` workers, which the caller must close. */
export function createPool(threads: number): Executor {
  assert(platform.openThreads !== undefined, 'this platform has no threads');
  const entry = new URL('./worker', import.meta.url).href;
  return new Pool(platform.openThreads(entry, threads, BATCHES_PER_THREAD), threads);
}

class Pool implements Executor {
  readonly #pool: Promise<ThreadPool>;
  readonly #threads: number;
  #waiting: Waiting[] = [];
  #underWay = 0;

  constructor(pool: Promise<ThreadPool>, threads: number) {
    this.#pool = pool;
    this.#threads = threads;
    // A failure to start is reported by each task, not earlier as an unhandled rejection.
    pool.catch(() => undefined);
  }

  start: Executor['start'] = (task, input) => {
    const running = new Promise<Computed<never>>((resolve, reject) => {
      const settle = (outcome: TaskOutcome): void =>
        'error' in outcome ? reject(outcome.error) : resolve(computedOf(outcome) as Computed<never>);
      const seals = task.seals?.(input).map((vector) => [vector.id, Sealed.contentOf(vector)] as const);
      const order = { module: task.module, name: task.name, input, ...(seals !== undefined && { seals }) };
      this.#waiting.push({ order, settle });
    });
    // A failure is reported when the result is requested, not earlier as an unhandled rejection.
    running.catch(() => undefined);
    this.#dispatch();
    return () => running;
  };

  async close(): Promise<void> {
    const waiting = this.#waiting;
    this.#waiting = [];
    await (await this.#pool).destroy();
    const error = new Error('Terminating worker thread');
    for (const { settle } of waiting) settle({ error });
  }

  /** Dispatches waiting orders while threads have room. */
  #dispatch(): void {
    while (this.#waiting.length > 0 && this.#underWay < this.#most) {
      const share = Math.ceil(this.#waiting.length / (this.#threads * BATCHES_PER_THREAD * CUTS));
      void this.#run(this.#waiting.splice(0, Math.min(MOST_ORDERS, share)));
    }
  }

  /** Batches that may be under way: the last ones lie ready for no thread, and go to the one that is idle first. */
  get #most(): number {
    return this.#waiting.length > this.#threads ? this.#threads * BATCHES_PER_THREAD : this.#threads;
  }

  async #run(waiting: readonly Waiting[]): Promise<void> {
    this.#underWay++;
    const batch: Batch = { orders: waiting.map(({ order }) => order), blocks: spareBlocks(waiting.length) };
    let outcomes: readonly TaskOutcome[];
    try {
      outcomes = (await (await this.#pool).run(batch)) as TaskOutcome[];
    } catch (error) {
      outcomes = waiting.map(() => ({ error }));
    }
    this.#underWay--;
    this.#dispatch();
    waiting.forEach(({ settle }, i) => settle(outcomes[i]));
  }
}

/** Seals a sealed result again in this thread. */
function computedOf(outcome: Exclude<TaskOutcome, { readonly error: unknown }>): Computed<unknown> {
  return 'sealed' in outcome
    ? { value: new Sealed(outcome.sealed), measuredNs: outcome.measuredNs }
    : outcome;
}
