/**
 * The future: items ordered by (time, order of insertion), in a 4-ary heap over typed arrays.
 * Insertion order breaks ties, so no two runs can differ in what comes first.
 */

const ARITY = 4;

export class EventQueue<T> {
  #times = new Float64Array(64);
  #sequences = new Float64Array(64);
  #items: (T | undefined)[] = [];
  #size = 0;
  #inserted = 0;

  get size(): number {
    return this.#size;
  }

  /** The time of the next item; infinite when there is none. */
  get nextTime(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#times[0];
  }

  /** A place in the order of insertion, for an item that is pushed later. */
  reserve(): number {
    return this.#inserted++;
  }

  /**
   * @param time virtual nanoseconds
   * @param sequence the place in the order of insertion, where it was reserved
   */
  push(time: number, item: T, sequence = this.#inserted++): void {
    if (this.#size === this.#times.length) this.#grow();
    const times = this.#times;
    const sequences = this.#sequences;
    const items = this.#items;
    let at = this.#size++;
    while (at > 0) {
      const parent = ((at - 1) / ARITY) | 0;
      if (times[parent] < time || (times[parent] === time && sequences[parent] < sequence)) break;
      times[at] = times[parent];
      sequences[at] = sequences[parent];
      items[at] = items[parent];
      at = parent;
    }
    times[at] = time;
    sequences[at] = sequence;
    items[at] = item;
  }

  /** The next item, which stays; undefined when there is none. */
  peek(): T | undefined {
    return this.#items[0];
  }

  /** Takes the next item; undefined when there is none. */
  pop(): T | undefined {
    if (this.#size === 0) return undefined;
    const items = this.#items;
    const first = items[0];
    const last = --this.#size;
    this.#sink(this.#times[last], this.#sequences[last], items[last] as T);
    items[last] = undefined; // or the heap would keep it alive
    return first;
  }

  /** Moves the item that must replace the root down to its place. */
  #sink(time: number, sequence: number, item: T): void {
    const times = this.#times;
    const sequences = this.#sequences;
    const items = this.#items;
    const size = this.#size;
    let at = 0;
    for (;;) {
      const first = at * ARITY + 1;
      if (first >= size) break;
      let least = first;
      for (let child = first + 1; child < first + ARITY && child < size; child++) {
        const earlier =
          times[child] < times[least] ||
          (times[child] === times[least] && sequences[child] < sequences[least]);
        if (earlier) least = child;
      }
      if (time < times[least] || (time === times[least] && sequence < sequences[least])) break;
      times[at] = times[least];
      sequences[at] = sequences[least];
      items[at] = items[least];
      at = least;
    }
    times[at] = time;
    sequences[at] = sequence;
    items[at] = item;
  }

  #grow(): void {
    const times = new Float64Array(this.#times.length * 2);
    times.set(this.#times);
    this.#times = times;
    const sequences = new Float64Array(times.length);
    sequences.set(this.#sequences);
    this.#sequences = sequences;
  }
}
