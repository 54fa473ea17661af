/** The workplace that a command's flags name. */

import type { Work } from './work.ts';
import { thisThread, type Workplace } from './workplace.ts';

/** Where a study's jobs are done. */
export interface Where {
  /** Threads to spread jobs over; 0 does them in this one, in order. */
  readonly threads: number;
  /** The broker whose workers do them instead, such as `nats://127.0.0.1:4222`. */
  readonly on?: string;
  /** Told in a line what somebody should know who waits: who works, and what is in the way. */
  readonly onNews?: (line: string) => void;
}

/** @throws CahootsError where the broker cannot be reached */
export async function openWorkplace({ threads, on, onNews }: Where, work: Work): Promise<Workplace> {
  const { open } = work;
  if (on !== undefined && open > 0) {
    // Loaded where it is asked for: most studies stay on one machine.
    const { openCoordinator } = await import('./nats/coordinator.ts');
    return openCoordinator(on, work, onNews ?? (() => undefined));
  }
  if (threads === 0 || open === 0) return thisThread;
  const { threadsOf } = await import('./threads.ts');
  return threadsOf(Math.min(threads, open));
}
