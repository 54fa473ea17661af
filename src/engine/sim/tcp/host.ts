/** Between TCP and whoever sends over it. */

import type { Passage } from './direction.ts';

/** What TCP asks of whoever sends. */
export interface TcpHost {
  /** Calls `Tcp.wake` when everything else of that moment has happened; unless it asks for an earlier one. */
  wakeAt(atNs: number): void;
  /**
   * The last byte of a message will come.
   * @param train whether it has to pass the downlink then, see `Tcp.land`
   */
  come(message: number, atNs: number, train: boolean, passage: Passage): void;
  /** The connection gave up on it. */
  lose(message: number, reason: string): void;
}

/** In place of a time: the host will be told. */
export const LATER = -2;

/** In place of a time: the connection gave up. */
export const GONE = -1;

/** Why it did. */
export const GAVE_UP = 'the connection gave up';
