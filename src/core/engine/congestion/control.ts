/** Congestion control: how many segments may be in flight, and how fast they are sent. */

import type { DeliveryRate, RateSample } from './delivery-rate.ts';
import type { RoundTrips } from './round-trips.ts';
import type { Scoreboard } from './scoreboard.ts';

/** What of a sender its congestion control sees and sets. */
export interface Controlled {
  /** The congestion window and the threshold of slow start, in segments. */
  window: number;
  threshold: number;
  /** Acknowledged segments since the window last grew in congestion avoidance. */
  grown: number;
  /** Bits per second; infinite if it does not pace. */
  paceBps: number;
  /** Bytes of the stream: the first that is not acknowledged, and the next to be sent. */
  readonly acknowledged: number;
  readonly next: number;
  readonly lastSentNs: number;
  /** The time of the present event. */
  readonly nowNs: number;
  readonly isInSlowStart: boolean;
  /** Whether more would be in flight if the window allowed it. */
  readonly isLimitedByWindow: boolean;
  readonly segmentBytes: number;
  readonly initialWindow: number;
  readonly trips: RoundTrips;
  readonly rate: DeliveryRate;
  readonly board: Scoreboard;
  /** Whether nothing is known to be lost, and whether the window is being reduced because something was. */
  readonly isOpen: boolean;
  readonly isReducing: boolean;
}

/** What loss and acknowledgements do to a sender's window. */
export interface Control {
  /** Whether it decides alone on window and pace, by {@link rule}, and paces. */
  readonly rules: boolean;
  /** The window after a loss. */
  threshold(sender: Controlled): number;
  /** New data is acknowledged, and nothing is lost. @param acked segments */
  grow(sender: Controlled, acked: number, nowNs: number): void;
  /** A round trip was measured. */
  measure(sender: Controlled, roundTripNs: number, nowNs: number): void;
  /** A timeout has passed. */
  timedOut(sender: Controlled): void;
  /** It sends after a pause. */
  resume(sender: Controlled, nowNs: number): void;
  /** After each acknowledgement, if it rules alone. */
  rule(sender: Controlled, sample: RateSample, nowNs: number): void;
}

/** Slow start (`tcp_slow_start`). @returns the acknowledged segments that are left for congestion avoidance */
export function slowStart(sender: Controlled, acked: number): number {
  const window = Math.min(sender.window + acked, sender.threshold);
  const left = acked - (window - sender.window);
  sender.window = window;
  return left;
}

/** One more segment for each `count` that are acknowledged (`tcp_cong_avoid_ai`). */
export function growSlowly(sender: Controlled, count: number, acked: number): void {
  if (sender.grown >= count) {
    sender.grown = 0;
    sender.window++;
  }
  sender.grown += acked;
  const more = Math.floor(sender.grown / count);
  sender.grown -= more * count;
  sender.window += more;
}
