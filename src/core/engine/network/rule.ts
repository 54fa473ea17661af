/**
 * Rules for packets between sending and delivery: an ordered chain, each of which lets a packet pass, delays it, drops it,
 * duplicates it or tampers with it. The chain applies on every link: twice if a relay forwards a packet.
 */

import type { Digest } from '../messages/digest.ts';
import type { AnyMessageType } from '../wire/message.ts';

/** A message in transit. */
export interface Packet {
  /** The number of the message, counted from 0 in the order of sending. */
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly type: AnyMessageType;
  readonly payload: Uint8Array;
  /** The payload as sent, with framing: what a link carries. */
  readonly wireBytes: number;
  /** Of the payload. */
  readonly digest: Digest;
  /** The link that it is on: from its sender to its receiver, or to or from a relay. */
  readonly hopFrom: number;
  readonly hopTo: number;
}

export type Verdict =
  | { readonly kind: 'pass' }
  /** Continues `ns` later; in that time, `retransmissions` more copies went over the link. */
  | { readonly kind: 'delay'; readonly ns: number; readonly retransmissions?: number }
  | { readonly kind: 'drop'; readonly reason: string }
  /** Continues, and a copy of it `ns` later. */
  | { readonly kind: 'duplicate'; readonly ns: number }
  /** Continues with other bytes. */
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
   * Whether it lets every packet pass that reaches it at this time, so that `apply` is not called; absent: `apply` is always called.
   */
  readonly sleeps?: (timeNs: number) => boolean;
  /** @param timeNs when the packet reaches this rule */
  apply(packet: Packet, timeNs: number): Verdict;
}
