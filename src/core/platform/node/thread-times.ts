/** What threads got of the processors, as the kernel counts it; only on Linux. */

import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds that a thread, or several, ran on a processor, and waited for one although they could run. */
export interface ProcessorTime {
  readonly ranNs: number;
  readonly waitedNs: number;
}

/** Of the thread in which a process began; undefined where the kernel does not count it. */
export function mainThreadTime(): ProcessorTime | undefined {
  try {
    return timeIn(`/proc/self/task/${process.pid}/schedstat`);
  } catch {
    return undefined;
  }
}

/** Of the threads of this process that still exist, by number; empty where the kernel does not count it. */
export function threadTimes(): ReadonlyMap<string, ProcessorTime> {
  try {
    return new Map(
      readdirSync('/proc/self/task').map((thread) => [thread, timeIn(`/proc/self/task/${thread}/schedstat`)]),
    );
  } catch {
    return new Map();
  }
}

function timeIn(file: string): ProcessorTime {
  const [ranNs, waitedNs] = readFileSync(file, 'utf8').split(' ').map(Number);
  return { ranNs, waitedNs };
}
