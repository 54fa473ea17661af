/** Threads that run the tasks of tests, which belong to no protocol. */

import { Pool } from '../../src/core/engine/compute/pool.ts';
import { serveTasks } from '../../src/core/engine/compute/worker.ts';
import * as tasks from './tasks.ts';

export default serveTasks(() => new Map(Object.values(tasks).map((task) => [task.name, task])));

/** The caller must close it. */
export const poolOf = (threads: number): Pool => new Pool({ threads, entry: import.meta.url });
