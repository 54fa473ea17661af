/** What processes got of the processors, as the kernel counts it; only on Linux. */

import { readFileSync } from 'node:fs';
import { type ProcessorTime, threadTimes } from '../core/platform/node/thread-times.ts';

/** Of this process so far, all of its threads that still exist; undefined where the kernel does not count it. */
export function processorTime(): ProcessorTime | undefined {
  const times = [...threadTimes().values()];
  if (times.length === 0) return undefined;
  return times.reduce((sum, { ranNs, waitedNs }) => ({
    ranNs: sum.ranNs + ranNs,
    waitedNs: sum.waitedNs + waitedNs,
  }));
}

/** The difference of two times of one process; undefined if one is not known. */
export function since(
  before: ProcessorTime | undefined,
  now: ProcessorTime | undefined,
): ProcessorTime | undefined {
  if (before === undefined || now === undefined) return undefined;
  return { ranNs: now.ranNs - before.ranNs, waitedNs: now.waitedNs - before.waitedNs };
}

/** Ticks of all processors since the machine started, and those that its host gave to others. */
export interface Ticks {
  readonly all: number;
  readonly stolen: number;
}

/** The place of stolen time in a line of `/proc/stat` (proc(5)); guests' times after it are counted twice. */
const STEAL = 7;

/** Undefined where the kernel does not count it. */
export function ticks(): Ticks | undefined {
  try {
    const [, line = ''] = /^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8')) ?? [];
    const counts = line
      .split(' ')
      .slice(0, STEAL + 1)
      .map(Number);
    return { all: counts.reduce((sum, count) => sum + count, 0), stolen: counts[STEAL] };
  } catch {
    return undefined;
  }
}
