/**
 * Clocks aligned by what messages prove. An exchange of times tells the offset of a party's clock only to half of a round trip, and
 * within that, messages may seem to arrive before they were sent. Since none does, every message bounds the difference between two
 * clocks, and so does the exchange. What satisfies all bounds is a longest path from the rendezvous party (Bellman and Ford).
 */

import type { LifeRecord } from './life-record.ts';
import { MEETING } from './rendezvous.ts';

/** One clock must be corrected by at least so much more than another. */
interface Bound {
  readonly from: number;
  readonly to: number;
  readonly leastNs: number;
}

/**
 * What is added to the times of each party, by number; 0 for the rendezvous party. With it no message arrives before it was sent, and
 * no clock is moved further than its error. All are 0 if nothing does that, as when clocks run at very different rates.
 * @param errorsNs the error of each party's clock; infinite if it was never compared
 */
export function correctionsOf(lives: readonly LifeRecord[], errorsNs: readonly number[]): readonly number[] {
  const bounds = [...boundsOfMessages(lives), ...boundsOfErrors(errorsNs)];
  const corrections = errorsNs.map(() => 0);
  for (let round = 0; round < errorsNs.length; round++) {
    let moved = false;
    for (const { from, to, leastNs } of bounds) {
      if (corrections[to] >= corrections[from] + leastNs) continue;
      corrections[to] = corrections[from] + leastNs;
      moved = true;
    }
    if (!moved) return corrections.map((ns) => ns - corrections[MEETING]);
  }
  return errorsNs.map(() => 0);
}

/** By how much, at most, messages between two parties seem to arrive before they were sent; less than 0 if none does. */
function boundsOfMessages(lives: readonly LifeRecord[]): readonly Bound[] {
  const sentNs = new Map<number, number>();
  for (const { entries } of lives)
    for (const entry of entries)
      if (entry.kind === 'sent')
        sentNs.set(entry.id, Math.min(entry.timeNs, sentNs.get(entry.id) ?? Number.POSITIVE_INFINITY));
  const bounds = new Map<string, Bound>();
  for (const { entries } of lives)
    for (const entry of entries) {
      const then = entry.kind === 'delivered' ? sentNs.get(entry.id) : undefined;
      if (entry.kind !== 'delivered' || then === undefined) continue;
      const { from, to, timeNs } = entry;
      const key = `${from} ${to}`;
      const leastNs = Math.max(then - timeNs, bounds.get(key)?.leastNs ?? Number.NEGATIVE_INFINITY);
      bounds.set(key, { from, to, leastNs });
    }
  return [...bounds.values()];
}

function boundsOfErrors(errorsNs: readonly number[]): readonly Bound[] {
  return errorsNs.flatMap((errorNs, actor) =>
    actor === MEETING
      ? []
      : [
          { from: MEETING, to: actor, leastNs: -Math.ceil(errorNs) },
          { from: actor, to: MEETING, leastNs: -Math.ceil(errorNs) },
        ],
  );
}
