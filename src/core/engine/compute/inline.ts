/** Runs tasks in this thread, each when its result is requested. */

import type { Executor } from './executor.ts';
import { measure } from './measure.ts';

export const inlineExecutor: Executor = {
  start: (task, input) => () => measure(() => task.run(input)),
  close: () => Promise.resolve(),
};
