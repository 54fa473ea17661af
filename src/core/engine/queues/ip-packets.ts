/** Packets of IP in flight, as rows of one array: a run has millions, and the garbage collector would trace each of them. */

import { grown } from '../../base/grown.ts';

/** The columns. Times are in nanoseconds. The next packet of the same line: */
export const NEXT = 0;
/** The number of the endpoint that sent it. */
export const ENDPOINT = 1;
/** Its place on the route. */
export const STEP = 2;
/** Its size, with all headers. */
export const BYTES = 3;
/** When it gets to where its line leads. */
export const AT = 4;
export const FLAGS = 5;
/** The data that it carries: its first byte in the stream, and the first after it; equal for a mere acknowledgement. */
export const START = 6;
export const END = 7;
/** The acknowledgement that it carries: the first byte that is missing, and how far the window reaches. */
export const ACK = 8;
export const WINDOW_END = 9;
/** When it was sent, left its sender's side of the path, and came to the receiver's. */
export const SENT = 10;
export const LEFT = 11;
export const CAME = 12;
/** When the packet was sent that caused this acknowledgement (a timestamp of RFC 7323). */
export const ECHO = 13;
/** How many blocks of data beyond what is missing it reports (RFC 2018), see {@link IpPackets.blocks}. */
export const BLOCKS = 14;
/** When it joined the queue that it is in. */
export const QUEUED = 15;

/** The flags. */
export const SYN = 1;
export const AGAIN = 2;

/** The headers of IPv4 and TCP, with the timestamps of every segment (RFC 7323). */
export const HEADER_BYTES = 52;

const COLUMNS = 16;
const FIRST_ROWS = 64;
/** A mere acknowledgement reports at most three blocks beside the timestamps. */
export const MOST_BLOCKS = 3;

/** Where a line or the free rows end. */
export const NONE = -1;

/** A packet is given by the place at which its row begins. */
export class IpPackets {
  /** All rows; replaced by a larger array when there are more packets. */
  cells = new Float64Array(FIRST_ROWS * COLUMNS);
  /** For each row the first byte and the first after it of up to three blocks. */
  blocks = new Float64Array(FIRST_ROWS * 2 * MOST_BLOCKS);
  #free = NONE;
  #used = 0;

  open(): number {
    const row = this.#free;
    if (row !== NONE) {
      this.#free = this.cells[row + NEXT];
      return row;
    }
    if (this.#used === this.cells.length) {
      this.cells = grown(this.cells);
      this.blocks = grown(this.blocks);
    }
    const fresh = this.#used;
    this.#used += COLUMNS;
    return fresh;
  }

  close(row: number): void {
    this.cells[row + NEXT] = this.#free;
    this.#free = row;
  }

  /** Where the blocks of a packet begin. */
  placeOfBlocks(row: number): number {
    return (row / COLUMNS) * 2 * MOST_BLOCKS;
  }
}
