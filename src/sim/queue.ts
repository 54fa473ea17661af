/**
 * The future: items ordered by (time, order of insertion), in a 4-ary heap over typed arrays.
 * Insertion order breaks ties, so no two runs can differ in what comes first.
 *
 * The heap moves the places of items, not items: where references move, the garbage collector wants to know of each.
 */

const ARITY = 4;

export class EventQueue<T> {
  #times = new Float64Array(64);
  #sequences = new Float64Array(64);
  /** Where in `#items` the item of each entry lies. Behind the last entry: places that are free. */
  #places = Int32Array.from({ length: 64 }, (_, place) => place);
  readonly #items: (T | undefined)[] = [];
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
    const places = this.#places;
    let at = this.#size++;
    const place = places[at];
    this.#items[place] = item;
    while (at > 0) {
      const parent = ((at - 1) / ARITY) | 0;
      if (times[parent] < time || (times[parent] === time && sequences[parent] < sequence)) break;
      times[at] = times[parent];
      sequences[at] = sequences[parent];
      places[at] = places[parent];
      at = parent;
    }
    times[at] = time;
    sequences[at] = sequence;
    places[at] = place;
  }

  /** The next item, which stays; undefined when there is none. */
  peek(): T | undefined {
    return this.#size === 0 ? undefined : this.#items[this.#places[0]];
  }

  /** Takes the next item; undefined when there is none. */
  pop(): T | undefined {
    if (this.#size === 0) return undefined;
    const place = this.#places[0];
    const item = this.#items[place];
    this.#items[place] = undefined; // or the queue would keep it alive
    const last = --this.#size;
    this.#sink(this.#times[last], this.#sequences[last], this.#places[last]);
    this.#places[last] = place;
    return item;
  }

  /** Moves the entry that must replace the root down to its place. */
  #sink(time: number, sequence: number, place: number): void {
    const times = this.#times;
    const sequences = this.#sequences;
    const places = this.#places;
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
      places[at] = places[least];
      at = least;
    }
    times[at] = time;
    sequences[at] = sequence;
    places[at] = place;
  }

  #grow(): void {
    const size = this.#times.length;
    const times = new Float64Array(2 * size);
    times.set(this.#times);
    this.#times = times;
    const sequences = new Float64Array(2 * size);
    sequences.set(this.#sequences);
    this.#sequences = sequences;
    const places = new Int32Array(2 * size);
    places.set(this.#places);
    for (let place = size; place < places.length; place++) places[place] = place;
    this.#places = places;
  }
}
