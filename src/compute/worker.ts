/** What a worker thread does with tasks: finds them in their modules, runs them and measures. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { assert } from '../base/errors.ts';
import type { Computed } from './executor.ts';
import { measure } from './measure.ts';
import type { Task } from './task.ts';

/** A task to run, by its name in its module. */
export interface Order {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

/** What came of an order. One that fails leaves the others of its batch alone. */
export type TaskOutcome = Computed<unknown> | { readonly error: unknown };

const found = new Map<string, Task<unknown, unknown>>();

/** Over when the outcomes of the batch before are on their way. */
let before: Promise<unknown> = Promise.resolve();

/** One batch after the other: begun together, the first would be answered only when the last is done. */
export default async function work(batch: readonly Order[]): Promise<TaskOutcome[]> {
  const outcomes = before.then(() => outcomesOf(batch));
  before = outcomes.then(() => nextTurn());
  return outcomes;
}

async function outcomesOf(batch: readonly Order[]): Promise<TaskOutcome[]> {
  const outcomes: TaskOutcome[] = [];
  for (const order of batch) outcomes.push(await taskOutcomeOf(order));
  return outcomes;
}

async function taskOutcomeOf({ module, name, input }: Order): Promise<TaskOutcome> {
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
    return measure(() => run(input));
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
