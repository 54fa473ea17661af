/** The worker thread's part: finds tasks by their names, runs them and measures them. */

import { platform } from '#platform';
import { CahootsError } from '../../base/errors.ts';
import { useTable } from '../../base/shared-once.ts';
import { giveBlocks } from './blocks.ts';
import type { Computed } from './executor.ts';
import { measureTask } from './measure.ts';
import { type Content, Sealed, withHanded } from './sealed.ts';
import type { Task, TaskTable } from './task.ts';

/** A task to run, by its name. */
export interface Order {
  readonly name: string;
  readonly input: unknown;
  /** The contents of the sealed vectors in the input, by their ids; absent: there are none. */
  readonly seals?: readonly (readonly [number, Content])[] | undefined;
}

/** Why there is no result. A user's mistake is a text, since an error would lose its class in transit. */
export type Failure = { readonly error: unknown } | { readonly refused: string };

/** The outcome of an order. If one fails, the others of its batch are not affected. */
export type TaskOutcome =
  | Computed<unknown>
  | { readonly sealed: Content; readonly measuredNs: number }
  | Failure;

/** In place of an error that throws when it is read. */
const UNREADABLE = 'something that throws when it is read';

/** Orders that are dispatched together, and memory for the sealed vectors that they produce. */
export interface Batch {
  /** Where the tasks come from. A pool cannot choose a thread, so every batch says it; a thread loads it once. */
  readonly library: string;
  readonly orders: readonly Order[];
  readonly blocks: readonly SharedArrayBuffer[];
  /** The table of what two parties compute alike, see {@link useTable}. */
  readonly table: SharedArrayBuffer;
}

/** The outcomes of a batch's orders, or why none could be done. */
export type BatchOutcome = readonly TaskOutcome[] | Failure;

/**
 * What a worker thread does with the batches that it is given: the default export of its entry module.
 * @param load gives the tasks of a library
 */
export function serveTasks(
  load: (library: string) => TaskTable | Promise<TaskTable>,
): (batch: Batch) => Promise<BatchOutcome> {
  const loaded = new Map<string, Promise<TaskTable>>();
  /** Resolves when the outcomes of the previous batch have been sent. */
  let before: Promise<unknown> = Promise.resolve();

  async function outcomesOf({ library, orders }: Batch): Promise<BatchOutcome> {
    const loading = loaded.get(library) ?? Promise.resolve(library).then(load);
    loaded.set(library, loading);
    try {
      const tasks = await loading;
      return orders.map((order) => outcomeOf(tasks, order));
    } catch (error) {
      return failureOf(error);
    }
  }

  // One batch after another: if they ran together, the first would be answered only when the last is done.
  return async (batch) => {
    giveBlocks(batch.blocks);
    useTable(batch.table);
    const outcomes = before.then(() => outcomesOf(batch));
    const over = (): Promise<unknown> => platform.nextTurn();
    before = outcomes.then(over, over);
    return outcomes;
  };
}

function outcomeOf(tasks: TaskTable, { name, input, seals = [] }: Order): TaskOutcome {
  const task = tasks.get(name) as Task<unknown, unknown> | undefined;
  if (task === undefined) {
    const known = [...tasks.keys()].join(', ') || 'none';
    return {
      refused: `expected worker threads to have the task ${name}, as this thread does, got a plugin that gives them others: ${known}`,
    };
  }
  try {
    const computed = withHanded(new Map(seals), () => measureTask(task, input));
    if (!(computed.value instanceof Sealed)) return computed;
    return { sealed: Sealed.transfer(computed.value), measuredNs: computed.measuredNs };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): Failure {
  if (error instanceof CahootsError) return { refused: error.message };
  try {
    // A plugin's error may throw again when it is read, and then not even its failure would be sent.
    return { error: structuredClone(error) as unknown };
  } catch {
    return { error: UNREADABLE };
  }
}
