/** What a worker thread does with a task: finds it in its module, runs it and measures. */

import { assert } from '../errors.ts';
import type { Computed } from './executor.ts';
import { measure } from './measure.ts';
import type { Task } from './task.ts';

const found = new Map<string, Task<unknown, unknown>>();

export default async function work(order: {
  module: string;
  name: string;
  input: unknown;
}): Promise<Computed<unknown>> {
  const key = `${order.module}#${order.name}`;
  let task = found.get(key);
  if (task === undefined) {
    const exported = Object.values(await importTasks(order.module));
    task = exported.find((value) => value?.name === order.name && typeof value.operations === 'function');
    assert(task !== undefined, `${order.module} exports no task ${order.name}`);
    found.set(key, task);
  }
  const { run } = task;
  return measure(() => run(order.input));
}

async function importTasks(module: string): Promise<Readonly<Record<string, Task<unknown, unknown>>>> {
  try {
    return (await import(module)) as Record<string, Task<unknown, unknown>>;
  } catch (error) {
    throw new Error(`cannot import the tasks of ${module}`, { cause: error });
  }
}
