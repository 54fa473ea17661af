/**
 * Results of pure functions, cached in this thread: parties of one simulation and runs of one study compute
 * much that another has already computed. A key must contain everything that the value depends on, so that no
 * outcome depends on what is cached.
 */

import { provenance } from './provenance.ts';

export class Remembered<V> {
  readonly #values = new Map<string, V>();
  readonly #most: number;
  readonly #sizeOf: (value: V) => number;
  #size = 0;

  /**
   * @param most the largest total size; the cache is emptied if one more value would exceed it
   * @param sizeOf by default every value counts as 1
   */
  constructor(most: number, sizeOf: (value: V) => number = () => 1) {
    this.#most = most;
    this.#sizeOf = sizeOf;
  }

  /** The value for this key, shared by everyone who requests it: nobody may write to it. */
  of(key: string, make: () => V): V {
    const known = this.#values.get(key);
    // Who records where secrets come from must see every one made.
    if (known !== undefined && provenance === undefined) return known;
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

/** What two parties compute alike: the first result is cached until it is requested again. */
export class RememberedOnce<V> {
  readonly #values = new Map<string, V>();
  readonly #most: number;

  /** @param most cached results; all are dropped if one more would exceed it */
  constructor(most: number) {
    this.#most = most;
  }

  of(key: string, make: () => V): V {
    const known = this.#values.get(key);
    if (this.#values.delete(key) && known !== undefined && provenance === undefined) return known;
    const value = make();
    if (this.#values.size >= this.#most) this.#values.clear();
    this.#values.set(key, value);
    return value;
  }
}

/** A pure function that keeps its newest result for whoever calls it next with the same values: these must be frozen, or never changed. */
export function keepingNewest<A extends readonly unknown[], V>(make: (...given: A) => V): (...given: A) => V {
  let newest: { readonly given: A; readonly value: V } | undefined;
  return (...given) => {
    if (newest === undefined || given.some((one, i) => one !== newest?.given[i]))
      newest = { given, value: make(...given) };
    return newest.value;
  };
}
