/**
 * A priority queue of numbers ordered by (time, order of insertion): a 4-ary heap over typed arrays. Insertion order breaks ties, so
 * the order is the same in every run. The caller knows what the numbers mean; if references moved in a heap, the garbage collector
 * would have to track each of them.
 */

const ARITY = 4;

export class EventQueue {
  #times = new Float64Array(64);
  #sequences = new Float64Array(64);
  #items = new Int32Array(64);
  #size = 0;
  #inserted = 0;

  get size(): number {
    return this.#size;
  }

  /** The time of the next item; infinite if there is none. */
  get nextTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[0];
  }

  /** A place in the order of insertion, for an item that is pushed later. */
  reserve(): number {
    return this.#inserted++;
  }

  /**
   * @param time virtual nanoseconds
   * @param item an integer of 32 bits
   * @param sequence the place in the order of insertion, if it was reserved
   */
  push(time: number, item: number, sequence = this.#inserted++): void {
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

  /** The next item, without removing it; undefined if there is none. */
  peek(): number | undefined {
    return this.#size === 0 ? undefined : this.#items[0];
  }

  /** Removes and returns the next item; undefined if there is none. */
  pop(): number | undefined {
    if (this.#size === 0) return undefined;
    const item = this.#items[0];
    const last = --this.#size;
    this.#sink(this.#times[last], this.#sequences[last], this.#items[last]);
    return item;
  }

  /** Removes the items that this is; the others stay in their order. Looks at all of them. */
  remove(item: number): void {
    const kept = Array.from({ length: this.#size }, (_, at) => at).filter((at) => this.#items[at] !== item);
    const entries = kept.map((at) => [this.#times[at], this.#items[at], this.#sequences[at]] as const);
    this.#size = 0;
    for (const [time, one, sequence] of entries) this.push(time, one, sequence);
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
    const size = 2 * this.#times.length;
    const times = new Float64Array(size);
    times.set(this.#times);
    this.#times = times;
    const sequences = new Float64Array(size);
    sequences.set(this.#sequences);
    this.#sequences = sequences;
    const items = new Int32Array(size);
    items.set(this.#items);
    this.#items = items;
  }
}
