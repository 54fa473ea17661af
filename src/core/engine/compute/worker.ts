/** The worker thread's part: finds tasks in their modules, runs them and measures them. */

import { platform } from '#platform';
import { assert } from '../../base/errors.ts';
import { giveBlocks } from './blocks.ts';
import type { Computed } from './executor.ts';
import { measure } from './measure.ts';
import { type Content, Sealed, withHanded } from './sealed.ts';
import type { Task } from './task.ts';

/** A task to run, by its name in its module. */
export interface Order {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  /** The contents of the sealed vectors in the input, by their ids; absent: there are none. */
  readonly seals?: readonly (readonly [number, Content])[];
}

/** The outcome of an order. If one fails, the others of its batch are not affected. */
export type TaskOutcome =
  | Computed<unknown>
  | { readonly sealed: Content; readonly measuredNs: number }
  | { readonly error: unknown };

/** Orders that are dispatched together, and memory for the sealed vectors that they produce. */
export interface Batch {
  readonly orders: readonly Order[];
  readonly blocks: readonly SharedArrayBuffer[];
}

const found = new Map<string, Task<unknown, unknown>>();

/** Resolves when the outcomes of the previous batch have been sent. */
let before: Promise<unknown> = Promise.resolve();

/** Does one batch after another: if they ran together, the first would be answered only when the last is done. */
export default async function work({ orders, blocks }: Batch): Promise<TaskOutcome[]> {
  giveBlocks(blocks);
  const outcomes = before.then(() => outcomesOf(orders));
  before = outcomes.then(() => platform.nextTurn());
  return outcomes;
}

async function outcomesOf(orders: readonly Order[]): Promise<TaskOutcome[]> {
  const outcomes: TaskOutcome[] = [];
  for (const order of orders) outcomes.push(await taskOutcomeOf(order));
  return outcomes;
}

async function taskOutcomeOf({ module, name, input, seals = [] }: Order): Promise<TaskOutcome> {
  try {
    const key = `${module}#${name}`;
    let task = found.get(key);
    if (task === undefined) {
      const exported = Object.values(await importTasks(module));
      task = exported.find((value) => value?.name === name && typeof value.operations === 'function');
      assert(
        task !== undefined,
        `expected ${module} to export the task ${name}, as worker threads import it, got none`,
      );
      found.set(key, task);
    }
    const { run } = task;
    const computed = withHanded(new Map(seals), () => measure(() => run(input)));
    if (!(computed.value instanceof Sealed)) return computed;
    return { sealed: Sealed.transfer(computed.value), measuredNs: computed.measuredNs };
  } catch (error) {
    return { error };
  }
}

async function importTasks(module: string): Promise<Readonly<Record<string, Task<unknown, unknown>>>> {
  try {
    return (await import(module)) as Record<string, Task<unknown, unknown>>;
  } catch (error) {
    throw new Error(`cannot import the tasks of ${module}`, { cause: error });
  }
}
