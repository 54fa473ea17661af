/**
 * Entries in no order, in chains of blocks over common arrays: what is added to a chain, or read of it, lies side by side in memory. A
 * chain is the number of its last block and how many entries it has.
 */

import { grown } from '../../base/grown.ts';
import type { Visit } from './heap.ts';

/** The entries of a block. */
const ENTRIES = 16;
const FIRST_BLOCKS = 64;

/** The block of an empty chain. */
export const NONE = -1;

export class Blocks {
  #times = new Float64Array(FIRST_BLOCKS * ENTRIES);
  #sequences = new Float64Array(FIRST_BLOCKS * ENTRIES);
  #items = new Int32Array(FIRST_BLOCKS * ENTRIES);
  /** The block before each in its chain, or the next free one. */
  #before = new Int32Array(FIRST_BLOCKS);
  #free = NONE;
  #count = 0;

  /** Adds an entry to a chain. @returns the block that it ends with now */
  add(last: number, count: number, time: number, item: number, sequence: number): number {
    const used = count % ENTRIES;
    const block = used === 0 ? this.#open(last) : last;
    const at = block * ENTRIES + used;
    this.#times[at] = time;
    this.#sequences[at] = sequence;
    this.#items[at] = item;
    return block;
  }

  /** Removes all entries of a chain. Others may be added meanwhile. */
  drain(last: number, count: number, visit: Visit): void {
    for (let block = last, left = count; left > 0;) {
      const used = left % ENTRIES || ENTRIES;
      for (let at = block * ENTRIES; at < block * ENTRIES + used; at++)
        visit(this.#times[at], this.#items[at], this.#sequences[at]);
      left -= used;
      const before = this.#before[block];
      this.#before[block] = this.#free;
      this.#free = block;
      block = before;
    }
  }

  /** The earliest and the latest time in a chain that has entries. */
  range(last: number, count: number): { readonly least: number; readonly most: number } {
    let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (let block = last, left = count; left > 0; block = this.#before[block]) {
      const used = left % ENTRIES || ENTRIES;
      for (let at = block * ENTRIES; at < block * ENTRIES + used; at++) {
        least = Math.min(least, this.#times[at]);
        most = Math.max(most, this.#times[at]);
      }
      left -= used;
    }
    return { least, most };
  }

  #open(before: number): number {
    let block = this.#free;
    if (block === NONE) {
      block = this.#count++;
      if (block === this.#before.length) this.#grow();
    } else this.#free = this.#before[block];
    this.#before[block] = before;
    return block;
  }

  #grow(): void {
    this.#times = grown(this.#times);
    this.#sequences = grown(this.#sequences);
    this.#items = grown(this.#items);
    this.#before = grown(this.#before);
  }
}
