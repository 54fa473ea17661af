/** Runs tasks in this thread, each when its result is requested. */

import type { Executor } from './executor.ts';
import { measureTask } from './measure.ts';
import type { Task } from './task.ts';

export const inlineExecutor: Executor = {
  start: (task, input) => () => measureTask(task, input),
  close: () => Promise.resolve(),
};

/** Whether nothing need be started: with this executor, a task whose result is wanted may as well be run then. */
export function isRunHere<I, O>(executor: Executor, task: Task<I, O>): boolean {
  return executor === inlineExecutor && task.elsewhere === undefined;
}
