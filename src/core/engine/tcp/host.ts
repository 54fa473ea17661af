/** The interface between TCP and its user. */

/** What TCP needs from its user. */
export interface TcpHost {
  /** Calls `Tcp.wake` after all other events of that time, unless an earlier time is requested. */
  wakeAt(atNs: number): void;
  /** Nothing is sent before this time, as far as is known. */
  horizonNs(): number;
  /** Whether it asks where the time of messages went, see `Tcp.passage`. */
  readonly isWatched: boolean;
  /** A message arrives at that time. @param again how many of its segments were sent again */
  arrive(message: number, atNs: number, again: number): void;
  /** The connection gave up on it. */
  lose(message: number, reason: string): void;
}

/** The reason for the loss. */
export const GAVE_UP = 'the connection gave up';
