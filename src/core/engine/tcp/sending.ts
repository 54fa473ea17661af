/** What the parts of a sender see of it and of each other. */

import type { Control, Controlled } from '../congestion/control.ts';
import type { Segments } from '../congestion/segments.ts';
import type { Outlet } from './outlet.ts';

export interface Sending extends Controlled {
  readonly outlet: Outlet;
  readonly control: Control;
  readonly segments: Segments;
  /** Bytes of the stream: all there are, and the first that does not fit the receiver's window. */
  readonly written: number;
  readonly windowEnd: number;
  /** What the timer will do. */
  timerIs: 'timeout' | 'probe' | 'losses';
  /** How often the timer has retransmitted without any progress. */
  readonly timeouts: number;
  /** When the first segment in flight was last sent. */
  readonly headSentNs: number;
  /** Sends the next segment, up to this byte. */
  sendNew(end: number, nowNs: number): void;
  /** Sends a segment again. @param row of the segment */
  sendAgain(row: number, nowNs: number): void;
  /** Whether the pace allows no segment now; if so, it goes on when it does. */
  isTooEarly(nowNs: number): boolean;
  /** The timer retransmits after a timeout from now. */
  setTimeout(nowNs: number): void;
  /** A probe found that the last segment had been lost. */
  lostTail(): void;
  /** No probe is waited for any more. */
  forgetProbe(): void;
}
