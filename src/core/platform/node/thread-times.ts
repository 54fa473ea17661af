/** What threads got of the processors, as the kernel counts it; only on Linux. */

import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds that a thread, or several, ran on a processor, and waited for one although they could run. */
export interface ProcessorTime {
  readonly ranNs: number;
  readonly waitedNs: number;
}

/**
 * Of the thread in which a process began, which calls this; undefined where the kernel does not count it. The kernel adds to a running
 * thread's time at its ticks only, some milliseconds apart, and when somebody asks for the time of the thread's process: without that,
 * most short turns seem to take no time, and a few a whole tick.
 */
export function mainThreadTime(): ProcessorTime | undefined {
  process.cpuUsage();
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
