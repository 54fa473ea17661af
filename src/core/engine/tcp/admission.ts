/** When the first message of a direction can go on, and how much of it. */

import type { Direction, Message } from './direction.ts';
import type { TcpSpec } from './spec.ts';

interface Moment {
  readonly spec: TcpSpec;
  readonly nowNs: number;
}

/** When the first message can go on, and the reason if that is not now. */
export function freeNs(
  direction: Direction,
  head: Message,
  { timeoutNs, ...moment }: Moment & { readonly timeoutNs: number },
): number {
  const { nowNs } = moment;
  const { readyNs, recoveredNs, acknowledgedNs } = direction;
  head.why = 'openingNs';
  if (nowNs < readyNs) return readyNs;
  head.why = 'lossNs';
  if (nowNs < recoveredNs) return recoveredNs;
  head.why = 'windowNs';
  if (sendable(direction, head, moment) === 0) return acknowledgedNs;
  return direction.room(nowNs, timeoutNs) > 0 ? nowNs : direction.nextRoundNs;
}

/** How many segments of the first message Nagle's algorithm lets go. */
export function sendable(
  { queue, acknowledgedNs }: Direction,
  head: Message,
  { spec, nowNs }: Moment,
): number {
  const left = head.size.segments - head.sent;
  // What follows it fills its last segment.
  if (!spec.nagle || head.size.filled === 0 || queue.length > 1) return left;
  return left > 1 ? left - 1 : nowNs < acknowledgedNs ? 0 : 1;
}
