/** Data that came before what precedes it: ranges of the stream, in order. */

export class Reassembly {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** The range that grew last, which is reported first. */
  #latest = 0;

  get isEmpty(): boolean {
    return this.#starts.length === 0;
  }

  /** @returns whether all of it had come before */
  add(start: number, end: number): boolean {
    const starts = this.#starts;
    const ends = this.#ends;
    let at = 0;
    while (at < starts.length && ends[at] < start) at++;
    if (at < starts.length && starts[at] <= start && ends[at] >= end) {
      this.#latest = at;
      return true;
    }
    let after = at;
    let [from, to] = [start, end];
    while (after < starts.length && starts[after] <= end) {
      from = Math.min(from, starts[after]);
      to = Math.max(to, ends[after]);
      after++;
    }
    starts.splice(at, after - at, from);
    ends.splice(at, after - at, to);
    this.#latest = at;
    return false;
  }

  /** Everything before a byte has come. @returns the first byte that is now missing */
  join(end: number): number {
    let next = end;
    let count = 0;
    while (count < this.#starts.length && this.#starts[count] <= next) {
      next = Math.max(next, this.#ends[count]);
      count++;
    }
    this.#starts.splice(0, count);
    this.#ends.splice(0, count);
    this.#latest = Math.max(0, this.#latest - count);
    return next;
  }

  /** Writes up to `most` ranges, the latest first. @returns how many */
  report(blocks: Float64Array, place: number, most: number): number {
    const count = Math.min(most, this.#starts.length);
    let at = place;
    const write = (range: number): void => {
      blocks[at++] = this.#starts[range];
      blocks[at++] = this.#ends[range];
    };
    if (count > 0) write(this.#latest);
    for (let range = 0, written = 1; written < count; range++) {
      if (range === this.#latest) continue;
      write(range);
      written++;
    }
    return count;
  }
}
