/**
 * Numbers by number, in a hash table over one typed array: a quarter of the memory of a map, and nothing for the garbage collector to
 * scan, as each of a thousand actors may have one with a thousand entries.
 */

const FIRST_ROWS = 8;

export class NumberTable {
  /** Rows of a key plus one, 0 where there is none, and its value. Their number is a power of two, and a quarter of them is free. */
  #cells = new Int32Array(2 * FIRST_ROWS);
  #count = 0;

  /** @param key from 0 on */
  get(key: number): number | undefined {
    const cell = this.#find(key);
    return this.#cells[cell] === 0 ? undefined : this.#cells[cell + 1];
  }

  /** Adds a key that is not there. */
  add(key: number, value: number): void {
    if (8 * ++this.#count > 3 * this.#cells.length) this.#grow();
    this.#put(key, value);
  }

  #put(key: number, value: number): void {
    const cell = this.#find(key);
    this.#cells[cell] = key + 1;
    this.#cells[cell + 1] = value;
  }

  /** Where a key is, or would be. Numbers of actors mostly follow one another, so each has a row of its own. */
  #find(key: number): number {
    const cells = this.#cells;
    const last = cells.length - 1;
    let cell = (2 * key) & last;
    while (cells[cell] !== 0 && cells[cell] !== key + 1) cell = (cell + 2) & last;
    return cell;
  }

  #grow(): void {
    const before = this.#cells;
    this.#cells = new Int32Array(2 * before.length);
    for (let cell = 0; cell < before.length; cell += 2)
      if (before[cell] !== 0) this.#put(before[cell] - 1, before[cell + 1]);
  }
}
