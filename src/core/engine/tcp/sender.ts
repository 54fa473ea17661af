/**
 * The sending half of an endpoint: a stream of bytes cut into segments, of which the window decides how many are in flight. It follows
 * Linux (`tcp_output.c`, `tcp_input.c`), by whose names its steps are found.
 */

import type { Control } from '../congestion/control.ts';
import { DeliveryRate } from '../congestion/delivery-rate.ts';
import { ACK, BLOCKS, ECHO, type IpPackets, WINDOW_END } from '../queues/ip-packets.ts';
import type { Outlet } from './outlet.ts';
import { Probe } from './probe.ts';
import { FIRST_WINDOW_BYTES } from './receive-window.ts';
import { OPEN, Recovery } from './recovery.ts';
import { RoundTrips } from '../congestion/round-trips.ts';
import { Scoreboard } from '../congestion/scoreboard.ts';
import { END, NONE, type Segments, SENT, START } from '../congestion/segments.ts';
import { Usage } from './usage.ts';
import type { Sending } from './sending.ts';
import type { TcpSpec } from './spec.ts';
import { PACE, RETRANSMIT } from './timers.ts';

export class Sender implements Sending {
  readonly outlet: Outlet;
  readonly segmentBytes: number;
  readonly initialWindow: number;
  readonly control: Control;
  /** Bytes of the stream: all there are, and the first that was not sent, is not acknowledged, and does not fit the receiver's window. */
  written = 0;
  next = 0;
  acknowledged = 0;
  windowEnd: number;
  /** The congestion window and the threshold of slow start, in segments. */
  window: number;
  threshold = Number.POSITIVE_INFINITY;
  /** Acknowledged segments since the window last grew in congestion avoidance. */
  grown = 0;
  /** When it last sent data. */
  lastSentNs = 0;
  /** The time of the present event. */
  nowNs = 0;
  /** Bits per second; infinite if it does not pace. */
  paceBps = Number.POSITIVE_INFINITY;
  readonly trips: RoundTrips;
  readonly rate = new DeliveryRate();
  readonly segments: Segments;
  readonly board: Scoreboard;
  readonly recovery: Recovery;
  readonly probe: Probe;
  readonly usage: Usage;
  /** What the timer will do. */
  timerIs: 'timeout' | 'probe' | 'losses' = 'timeout';
  /** How often the timer has retransmitted without any progress. */
  timeouts = 0;
  /** Where the last segment ended that was not full. */
  #smallEnd = 0;
  readonly #spec: TcpSpec;
  #paceNs = 0;

  constructor(outlet: Outlet, segments: Segments, spec: TcpSpec, control: Control, leastTimeoutNs: number) {
    this.outlet = outlet;
    this.#spec = spec;
    this.segmentBytes = spec.segmentBytes;
    this.initialWindow = spec.initialWindow;
    this.control = control;
    this.segments = segments;
    this.window = spec.initialWindow;
    this.windowEnd = Math.min(spec.windowBytes, FIRST_WINDOW_BYTES);
    this.trips = new RoundTrips(leastTimeoutNs);
    this.board = new Scoreboard(segments, this.rate);
    this.recovery = new Recovery(this);
    this.probe = new Probe(this);
    this.usage = new Usage(this);
  }

  get isInSlowStart(): boolean {
    return this.window < this.threshold;
  }

  /** Whether more would be in flight if the window allowed it (`tcp_is_cwnd_limited`). */
  get isLimitedByWindow(): boolean {
    return this.usage.isLimited;
  }

  get isOpen(): boolean {
    return this.recovery.isOpen;
  }

  get isReducing(): boolean {
    return this.recovery.isReducing;
  }

  get headSentNs(): number {
    const { first } = this.board;
    return first === NONE ? this.nowNs : this.segments.cells[first + SENT];
  }

  lostTail(): void {
    this.recovery.lostTail();
  }

  forgetProbe(): void {
    this.probe.forget();
  }

