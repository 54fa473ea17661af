/**
 * Entries ordered by (time, sequence): a 4-ary heap over typed arrays. If references moved in a heap, the garbage collector would have
 * to track each of them, so an entry's item is a number.
 */

import { grown } from '../../base/grown.ts';

const ARITY = 4;

/** Receives entries. */
export type Visit = (time: number, item: number, sequence: number) => void;

export class Heap {
  #times = new Float64Array(64);
  #sequences = new Float64Array(64);
  #items = new Int32Array(64);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** The time of the first entry; infinite if there is none. */
  get nextTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[0];
  }

  /** All items, in any order; valid until the next change. */
  get items(): Int32Array {
    return this.#items.subarray(0, this.#size);
  }

  push(time: number, item: number, sequence: number): void {
    if (this.#size === this.#times.length) this.#grow();
    const times = this.#times;
    const sequences = this.#sequences;
    const items = this.#items;
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 2;
      const parentTime = times[parent];
      if (parentTime < time || (parentTime === time && sequences[parent] < sequence)) break;
      times[at] = parentTime;
      sequences[at] = sequences[parent];
      items[at] = items[parent];
      at = parent;
    }
    times[at] = time;
    sequences[at] = sequence;
    items[at] = item;
  }

  /** The item of the first entry; undefined if there is none. */
  peek(): number | undefined {
    return this.#size === 0 ? undefined : this.#items[0];
  }

  /** Removes the first entry, and returns its item; undefined if there is none. */
  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const item = this.#items[0];
    const last = --this.#size;
    this.#sink(this.#times[last], this.#sequences[last], this.#items[last]);
    return item;
  }

  /** The earliest and the latest time. */
  range(): { readonly least: number; readonly most: number } {
    const times = this.#times.subarray(0, this.#size);
    return { least: this.nextTime, most: times.reduce((most, time) => Math.max(most, time), 0) };
  }

  /** Removes all entries, in any order. */
  take(visit: Visit): void {
    const size = this.#size;
    this.#size = 0;
    for (let at = 0; at < size; at++) visit(this.#times[at], this.#items[at], this.#sequences[at]);
  }

  /** Moves the entry that replaces the root down to its place. */
  #sink(time: number, sequence: number, item: number): void {
    const times = this.#times;
    const sequences = this.#sequences;
    const items = this.#items;
    const size = this.#size;
    let at = 0;
    for (;;) {
      const first = at * ARITY + 1;
      if (first >= size) break;
      let least = first;
      let leastTime = times[first];
      const end = Math.min(first + ARITY, size);
      for (let child = first + 1; child < end; child++) {
        const childTime = times[child];
        if (childTime < leastTime || (childTime === leastTime && sequences[child] < sequences[least])) {
          least = child;
          leastTime = childTime;
        }
      }
      if (time < leastTime || (time === leastTime && sequence < sequences[least])) break;
      times[at] = leastTime;
      sequences[at] = sequences[least];
      items[at] = items[least];
      at = least;
    }
    times[at] = time;
    sequences[at] = sequence;
    items[at] = item;
  }

  #grow(): void {
    this.#times = grown(this.#times);
    this.#sequences = grown(this.#sequences);
    this.#items = grown(this.#items);
  }
}
