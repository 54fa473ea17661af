/**
 * Packets in transit, as rows of one array of integers. There may be millions, and the garbage collector would scan as many objects
 * again and again. A packet is the number of its row.
 */

import { grown } from '../../base/grown.ts';
import type { Bounds } from '../clock/bounds.ts';
import type { Payloads } from './payloads.ts';

/** The columns. A row has the size of a cache line. The number of a message is stored as a signed integer. */
export const ID = 0;
export const FROM = 1;
export const TO = 2;
/** The index of its type among those of the run. */
export const TYPE = 3;
/** Its payload, see {@link Payloads}. */
export const PAYLOAD = 4;
/** The bytes of the payload as sent, with framing. */
export const WIRE = 5;
/** The link that it is on. */
export const HOP_FROM = 6;
export const HOP_TO = 7;
/** The next rule. */
export const RULE = 8;
export const RETRANSMISSIONS = 9;
/** Whether its sender wants a reply, see {@link RetransmissionBuffer}. */
export const WANTS_REPLY = 10;
/** Where a {@link TransportWatcher} keeps what it knows of the packet. */
export const WATCHED = 11;

const ROW_BITS = 4;
const FIRST_ROWS = 64;

/** The beginning of a packet's row. */
export function place(packet: number): number {
  return packet << ROW_BITS;
}

export class Packets {
  /** All rows; replaced by a larger array when there are more packets. */
  cells = new Int32Array(FIRST_ROWS << ROW_BITS);
  readonly #payloads: Payloads;
  readonly #bounds: Bounds;
  /** Free rows; the last is used first. */
  #free = Int32Array.from({ length: FIRST_ROWS }, (_, i) => FIRST_ROWS - 1 - i);
  #left = FIRST_ROWS;

  /** @param bounds counts what is in transit */
  constructor(payloads: Payloads, bounds: Bounds) {
    this.#payloads = payloads;
    this.#bounds = bounds;
  }

  /** Opens a packet with this payload, before its first rule; its ends and sizes are still old values. */
  open(payload: number): number {
    if (this.#left === 0) this.#grow();
    const packet = this.#free[--this.#left];
    const row = place(packet);
    this.cells[row + PAYLOAD] = payload;
    this.cells[row + RULE] = 0;
    this.cells[row + RETRANSMISSIONS] = 0;
    this.cells[row + WANTS_REPLY] = 0;
    this.#carry(payload);
    return packet;
  }

  /** Copies a packet. */
  copy(packet: number): number {
    const start = place(packet);
    const twin = this.open(this.cells[start + PAYLOAD]);
    this.cells.copyWithin(place(twin), start, start + (1 << ROW_BITS));
    return twin;
  }

  /** Replaces the payload of a packet. */
  replace(packet: number, bytes: Uint8Array): void {
    const payloads = this.#payloads;
    const row = place(packet);
    const payload = payloads.put(bytes);
    this.#carry(payload);
    payloads.release(payload);
    this.#drop(this.cells[row + PAYLOAD]);
    this.cells[row + PAYLOAD] = payload;
  }

  /** A packet was delivered or lost. */
  close(packet: number): void {
    this.#drop(this.cells[place(packet) + PAYLOAD]);
    this.#free[this.#left++] = packet;
  }

  #carry(payload: number): void {
    // A payload counts once, however many packets carry it.
    this.#bounds.enterTransit(this.#payloads.carry(payload) ? this.#payloads.size(payload) : 0);
  }

  #drop(payload: number): void {
    this.#bounds.leaveTransit(this.#payloads.drop(payload) ? this.#payloads.size(payload) : 0);
    this.#payloads.release(payload);
  }

  #grow(): void {
    const before = this.#free.length;
    this.cells = grown(this.cells);
    this.#free = new Int32Array(2 * before);
    for (let row = 2 * before - 1; row >= before; row--) this.#free[this.#left++] = row;
  }
}