  /** There is more to send (`tcp_sendmsg`). */
  write(bytes: number, nowNs: number): void {
    this.nowNs = nowNs;
    const { board } = this;
    if (
      this.written - this.next < this.segmentBytes &&
      board.inFlight < this.window &&
      board.lost <= board.again
    )
      this.rate.appLimitedUntil = Math.max(1, this.rate.delivered + board.inFlight);
    this.written += bytes;
  }

  /** Sends what may be sent now (`tcp_write_xmit`). */
  push(nowNs: number): void {
    if (this.next === this.written) return;
    this.nowNs = nowNs;
    const { board, segmentBytes } = this;
    if (board.out === 0 && nowNs > this.lastSentNs) this.usage.resume(nowNs);
    const before = this.next;
    let isLimited = false;
    while (this.next < this.written) {
      const end = Math.min(this.next + segmentBytes, this.written);
      if (board.inFlight >= this.window) {
        isLimited = true;
        break;
      }
      if (end > this.windowEnd || this.#isHeld(end) || this.isTooEarly(nowNs)) break;
      this.sendNew(end, nowNs);
    }
    if (this.next === before) return;
    this.probe.schedule(false, nowNs);
    this.usage.note(isLimited || board.inFlight >= this.window, nowNs);
  }

  /** Sends the next segment. */
  sendNew(end: number, nowNs: number): void {
    const { board, segmentBytes, outlet } = this;
    const isFirst = board.out === 0;
    board.add(this.next, end, nowNs);
    if (end - this.next < segmentBytes) this.#smallEnd = end;
    this.recovery.sent();
    outlet.sendData(this.next, end, false, nowNs);
    this.#pace(end - this.next, nowNs);
    this.next = end;
    this.lastSentNs = nowNs;
    if (isFirst || this.timerIs === 'probe') this.setTimeout(nowNs);
  }

  /** Sends a segment again. */
  sendAgain(row: number, nowNs: number): void {
    const { cells } = this.segments;
    this.board.repeat(row, nowNs);
    this.recovery.sent();
    this.outlet.repeat(row, nowNs);
    this.#pace(cells[row + END] - cells[row + START], nowNs);
  }

  /** Whether the pace allows no segment now; if so, it goes on when it does. */
  isTooEarly(nowNs: number): boolean {
    if (this.#paceNs <= nowNs) return false;
    this.outlet.setTimer(PACE, this.#paceNs);
    return true;
  }

  /** A packet with an acknowledgement has come (`tcp_ack`). */
  acknowledge(packets: IpPackets, packet: number, nowNs: number): void {
    this.nowNs = nowNs;
    const { board, rate, recovery, trips } = this;
    const { cells } = packets;
    const ack = cells[packet + ACK];
    const windowEnd = cells[packet + WINDOW_END];
    const opens = windowEnd > this.windowEnd;
    if (opens) this.windowEnd = windowEnd;
    const blocks = cells[packet + BLOCKS];
    if (ack < this.acknowledged || (board.out === 0 && blocks === 0)) return;
    rate.begin(board.inFlight);
    board.begin();
    const lostBefore = board.lost;
    const advances = ack > this.acknowledged;
    const isDuplicate = this.#readBlocks(packets, packet, ack, nowNs);
    if (advances) {
      board.acknowledge(ack, trips.leastNs, nowNs);
      this.acknowledged = ack;
      this.timeouts = 0;
    }
    this.#measure(advances ? cells[packet + ECHO] : -1, nowNs);
    this.probe.acknowledged(ack, isDuplicate, advances);
    const wasInDoubt = this.timerIs === 'losses';
    recovery.acknowledged(advances, cells[packet + ECHO], nowNs);
    const isInDoubt = this.timerIs === 'losses';
    if ((advances || wasInDoubt) && !isInDoubt) this.#setTimer(nowNs);
    const newlyLost = Math.max(0, board.lost - lostBefore);
    const sample = rate.end(newlyLost, trips.leastNs, nowNs);
    if (this.control.rules) this.control.rule(this, sample, nowNs);
    else if (recovery.isReducing) recovery.reduce(sample.acked, newlyLost, advances);
    else if (advances && sample.acked > 0) this.control.grow(this, sample.acked, nowNs);
    recovery.resend(nowNs);
  }

  /** The timer has gone off. @returns whether the connection has failed */
  expire(nowNs: number): boolean {
    this.nowNs = nowNs;
    if (this.board.out === 0) return false;
    if (this.timerIs === 'probe') this.probe.send(nowNs);
    else if (this.timerIs === 'losses') this.recovery.look(nowNs);
    else {
      if (this.timeouts === MOST_TIMEOUTS) return true;
      this.timeouts++;
      this.recovery.timedOut(nowNs);
    }
    this.push(nowNs);
    return false;
  }

  /** The timer retransmits after a timeout from now. */
  setTimeout(nowNs: number): void {
    this.timerIs = 'timeout';
    this.outlet.setTimer(RETRANSMIT, nowNs + this.trips.timeoutNs);
  }

  /** The connection has failed: nothing of what was written will arrive. */
  fail(): void {
    this.board.clear();
    this.next = this.acknowledged = this.written;
    this.windowEnd = this.written + Math.min(this.#spec.windowBytes, FIRST_WINDOW_BYTES);
    this.window = this.#spec.initialWindow;
    this.timeouts = 0;
    this.recovery.state = OPEN;
    this.outlet.clearTimer(RETRANSMIT);
  }

  #setTimer(nowNs: number): void {
    if (this.board.out === 0) {
      this.timerIs = 'timeout';
      this.outlet.clearTimer(RETRANSMIT);
    } else if (!this.probe.schedule(true, nowNs)) this.setTimeout(nowNs);
  }

  /** @returns whether the first block reports data that came twice (RFC 2883) */
  #readBlocks(packets: IpPackets, packet: number, ack: number, nowNs: number): boolean {
    const { cells, blocks } = packets;
    const count = cells[packet + BLOCKS];
    let isDuplicate = false;
    for (let i = 0, at = packets.placeOfBlocks(packet); i < count; i++, at += 2) {
      if (blocks[at] < ack) isDuplicate = true;
      else this.board.sack(blocks[at], blocks[at + 1], this.trips.leastNs, nowNs);
    }
    return isDuplicate;
  }

  /**
   * Takes the round trip (`tcp_ack_update_rtt`).
   * @param echoNs when the packet was sent that is acknowledged, which tells even of a segment sent twice; -1 if it says nothing new
   */
  #measure(echoNs: number, nowNs: number): void {
    const { firstSentNs, lastSentNs, sackedSentNs } = this.board;
    const sentNs = firstSentNs >= 0 ? firstSentNs : sackedSentNs >= 0 ? sackedSentNs : echoNs;
    if (sentNs < 0) return;
    this.trips.measure(nowNs - sentNs, this.acknowledged, this.next);
    // Held-back acknowledgements lengthen that of the first segment.
    const tripNs = nowNs - (lastSentNs >= 0 ? lastSentNs : sentNs);
    this.trips.leastNs = Math.min(this.trips.leastNs, tripNs);
    this.rate.sample.roundTripNs = tripNs;
    this.control.measure(this, tripNs, nowNs);
  }

  /** Nagle's algorithm (`tcp_nagle_check`). */
  #isHeld(end: number): boolean {
    return (
      this.#spec.nagle &&
      end - this.next < this.segmentBytes &&
      this.board.out > 0 &&
      this.#smallEnd > this.acknowledged
    );
  }

  #pace(bytes: number, nowNs: number): void {
    if (this.paceBps === Number.POSITIVE_INFINITY) return;
    this.#paceNs = Math.max(nowNs, this.#paceNs) + Math.round((bytes * 8e9) / this.paceBps);
  }
}

/** A connection gives up after this many timeouts without progress (`tcp_retries2`). */
const MOST_TIMEOUTS = 15;
