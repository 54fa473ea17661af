/** The stopwatch around a task. A task is synchronous, so this is processor time as long as threads do not outnumber cores. */

import type { Computed } from './executor.ts';

export function measure<O>(run: () => O): Computed<O> {
  // oxlint-disable-next-line no-restricted-properties -- measured time is what this is for; it never enters the hash
  const start = process.hrtime.bigint();
  const value = run();
  // oxlint-disable-next-line no-restricted-properties -- as above
  return { value, measuredNs: Number(process.hrtime.bigint() - start) };
}
