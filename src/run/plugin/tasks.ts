/** The tasks of plugins, by their names: what actors may compute, and what worker threads find. */

import { CahootsError } from '../../core/base/errors.ts';
import type { Task, TaskTable } from '../../core/engine/compute/task.ts';
import type { Plugin } from './plugin.ts';

/**
 * The tasks of all protocols of these plugins. Protocols may share a task.
 * @throws CahootsError for two tasks of one name
 */
export function tasksOf(plugins: readonly Pick<Plugin, 'protocols'>[]): TaskTable {
  const tasks = new Map<string, Task<never, unknown>>();
  const owners = new Map<string, string>();
  for (const { name: owner, tasks: own } of plugins.flatMap(({ protocols }) => protocols)) {
    for (const task of own) {
      const { name } = task;
      if (tasks.has(name) && tasks.get(name) !== task) {
        const message = `expected one task named ${name}, got two: of protocol ${owners.get(name)} and of protocol ${owner}`;
        throw new CahootsError('bad-input', message);
      }
      tasks.set(name, task);
      owners.set(name, owner);
    }
  }
  return tasks;
}
