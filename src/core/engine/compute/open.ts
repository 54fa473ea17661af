/** Opens the place where a run's tasks are done. */

import { platform } from '#platform';
import type { Executor } from './executor.ts';
import { inlineExecutor } from './inline.ts';
import { createPool } from './pool.ts';

/**
 * The caller must close it.
 * @param threads 0, or a platform without threads: tasks run in this thread
 */
export function openExecutor(threads: number): Executor {
  return threads === 0 || platform.openThreads === undefined ? inlineExecutor : createPool(threads);
}
