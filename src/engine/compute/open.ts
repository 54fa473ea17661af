/** Where the tasks of a run are done. */

import type { Executor } from './executor.ts';
import { inlineExecutor } from './inline.ts';

/**
 * Close it when done.
 * @param threads 0: this thread, and none is loaded
 */
export async function openExecutor(threads: number): Promise<Executor> {
  if (threads === 0) return inlineExecutor;
  const { createPool } = await import('./pool.ts');
  return createPool(threads);
}
