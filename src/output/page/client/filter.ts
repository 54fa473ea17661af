/** Which messages are shown. */

import { FATES } from '../payload-shape.ts';
import { BLOCK, type Run } from './data.ts';

export interface Filter {
  /** Sent or received by this actor; -1: by any. */
  readonly actor: number;
  readonly round: number;
  readonly type: number;
  /** Only abnormal messages. */
  readonly trouble: boolean;
}

export const EVERYTHING: Filter = { actor: -1, round: -1, type: -1, trouble: false };

const DELIVERED = FATES.indexOf('delivered');

/** Whether a filter lets the message at this index through. */
export function shows(
  { messages, faults }: Run,
  { actor, round, type, trouble }: Filter,
  i: number,
): boolean {
  if (actor >= 0 && messages.from[i] !== actor && messages.to[i] !== actor) return false;
  if (round >= 0 && messages.round[i] !== round) return false;
  if (type >= 0 && messages.type[i] !== type) return false;
  return !trouble || messages.fate[i] !== DELIVERED || faults.has(i);
}

/** The indices of messages that pass the filter and are in transit at some time in a window. */
export function within(run: Run, filter: Filter, fromNs: number, untilNs: number): number[] {
  const { count, sentNs, endNs, latestNs } = run.times;
  const found: number[] = [];
  for (let block = 0; block * BLOCK < count; block++) {
    const start = block * BLOCK;
    if (sentNs[start] > untilNs) break;
    if (latestNs[block] < fromNs) continue;
    const stop = Math.min(count, start + BLOCK);
    for (let i = start; i < stop && sentNs[i] <= untilNs; i++)
      if (endNs[i] >= fromNs && shows(run, filter, i)) found.push(i);
  }
  return found;
}
