/** The stopwatch around a task. A task is synchronous, so this is processor time as long as threads do not outnumber cores. */

import { platform } from '#platform';
import type { Computed, Task } from './task.ts';

/** Measures something synchronous: its result, and the nanoseconds it took on this machine. */
export function measure<O>(run: () => O): Computed<O> {
  const start = platform.stopwatchNs();
  const value = run();
  return { value, measuredNs: platform.stopwatchNs() - start };
}

/** Runs a task in this thread, and measures it. */
export function measureTask<I, O>(task: Task<I, O>, input: I): Computed<O> {
  const start = platform.stopwatchNs();
  const value = task.run(input);
  return { value, measuredNs: platform.stopwatchNs() - start };
}

/** Measures something asynchronous, such as a task in another thread including the dispatch there and back. */
export async function measureTurns<O>(run: () => O | Promise<O>): Promise<Computed<O>> {
  const start = platform.stopwatchNs();
  const value = await run();
  return { value, measuredNs: platform.stopwatchNs() - start };
}
