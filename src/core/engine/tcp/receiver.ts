/**
 * The receiving half of an endpoint: puts the stream in order, and acknowledges as Linux does (`tcp_input.c`): normally every second
 * segment (RFC 1122); each of the first ones while the connection is new or was idle; at once what completes a message, unless it has
 * answered before, since then the acknowledgement waits for the next answer, for as long as a delayed one may.
 */

import type { Outlet } from './outlet.ts';
import { ECHO, END, MOST_BLOCKS, SENT, START } from '../queues/ip-packets.ts';
import { ReceiveWindow } from './receive-window.ts';
import { Reassembly } from './reassembly.ts';
import type { TcpSpec } from './spec.ts';
import { ACKNOWLEDGE } from './timers.ts';

/** How many of the first segments are each acknowledged (`TCP_MAX_QUICKACKS`). */
const QUICK = 16;

/** How long an acknowledgement may be held back (`TCP_ATO_MIN`). */
const DELAYED_NS = 40e6;

export class Receiver {
  /** The first byte that is missing. */
  next = 0;
  /** When the packet was sent that the next acknowledgement answers. */
  echoNs = -1;
  readonly #outlet: Outlet;
  readonly #spec: TcpSpec;
  /** Undefined until something comes early. */
  #early: Reassembly | undefined;
  readonly #window: ReceiveWindow;
  /** The first byte that was not acknowledged. */
  #acknowledged = 0;
  #quick = QUICK;
  /** Whether what it receives is usually answered at once (Linux: pingpong). */
  #answers = false;
  /** Whether a segment that was not full has come since the last acknowledgement. */
  #hasSmall = false;
  #cameNs = Number.NEGATIVE_INFINITY;
  /** Whether an acknowledgement is held back. */
  #isHeld = false;
  /** What the last packet brought: whether it demands an acknowledgement at once, and data that had come before. */
  #isUrgent = false;
  #againStart = 0;
  #againEnd = 0;

  constructor(outlet: Outlet, spec: TcpSpec) {
    this.#outlet = outlet;
    this.#spec = spec;
    this.#window = new ReceiveWindow(spec);
  }

  /** How far its window reaches. */
  get windowEnd(): number {
    return this.next + this.#window.bytes;
  }

  /** Whether the next segment saves an acknowledgement of its own. */
  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** Takes the data of a packet. @param timeoutNs after which a pause makes the connection like a new one */
  take(cells: Float64Array, packet: number, timeoutNs: number, nowNs: number): void {
    const start = cells[packet + START];
    const end = cells[packet + END];
    if (nowNs - this.#cameNs > timeoutNs) this.#quick = QUICK;
    this.#cameNs = nowNs;
    if (start > this.next || end <= this.next) {
      this.#isUrgent = true;
      if (end <= this.next || (this.#early ??= new Reassembly()).add(start, end)) {
        this.#againStart = start;
        this.#againEnd = end;
      }
      return;
    }
    // What fills a gap is acknowledged at once.
    const early = this.#early;
    const fills = early !== undefined && !early.isEmpty;
    if (fills) this.#isUrgent = true;
    if (end - start < this.#spec.segmentBytes) {
      if (!this.#answers || this.#hasSmall) this.#isUrgent = true;
      this.#hasSmall = true;
    }
    this.next = fills ? early.join(end) : end;
    this.#isHeld = true;
    // The sender is told at once that it may send more.
    if (this.#window.grow(end - start)) this.#quick |= 1;
    this.#window.adjust(end - start, cells[packet + ECHO], this.next, nowNs);
  }

  /** A packet has come, with or without data: its time is returned, unless what precedes it is still to be acknowledged. */
  stamp(cells: Float64Array, packet: number): void {
    if (cells[packet + START] <= this.#acknowledged) this.echoNs = cells[packet + SENT];
  }

  /** Acknowledges what has come, or waits (`__tcp_ack_snd_check`). */
  answer(nowNs: number): void {
    if (!this.#isHeld && !this.#isUrgent) return;
    const isQuick = this.#quick > 0 && !this.#answers;
    const { delayedAcks, segmentBytes } = this.#spec;
    if (!delayedAcks || this.#isUrgent || isQuick || this.next - this.#acknowledged > segmentBytes)
      this.#outlet.sendAcknowledgement(nowNs);
    else this.#outlet.setTimer(ACKNOWLEDGE, nowNs + DELAYED_NS);
  }

  /** No answer has come in time. */
  expire(nowNs: number): void {
    if (!this.#isHeld) return;
    this.#answers = false;
    this.#outlet.sendAcknowledgement(nowNs);
  }

  /** A packet with an acknowledgement is sent. @param isData whether it is an answer */
  acknowledged(isData: boolean, nowNs: number): void {
    if (isData && nowNs - this.#cameNs < DELAYED_NS) this.#answers = true;
    if (this.#quick > 0 && (this.#isHeld || this.#isUrgent)) this.#quick--;
    this.#acknowledged = this.next;
    this.#hasSmall = this.#isHeld = this.#isUrgent = false;
    this.#outlet.clearTimer(ACKNOWLEDGE);
  }

  /** Writes what came early, and first what came twice (RFC 2018, RFC 2883). @returns the number of blocks */
  report(blocks: Float64Array, place: number): number {
    if (this.#againEnd === 0) return this.#early?.report(blocks, place, MOST_BLOCKS) ?? 0;
    blocks[place] = this.#againStart;
    blocks[place + 1] = this.#againEnd;
    this.#againEnd = 0;
    return 1 + (this.#early?.report(blocks, place + 2, MOST_BLOCKS - 1) ?? 0);
  }

  /** How many acknowledgements this many segments will cause, as far as is known now. */
  acknowledgementsOf(segments: number, timeoutNs: number, nowNs: number): number {
    if (!this.#spec.delayedAcks) return segments;
    const fresh = nowNs - this.#cameNs > timeoutNs ? QUICK : this.#quick;
    const quick = this.#answers ? 0 : Math.min(segments, fresh);
    return quick + Math.ceil((segments - quick) / 2);
  }

  /** The connection has failed: what is missing before this byte will not come. */
  skip(end: number): void {
    this.next = this.#acknowledged = end;
    this.#early = undefined;
    this.#hasSmall = this.#isHeld = this.#isUrgent = false;
    this.#outlet.clearTimer(ACKNOWLEDGE);
  }
}
