/**
 * Packets under way, as rows of one array of integers: there may be millions, and the garbage collector would go through so many
 * objects again and again. A packet is the number of its row.
 */

import { grown } from '../../base/grown.ts';
import type { Bounds } from './bounds.ts';
import type { Payloads } from './payloads.ts';

/** The columns. A row is as long as a line of the processor's cache. The number of a message may take the sign. */
export const ID = 0;
export const FROM = 1;
export const TO = 2;
/** The place of its type among those that the run knows. */
export const TYPE = 3;
/** What it carries, see {@link Payloads}. */
export const PAYLOAD = 4;
/** Bytes of the payload as it was sent, and its framing. */
export const WIRE = 5;
/** The link that it is on. */
export const HOP_FROM = 6;
export const HOP_TO = 7;
/** The rule that comes next. */
export const RULE = 8;
export const RETRANSMISSIONS = 9;
/** Whether its sender asks again, see {@link Correspondence}. */
export const ASKS = 10;
/** Over a connection: what it takes of the receiver's downlink, where it still has to pass that; else 0. */
export const TRAIN = 11;
/** In how many segments, and what their acknowledgements take. */
export const SEGMENTS = 12;
export const ACK_BYTES = 13;

const ROW_BITS = 4;
const FIRST_ROWS = 64;

/** Where the row of a packet begins. */
export function place(packet: number): number {
  return packet << ROW_BITS;
}

export class Packets {
  /** All rows; another array when there are more packets than before. */
  cells = new Int32Array(FIRST_ROWS << ROW_BITS);
  readonly #payloads: Payloads;
  readonly #bounds: Bounds;
  /** Rows that are free; the last is taken first. */
  #free = Int32Array.from({ length: FIRST_ROWS }, (_, i) => FIRST_ROWS - 1 - i);
  #left = FIRST_ROWS;

  /** @param bounds what is under way is counted there */
  constructor(payloads: Payloads, bounds: Bounds) {
    this.#payloads = payloads;
    this.#bounds = bounds;
  }

  /** A packet with this payload; what else is in its row is left from another. */
  open(payload: number): number {
    if (this.#left === 0) this.#grow();
    const packet = this.#free[--this.#left];
    this.cells[place(packet) + PAYLOAD] = payload;
    this.#carry(payload);
    return packet;
  }

  /** A packet that is the same as another. */
  copy(packet: number): number {
    const start = place(packet);
    const twin = this.open(this.cells[start + PAYLOAD]);
    this.cells.copyWithin(place(twin), start, start + (1 << ROW_BITS));
    return twin;
  }

  /** Gives a packet other bytes. */
  replace(packet: number, bytes: Uint8Array): void {
    const payloads = this.#payloads;
    const row = place(packet);
    const payload = payloads.put(bytes);
    this.#carry(payload);
    payloads.letGo(payload);
    this.#drop(this.cells[row + PAYLOAD]);
    this.cells[row + PAYLOAD] = payload;
  }

  /** A packet is there, or lost. */
  close(packet: number): void {
    this.#drop(this.cells[place(packet) + PAYLOAD]);
    this.#free[this.#left++] = packet;
  }

  #carry(payload: number): void {
    // A payload counts once, however many carry it.
    this.#bounds.depart(this.#payloads.carry(payload) ? this.#payloads.size(payload) : 0);
  }

  #drop(payload: number): void {
    this.#bounds.arrive(this.#payloads.drop(payload) ? this.#payloads.size(payload) : 0);
    this.#payloads.letGo(payload);
  }

  #grow(): void {
    const before = this.#free.length;
    this.cells = grown(this.cells);
    this.#free = new Int32Array(2 * before);
    for (let row = 2 * before - 1; row >= before; row--) this.#free[this.#left++] = row;
  }
}
