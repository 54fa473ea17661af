/** What a run sent, as figures and properties use it. */

import type { AnyMessageType } from '../engine/wire/message.ts';

/** Which messages: those between these roles and of this type; what is absent is not asked for. */
export interface Which {
  /** The role of the senders. */
  readonly from?: string | undefined;
  /** The role of the receivers. */
  readonly to?: string | undefined;
  readonly type?: AnyMessageType | undefined;
}

/** Messages together. */
export interface Volume {
  readonly messages: number;
  /** Payload and framing. */
  readonly bytes: number;
  /** In the papers' unit. */
  readonly elements: number;
}

export interface Sent {
  readonly iterations: number;
  /** Payload and framing of all messages. */
  readonly bytes: number;
  /**
   * What was sent from one role to another, and of one type, as the messages' senders sent it.
   * @throws CahootsError for a role or a type that the protocol does not have
   */
  of(which: Which): Volume;
}
