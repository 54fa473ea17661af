/** The messages that endpoints have taken and not delivered, and where their time goes: rows of one array, in lines. */

import { grown } from '../../base/grown.ts';
import { CAME, LEFT, SENT } from '../queues/ip-packets.ts';
import type { Passage } from './passage.ts';

/** The columns. Times are in nanoseconds. The next message of the same endpoint: */
const NEXT = 0;
/** Its number, as known to the sender. */
const NUMBER = 1;
/** Its first byte in the stream, and the first after it. */
const FIRST = 2;
const LAST = 3;
const ENTERED = 4;
/** What it waited for until its last byte was sent, see {@link Passage}. */
const BEHIND = 5;
const OPENING = 6;
const WINDOW = 7;
const LOSS = 8;
const UPLINK = 9;
const DOWNLINK = 10;
/** When its last byte was sent for the first time. */
const GONE = 11;
const REPEATED = 12;

const COLUMNS = 16;
const NONE = -1;

/** What a message can wait for before it is sent. */
export type Waits = typeof OPENING_WAIT | typeof WINDOW_WAIT | typeof LOSS_WAIT;
export const OPENING_WAIT = OPENING;
export const WINDOW_WAIT = WINDOW;
export const LOSS_WAIT = LOSS;

/** All rows. */
export class MessageRows {
  cells = new Float64Array(64 * COLUMNS);
  #free = NONE;
  #used = 0;

  open(): number {
    const row = this.#free;
    if (row !== NONE) {
      this.#free = this.cells[row + NEXT];
      return row;
    }
    if (this.#used === this.cells.length) this.cells = grown(this.cells);
    const fresh = this.#used;
    this.#used += COLUMNS;
    return fresh;
  }

  close(row: number): void {
    this.cells[row + NEXT] = this.#free;
    this.#free = row;
  }
}

/** Those of one endpoint. */
export class Outgoing {
  readonly #rows: MessageRows;
  #first = NONE;
  #last = NONE;
  /** The first whose last byte was not sent, and until when its time is accounted for. */
  #unsent = NONE;
  #sinceNs = 0;

  constructor(rows: MessageRows) {
    this.#rows = rows;
  }

  get isEmpty(): boolean {
    return this.#first === NONE;
  }

  add(message: number, first: number, last: number, nowNs: number): void {
    const row = this.#rows.open();
    const { cells } = this.#rows;
    cells.fill(0, row, row + COLUMNS);
    cells[row + NEXT] = NONE;
    cells[row + NUMBER] = message;
    cells[row + FIRST] = first;
    cells[row + LAST] = last;
    cells[row + ENTERED] = nowNs;
    if (this.#last === NONE) this.#first = row;
    else cells[this.#last + NEXT] = row;
    this.#last = row;
    if (this.#unsent !== NONE) return;
    this.#unsent = row;
    this.#sinceNs = nowNs;
  }

  /**
   * The first message that is not sent has waited until now; as long as packets of its connection were at its sender's side or its
   * receiver's, it waited for these.
   * @param leftNs when the last packet leaves the sender's side
   * @param throughNs when the last that came to the receiver's side is through
   */
  wait(why: Waits, leftNs: number, throughNs: number, nowNs: number): void {
    if (this.#unsent === NONE || nowNs === this.#sinceNs) return;
    const { cells } = this.#rows;
    let ns = nowNs - this.#sinceNs;
    if (why === WINDOW_WAIT) {
      const upNs = Math.max(0, Math.min(leftNs, nowNs) - this.#sinceNs);
      const downNs = Math.max(0, Math.min(throughNs, nowNs) - this.#sinceNs - upNs);
      cells[this.#unsent + UPLINK] += upNs;
      cells[this.#unsent + DOWNLINK] += downNs;
      ns -= upNs + downNs;
    }
    cells[this.#unsent + why] += ns;
    this.#sinceNs = nowNs;
  }

  /** Everything before a byte has been sent. */
  sent(until: number, nowNs: number): void {
    const { cells } = this.#rows;
    let row = this.#unsent;
    while (row !== NONE && cells[row + LAST] <= until) {
      cells[row + GONE] = nowNs;
      row = cells[row + NEXT];
      if (row !== NONE) cells[row + BEHIND] = nowNs - cells[row + ENTERED];
      this.#sinceNs = nowNs;
    }
    this.#unsent = row;
  }

  /** A segment that begins there is sent again. */
  repeat(start: number): void {
    const { cells } = this.#rows;
    let row = this.#first;
    while (row !== NONE && cells[row + LAST] <= start) row = cells[row + NEXT];
    if (row !== NONE) cells[row + REPEATED]++;
  }

  /** Takes out a message of which everything has come before this byte. @returns its row, or {@link NONE} */
  take(until: number): number {
    const row = this.#first;
    return row !== NONE && this.#rows.cells[row + LAST] <= until ? this.takeFirst() : NONE;
  }

  /** Takes out the first message, to be closed. */
  takeFirst(): number {
    const row = this.#first;
    const next = this.#rows.cells[row + NEXT];
    if (this.#unsent === row) this.#unsent = next;
    this.#first = next;
    if (next === NONE) this.#last = NONE;
    return row;
  }

  number(row: number): number {
    return this.#rows.cells[row + NUMBER];
  }

  /** How many of its segments were sent again. */
  repeats(row: number): number {
    return this.#rows.cells[row + REPEATED];
  }

  bytes(row: number): number {
    return this.#rows.cells[row + LAST] - this.#rows.cells[row + FIRST];
  }

  /** Whether all messages are such, by their numbers. */
  every(isSuch: (message: number) => boolean): boolean {
    const { cells } = this.#rows;
    for (let row = this.#first; row !== NONE; row = cells[row + NEXT])
      if (!isSuch(cells[row + NUMBER])) return false;
    return true;
  }

  /**
   * Writes where the time of a message went that a packet completes.
   * @param packets the cells of the packet
   * @param upNs how long its bytes alone would have taken on its sender's side, and `downNs` on its receiver's
   */
  fill(
    passage: Passage,
    row: number,
    packets: Float64Array,
    packet: number,
    upNs: number,
    downNs: number,
    nowNs: number,
  ): void {
    const { cells } = this.#rows;
    const goneNs = cells[row + GONE];
    const sentNs = Math.max(goneNs, packets[packet + SENT]);
    const leftNs = Math.max(sentNs, packets[packet + LEFT]);
    const cameNs = Math.max(leftNs, packets[packet + CAME]);
    passage.behindNs = cells[row + BEHIND];
    passage.openingNs = cells[row + OPENING];
    passage.windowNs = cells[row + WINDOW];
    passage.lossNs = cells[row + LOSS] + sentNs - goneNs;
    passage.uplinkNs = cells[row + UPLINK] + leftNs - sentNs;
    passage.uplinkOwnNs = Math.min(passage.uplinkNs, upNs);
    passage.latencyNs = cameNs - leftNs;
    passage.downlinkNs = cells[row + DOWNLINK] + nowNs - cameNs;
    passage.downlinkOwnNs = Math.min(passage.downlinkNs, downNs);
  }
}
