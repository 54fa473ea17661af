/**
 * What pure functions gave, kept in this thread for whoever asks for the same again: parties of one simulation and runs of one study
 * compute much that another has computed before. A key must say all that a value follows from, so that no outcome depends on what is
 * remembered; whoever asks first computes it.
 */

export class Remembered<V> {
  readonly #values = new Map<string, V>();
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  /**
   * @param most the sum of sizes that is kept; all is forgotten where one more value would exceed it
   * @param sizeOf absent: values count one each
   */
  constructor(most: number, sizeOf: (value: V) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** The value of this key, which all who ask for it share: nobody writes to it. */
  of(key: string, make: () => V): V {
    const known = this.#values.get(key);
    if (known !== undefined) return known;
    const value = make();
    const size = this.#sizeOf(value);
    if (size > this.#most) return value;
    if (this.#size + size > this.#most) {
      this.#values.clear();
      this.#size = 0;
    }
    this.#values.set(key, value);
    this.#size += size;
    return value;
  }
}
