/** Segments that were sent and are not acknowledged, of all connections, as rows of one array. */

import { grown } from '../../base/grown.ts';

export const NEXT = 0;
/** Its first byte in the stream, and the first after it. */
export const START = 1;
export const END = 2;
/** When it was last sent. */
export const SENT = 3;
export const FLAGS = 4;
/** What was known when it was sent, see `delivery-rate.ts`: segments delivered, when the last was, and the first sent of that flight. */
export const DELIVERED = 5;
export const DELIVERED_NS = 6;
export const FIRST_SENT_NS = 7;

/** The flags: a later acknowledgement reports it (RFC 2018); it counts as lost; it was sent again, now or ever; its sender had no more. */
export const SACKED = 1;
export const LOST = 2;
export const AGAIN = 4;
export const EVER_AGAIN = 8;
export const APP_LIMITED = 16;

const COLUMNS = 8;
export const NONE = -1;

export class Segments {
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
