/**
 * Rules for packets between sending and delivery: an ordered chain, each of which lets a packet pass, delays it, drops it,
 * holds it until another comes, duplicates it or tampers with it. The chain applies on every link: twice if a relay forwards a packet.
 */

import type { Digest } from '../messages/digest.ts';
import type { AnyMessageType } from '../wire/message.ts';

/** Who sends a message to whom: actors by name and by number, and their roles. */
export interface MessageEnds {
  readonly from: string;
  readonly to: string;
  readonly fromRole: string;
  readonly toRole: string;
  readonly sender: number;
  readonly receiver: number;
}

/** A message in transit. */
export interface Packet extends MessageEnds {
  /** The number of the message, counted from 0 in the order of sending. */
  readonly id: number;
  readonly type: AnyMessageType;
  readonly payload: Uint8Array;
  /** The payload as sent, with framing: what a link carries. */
  readonly wireBytes: number;
  /** Of the payload. */
  readonly digest: Digest;
  /** The link that it is on: from its sender to its receiver, or to or from a relay. */
  readonly hopFrom: string;
  readonly hopTo: string;
  /** Whether a relay has forwarded it: it is on its second link. */
  readonly isForwarded: boolean;
}

export type Verdict =
  /** Continues; then those packets continue that this rule holds and whose messages have these numbers. */
  | { readonly kind: 'pass'; readonly releases?: readonly number[] }
  /** Continues `ns` later; in that time, `retransmissions` more copies went over the link. */
  | { readonly kind: 'delay'; readonly ns: number; readonly retransmissions?: number }
  /** Waits until this rule releases it, `ns` at most. Only where packets reach a rule in order of time. */
  | { readonly kind: 'hold'; readonly ns: number }
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
