/**
 * One direction of a connection: its congestion window (RFC 5681), counted in segments and advanced once per round trip, and its
 * waiting messages.
 */

import { Acknowledgements } from './acknowledgements.ts';
import { type Size, sizeOf } from './size.ts';
import type { TcpSpec } from './spec.ts';

/** A message on its connection. Times are in nanoseconds. */
export interface Message {
  /** Its number, as known to the sender. */
  readonly number: number;
  readonly size: Size;
  readonly latencyNs: number;
  /** How many segments were sent. */
  sent: number;
  /** What it is waiting for, and since when. */
  why: Waits;
  sinceNs: number;
  readonly passage: Passage;
}

/** Where the time of a message went. */
export interface Passage {
  /** Waiting behind other messages of its connection. */
  behindNs: number;
  /** Waiting until the connection was open. */
  openingNs: number;
  /** Waiting for acknowledgements because the window was full. */
  windowNs: number;
  /** Waiting for retransmissions. */
  lossNs: number;
  /** Moving while its sender's uplink was the bottleneck, and how long it would have taken there alone. */
  uplinkNs: number;
  uplinkOwnNs: number;
  latencyNs: number;
  /** Moving while the receiver's downlink was the bottleneck, including the passage of its last packet. */
  downlinkNs: number;
  downlinkOwnNs: number;
  /** How many segments were retransmitted. */
  again: number;
}

export type Waits = 'behindNs' | 'openingNs' | 'windowNs' | 'lossNs';

/** The times of a message that has waited for nothing yet. */
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
  /** The other direction of the connection; set when both exist. */
  reverse: Direction | undefined;
  /** When it can begin to send. */
  readyNs = 0;
  /** Of the last message. */
  latencyNs: number;
  /** How long a segment takes on both links. */
  readonly segmentNs: number;
  readonly queue: Message[] = [];
  /** Whether a part of the first message is moving. */
  moves = false;
  /** The time of its next check. */
  dueNs = Number.POSITIVE_INFINITY;
  /** When it has recovered from losses. */
  recoveredNs = 0;
  /** When everything sent is acknowledged. */
  acknowledgedNs = 0;
  /** When it last sent something. */
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

  /** When acknowledgements of this round allow it to continue. */
  get nextRoundNs(): number {
    return this.#roundNs + this.roundTripNs;
  }

  /**
   * How many segments may leave now.
   * @param timeoutNs after which an idle connection's window shrinks, and lost segments are retransmitted
   */
  room(nowNs: number, timeoutNs: number): number {
    if (nowNs >= this.nextRoundNs) this.#nextRound(nowNs, timeoutNs);
    return Math.floor(this.window) - this.#sent;
  }

  /**
   * The size of a message if it is sent now.
   * @param bytes of the stream, the length before the message included
   * @param timeoutNs after which the other end treats an idle connection like a new one
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

  /** Segments are sent, which changes how both ends acknowledge. */
  expect(segments: number, nowNs: number, timeoutNs: number): void {
    this.acknowledgements.expect(segments, nowNs - this.lastNs > timeoutNs, nowNs);
    if (segments > 0) this.reverse?.acknowledgements.answer(nowNs);
  }

  /** The last segment sent now has this many bytes; more data sent at the same time is appended to it. */
  fill(bytes: number, nowNs: number): void {
    this.#filled = bytes;
    this.#filledNs = nowNs;
  }

  /** Segments leave. */
  leave(segments: number): void {
    this.#sent += segments;
  }

  /** Some were lost and retransmitted: quickly if later ones were acknowledged, otherwise after a timeout. */
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

  /** Grows the window, but not if it was not used. */
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

  /** As in Linux (`tcp_cwnd_restart`): the window halves for each timeout of idle time, down to the initial window. */
  #forget(idleNs: number, timeoutNs: number): void {
    const { initialWindow } = this.#spec;
    if (idleNs <= timeoutNs || this.window <= initialWindow) return;
    this.threshold = Math.max(this.threshold, Math.floor(0.75 * this.window));
    for (let ns = idleNs - timeoutNs; ns > 0 && this.window > initialWindow; ns -= timeoutNs)
      this.window = Math.max(initialWindow, Math.floor(this.window / 2));
  }
}
