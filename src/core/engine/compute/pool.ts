/**
 * Runs tasks in worker threads, which work ahead of virtual time. Tasks are dispatched at once while threads are idle; after that
 * they wait here and are dispatched several at a time, since a dispatch costs about as much as a short task.
 */

import { platform } from '#platform';
import { assert, AssertionError, CahootsError } from '../../base/errors.ts';
import { newTable } from '../../base/shared-once.ts';
import { type ThreadPool, Unruly } from '../../platform/platform.ts';
import { spareBlocks } from './blocks.ts';
import type { Computed, Executor } from './executor.ts';
import { Sealed } from './sealed.ts';
import type { Batch, BatchOutcome, Failure, Order, TaskOutcome } from './worker.ts';

/** How many batches a thread has at a time: one in progress and one waiting. */
const BATCHES_PER_THREAD = 2;
/** The most orders in a batch: enough to hide the cost of a dispatch. */
const MOST_ORDERS = 16;
/** Waiting orders are split into at least this many dispatches per batch in progress, so that the last ones are small and threads
end together. */
const CUTS = 4;

/** What the pool says of a thread that ended in the middle of a task. */
const ENDED = /^Error: worker exited with code/;

interface Waiting {
  readonly order: Order;
  readonly settle: (outcome: TaskOutcome) => void;
}

export interface PoolOptions {
  /** How many threads. */
  readonly threads: number;
  /** The URL of the module whose default export they run, see {@link serveTasks}. */
  readonly entry: string;
  /** What that module loads tasks from, if it asks. */
  readonly library?: string | undefined;
}

/** Threads that run tasks. Whoever makes a pool must close it. */
export class Pool implements Executor {
  readonly #pool: Promise<ThreadPool>;
  readonly #threads: number;
  readonly #library: string;
  readonly #table = newTable();
  #waiting: Waiting[] = [];
  #underWay = 0;

  constructor({ threads, entry, library = '' }: PoolOptions) {
    this.#pool = platform.openThreads(entry, threads, BATCHES_PER_THREAD);
    this.#threads = threads;
    this.#library = library;
    // A failure to start is reported by each task, not earlier as an unhandled rejection.
    this.#pool.catch(() => undefined);
  }

  /**
   * Resolves when a thread has started and loaded its tasks, and has run none.
   * @throws CahootsError if they cannot be loaded
   */
  async ready(): Promise<void> {
    const answer = await this.#answer([], []);
    if (!('length' in answer)) throw errorOf(answer);
  }

  start: Executor['start'] = (task, input) => {
    const running = new Promise<Computed<never>>((resolve, reject) => {
      const settle = (outcome: TaskOutcome): void =>
        isFailure(outcome) ? reject(errorOf(outcome)) : resolve(computedOf(outcome) as Computed<never>);
      const seals = task.seals?.(input).map((vector) => [vector.id, Sealed.contentOf(vector)] as const);
      const order = { name: task.name, input, seals };
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
    const orders = waiting.map(({ order }) => order);
    const answer = await this.#answer(orders, spareBlocks(waiting.length));
    this.#underWay--;
    this.#dispatch();
    waiting.forEach(({ settle }, i) => settle('length' in answer ? answer[i] : answer));
  }

  async #answer(orders: Batch['orders'], blocks: Batch['blocks']): Promise<BatchOutcome> {
    try {
      const batch: Batch = { library: this.#library, orders, blocks, table: this.#table };
      const answer: unknown = await (await this.#pool).run(batch);
      assert(
        typeof answer === 'object' && answer !== null,
        'a task has a result that cannot be sent to another thread',
      );
      return answer as BatchOutcome;
    } catch (error) {
      if (error instanceof Unruly) return { refused: error.message };
      return { error: ENDED.test(String(error)) ? new AssertionError('a task ends its thread') : error };
    }
  }
}

function isFailure(outcome: TaskOutcome): outcome is Failure {
  return 'error' in outcome || 'refused' in outcome;
}

function errorOf(failure: Failure): unknown {
  return 'refused' in failure ? new CahootsError('bad-input', failure.refused) : failure.error;
}

/** Seals a sealed result again in this thread. */
function computedOf(outcome: Exclude<TaskOutcome, Failure>): Computed<unknown> {
  return 'sealed' in outcome
    ? { value: new Sealed(outcome.sealed), measuredNs: outcome.measuredNs }
    : outcome;
}
