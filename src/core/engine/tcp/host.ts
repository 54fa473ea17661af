/** The interface between TCP and its user. */

import type { Passage } from './direction.ts';

/** What TCP needs from its user. */
export interface TcpHost {
  /** Calls `Tcp.wake` after all other events of that time, unless an earlier time is requested. */
  wakeAt(atNs: number): void;
  /**
   * The last byte of a message will arrive.
   * @param train whether it must then pass the downlink, see `Tcp.receive`
   */
  arrive(message: number, atNs: number, train: boolean, passage: Passage): void;
  /** The connection gave up on it. */
  lose(message: number, reason: string): void;
}

/** Instead of a time: the host will be notified later. */
export const LATER = -2;

/** Instead of a time: the connection gave up. */
export const GONE = -1;

/** The reason for the loss. */
export const GAVE_UP = 'the connection gave up';
