/**
 * What happens to a packet between sending and delivery: an ordered chain of rules, each of which lets it pass,
 * delays it, drops it, duplicates it or tampers with it. Bandwidth, loss and latency are rules like any other. The chain is
 * gone through for every link on the way: twice, where a relay forwards a packet.
 */

import type { Digest } from './digest.ts';
import type { AnyMessageType } from '../wire/message.ts';

/** A message on its way. */
export interface Packet {
  /** Counts sent messages from 0. */
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly type: AnyMessageType;
  readonly payload: Uint8Array;
  /** The payload as it was sent and its framing: what a link carries. */
  readonly wireBytes: number;
  /** Of the payload. */
  readonly digest: Digest;
  /** The link that it is on: from its sender to its receiver, or to and from a relay. */
  readonly hopFrom: number;
  readonly hopTo: number;
}

export type Verdict =
  | { readonly kind: 'pass' }
  /** Goes on `ns` later; of that time, `retransmissions` extra copies went over the link. */
  | { readonly kind: 'delay'; readonly ns: number; readonly retransmissions?: number }
  | { readonly kind: 'drop'; readonly reason: string }
  /** Goes on, and once more `ns` later. */
  | { readonly kind: 'duplicate'; readonly ns: number }
  /** Goes on with other bytes. */
  | { readonly kind: 'tamper'; readonly payload: Uint8Array };

export const PASS: Verdict = { kind: 'pass' };

export interface Rule {
  readonly name: string;
  /**
   * Whether packets must reach this rule in order of time (a queue at the receiver). Other rules see a packet as
   * soon as it is sent, with the time at which it will reach them.
   */
  readonly inOrder?: boolean;
  /**
   * Whether it lets every packet pass that reaches it at this time, and need not be asked about it; absent: it is asked about all.
   */
  readonly sleeps?: (timeNs: number) => boolean;
  /** @param timeNs when the packet reaches this rule */
  apply(packet: Packet, timeNs: number): Verdict;
}
