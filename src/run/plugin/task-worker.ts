/** The worker of a program in one file, whose plugins have no modules of their own that threads could import. */

import { serveTasks } from '../../core/engine/compute/worker.ts';
import type { Plugin } from './plugin.ts';
import { tasksOf } from './tasks.ts';

/**
 * What worker threads do with the tasks of these plugins. The module whose URL is given to `run` as `worker` exports it
 * by default.
 * @throws CahootsError for two tasks of one name
 */
export function taskWorker(plugins: readonly Plugin[]): ReturnType<typeof serveTasks> {
  const tasks = tasksOf(plugins);
  return serveTasks(() => tasks);
}
