/** The stopwatch around a task. A task is synchronous, so this is processor time as long as threads do not outnumber cores. */

import type { Computed } from './executor.ts';

/** Measures something synchronous: its result, and the nanoseconds it took on this machine. */
export function measure<O>(run: () => O): Computed<O> {
  // oxlint-disable-next-line no-restricted-properties -- the purpose is to measure time, which never enters the hash
  const start = process.hrtime.bigint();
  const value = run();
  // oxlint-disable-next-line no-restricted-properties -- as above
  return { value, measuredNs: Number(process.hrtime.bigint() - start) };
}

/** Measures something asynchronous, such as a task in another thread including the dispatch there and back. */
export async function measureTurns<O>(run: () => O | Promise<O>): Promise<Computed<O>> {
  // oxlint-disable-next-line no-restricted-properties -- as above
  const start = process.hrtime.bigint();
  const value = await run();
  // oxlint-disable-next-line no-restricted-properties -- as above
  return { value, measuredNs: Number(process.hrtime.bigint() - start) };
}
