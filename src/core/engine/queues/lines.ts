/** Lines of packets, first in, first out; each by its number. */

import { grown } from '../../base/grown.ts';
import { type IpPackets, NEXT, NONE } from './ip-packets.ts';

export class Lines {
  readonly #packets: IpPackets;
  /** The first packet of each line, and the last. */
  #ends = new Int32Array(128).fill(NONE);

  constructor(packets: IpPackets) {
    this.#packets = packets;
  }

  /** The first packet of a line, or {@link NONE}. */
  first(line: number): number {
    return 2 * line < this.#ends.length ? this.#ends[2 * line] : NONE;
  }

  /** The last packet of a line, or {@link NONE}. */
  last(line: number): number {
    return 2 * line < this.#ends.length ? this.#ends[2 * line + 1] : NONE;
  }

  /** @returns whether the packet is now the first of its line */
  add(line: number, packet: number): boolean {
    while (2 * line >= this.#ends.length) this.#ends = grown(this.#ends).fill(NONE, this.#ends.length);
    const ends = this.#ends;
    const { cells } = this.#packets;
    const last = ends[2 * line + 1];
    cells[packet + NEXT] = NONE;
    ends[2 * line + 1] = packet;
    if (last === NONE) ends[2 * line] = packet;
    else cells[last + NEXT] = packet;
    return last === NONE;
  }

  /** Removes and returns the first packet of a line that has one. */
  take(line: number): number {
    const ends = this.#ends;
    const first = ends[2 * line];
    const next = this.#packets.cells[first + NEXT];
    ends[2 * line] = next;
    if (next === NONE) ends[2 * line + 1] = NONE;
    return first;
  }
}
