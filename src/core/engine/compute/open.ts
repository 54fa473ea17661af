/** Opens the place where a run's tasks are done. */

import type { Executor } from './executor.ts';
import { inlineExecutor } from './inline.ts';

/**
 * The caller must close it.
 * @param threads 0: tasks run in this thread, and the pool is not loaded
 */
export async function openExecutor(threads: number): Promise<Executor> {
  if (threads === 0) return inlineExecutor;
  const { createPool } = await import('./pool.ts');
  return createPool(threads);
}
