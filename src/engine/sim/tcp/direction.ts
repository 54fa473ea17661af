/**
 * What a connection sends in one direction: its congestion window (RFC 5681), counted in segments and moved on once a round trip, and
 * the messages that wait.
 */

import { Acknowledgements } from './acknowledgements.ts';
import { type Size, sizeOf } from './size.ts';
import type { TcpSpec } from './spec.ts';

/** A message on its connection. Times are in nanoseconds. */
export interface Message {
  /** By which its sender knows it. */
  readonly number: number;
  readonly size: Size;
  readonly latencyNs: number;
  /** Segments that were sent. */
  sent: number;
  /** What it waits for now, and since when. */
  why: Waits;
  sinceNs: number;
  readonly passage: Passage;
}

/** Where the time of a message went. */
export interface Passage {
  /** Behind other messages of its connection. */
  behindNs: number;
  /** Until the connection was open. */
  openingNs: number;
  /** For acknowledgements, as the window was full. */
  windowNs: number;
  /** For what was lost to be sent again. */
  lossNs: number;
  /** While it moved and its sender's uplink held it back, and of this what it would have taken there alone. */
  uplinkNs: number;
  uplinkOwnNs: number;
  latencyNs: number;
  /** The same at the receiver's downlink, its last packet's way through it included. */
  downlinkNs: number;
  downlinkOwnNs: number;
  /** Segments that were sent again. */
  again: number;
}

export type Waits = 'behindNs' | 'openingNs' | 'windowNs' | 'lossNs';

export function noTime(latencyNs: number): Passage {
  return {
    behindNs: 0,
    openingNs: 0,
    windowNs: 0,
    lossNs: 0,
    uplinkNs: 0,
    uplinkOwnNs: 0,
    latencyNs,
    downlinkNs: 0,
    downlinkOwnNs: 0,
    again: 0,
  };
}

export class Direction {
  readonly from: number;
  readonly to: number;
  /** The number of its link. */
  readonly link: number;
  /** The other direction of the connection; set when both are there. */
  reverse: Direction | undefined;
  /** When it can send first. */
  readyNs = 0;
  /** Of the last message. */
  latencyNs: number;
  /** How long a segment stands at both links. */
  readonly segmentNs: number;
  readonly queue: Message[] = [];
  /** Whether a part of the first message moves now. */
  moves = false;
  /** When it is looked at again. */
  dueNs = Number.POSITIVE_INFINITY;
  /** Until when it recovers from a loss. */
  recoveredNs = 0;
  /** When all that was sent is acknowledged. */
  acknowledgedNs = 0;
  /** When the last was sent. */
  lastNs = 0;
  /** How its receiver acknowledges. */
  readonly acknowledgements: Acknowledgements;
  /** The congestion window and the threshold of slow start. */
  window: number;
  threshold = Number.POSITIVE_INFINITY;
  readonly #spec: TcpSpec;
  #roundNs = Number.NEGATIVE_INFINITY;
  #sent = 0;
  /** A segment that is not full, and when it was sent. */
  #filled = 0;
  #filledNs = Number.NEGATIVE_INFINITY;

  constructor(from: number, to: number, link: number, latencyNs: number, segmentNs: number, spec: TcpSpec) {
    this.from = from;
    this.to = to;
    this.link = link;
    this.latencyNs = latencyNs;
    this.segmentNs = segmentNs;
    this.window = spec.initialWindow;
    this.acknowledgements = new Acknowledgements(spec.delayedAcks);
    this.#spec = spec;
  }

  get roundTripNs(): number {
    return this.latencyNs + (this.reverse?.latencyNs ?? 0) + this.segmentNs;
  }

  /** When acknowledgements of what was sent in this round let it go on. */
  get nextRoundNs(): number {
    return this.#roundNs + this.roundTripNs;
  }

  /**
   * How many segments may leave now.
   * @param timeoutNs after which an idle connection's window shrinks, and what was lost is sent again
   */
  room(nowNs: number, timeoutNs: number): number {
    if (nowNs >= this.nextRoundNs) this.#nextRound(nowNs, timeoutNs);
    return Math.floor(this.window) - this.#sent;
  }

  /**
   * What a message takes if it is sent now.
   * @param bytes of the stream, the length before the message included
   * @param timeoutNs after which the other end takes a connection that was idle for a new one
   */
  sizeOf(bytes: number, nowNs: number, timeoutNs: number): Size {
    const { acknowledgements, reverse } = this;
    return sizeOf(bytes, {
      spec: this.#spec,
      filled: nowNs === this.#filledNs ? this.#filled : 0,
      rides: reverse?.acknowledgements.rides(nowNs) === true,
      acknowledgements,
      isIdle: nowNs - this.lastNs > timeoutNs,
      nowNs,
    });
  }

  /** Segments are sent: both ends' acknowledgements are others from now on. */
  expect(segments: number, nowNs: number, timeoutNs: number): void {
    this.acknowledgements.expect(segments, nowNs - this.lastNs > timeoutNs, nowNs);
    if (segments > 0) this.reverse?.acknowledgements.answer(nowNs);
  }

  /** The last segment of what is sent now has so much, and goes on with what else is sent now. */
  fill(bytes: number, nowNs: number): void {
    this.#filled = bytes;
    this.#filledNs = nowNs;
  }

  /** Segments leave. */
  leave(segments: number): void {
    this.#sent += segments;
  }

  /** Some were lost and were sent again: quickly where later ones were acknowledged, else after a timeout. */
  shrink(quickly: boolean): void {
    this.threshold = Math.max(2, Math.floor(this.window / 2));
    this.window = quickly ? this.threshold : 1;
    this.#roundNs = Number.NEGATIVE_INFINITY;
    this.#sent = 0;
  }

  #nextRound(nowNs: number, timeoutNs: number): void {
    this.#grow(nowNs);
    this.#forget(nowNs - this.lastNs, timeoutNs);
    this.#roundNs = nowNs;
    this.#sent = 0;
  }

  /** A window that was not used does not grow. */
  #grow(nowNs: number): void {
    const { initialWindow, windowBytes, segmentBytes } = this.#spec;
    if (2 * this.#sent <= this.window) return;
    const most = Math.max(initialWindow, Math.floor(windowBytes / segmentBytes));
    if (this.window < this.threshold)
      this.window = Math.min(most, Math.max(this.window, Math.min(this.window + this.#sent, this.threshold)));
    else {
      const roundTrips = Math.max(1, Math.floor((nowNs - this.#roundNs) / Math.max(1, this.roundTripNs)));
      this.window = Math.min(most, this.window + roundTrips);
    }
  }

  /** As Linux does it (`tcp_cwnd_restart`): half the window for each timeout that it was idle, down to the first one. */
  #forget(idleNs: number, timeoutNs: number): void {
    const { initialWindow } = this.#spec;
    if (idleNs <= timeoutNs || this.window <= initialWindow) return;
    this.threshold = Math.max(this.threshold, Math.floor(0.75 * this.window));
    for (let ns = idleNs - timeoutNs; ns > 0 && this.window > initialWindow; ns -= timeoutNs)
      this.window = Math.max(initialWindow, Math.floor(this.window / 2));
  }
}
