/** What threads got of the processors, as the kernel counts it; only on Linux. */

import { readdirSync, readFileSync } from 'node:fs';

/** Nanoseconds that a thread, or several, ran on a processor, and waited for one although they could run. */
export interface ProcessorTime {
  readonly ranNs: number;
  readonly waitedNs: number;
}

/** Of the threads of this process that still exist, by number; empty where the kernel does not count it. */
export function threadTimes(): ReadonlyMap<string, ProcessorTime> {
  try {
    return new Map(
      readdirSync('/proc/self/task').map((thread) => {
        const text = readFileSync(`/proc/self/task/${thread}/schedstat`, 'utf8');
        const [ranNs, waitedNs] = text.split(' ').map(Number);
        return [thread, { ranNs, waitedNs }];
      }),
    );
  } catch {
    return new Map();
  }
}
