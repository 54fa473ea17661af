/** A stretch of time in buckets of equal length, from which entries are taken bucket by bucket. */

import { type Blocks, NONE } from './blocks.ts';
import type { Visit } from './heap.ts';

/** How many entries a bucket gets on average, unless there would be more than the most buckets. */
const USUAL_ENTRIES = 64;
const MOST_BUCKETS = 256;

export class Rung {
  readonly #blocks: Blocks;
  readonly #startNs: number;
  readonly #bucketsPerNs: number;
  /** The last block of each bucket, and how many entries it has. */
  readonly #last: Int32Array;
  readonly #counts: Int32Array;
  /** The bucket that entries were last taken from: it and those before it are empty. */
  current = -1;

  /**
   * @param count how many entries are expected
   * @param least their earliest time
   * @param most their latest time, which differs. The last bucket is also for all that is later.
   */
  constructor(blocks: Blocks, count: number, least: number, most: number) {
    const buckets = Math.max(2, Math.min(MOST_BUCKETS, Math.ceil(count / USUAL_ENTRIES)));
    this.#blocks = blocks;
    this.#startNs = least;
    this.#bucketsPerNs = buckets / (most - least);
    this.#last = new Int32Array(buckets).fill(NONE);
    this.#counts = new Int32Array(buckets);
  }

  /** The bucket for a time; one that is before the rung's start may be negative. */
  bucketOf(time: number): number {
    return Math.min(Math.floor((time - this.#startNs) * this.#bucketsPerNs), this.#last.length - 1);
  }

  add(bucket: number, time: number, item: number, sequence: number): void {
    this.#last[bucket] = this.#blocks.add(this.#last[bucket], this.#counts[bucket]++, time, item, sequence);
  }

  /** Goes on to the next bucket with entries. @returns how many it has; 0 if there is none */
  advance(): number {
    while (++this.current < this.#counts.length)
      if (this.#counts[this.current] > 0) return this.#counts[this.current];
    return 0;
  }

  /** The earliest and the latest time in the current bucket. */
  range(): { readonly least: number; readonly most: number } {
    return this.#blocks.range(this.#last[this.current], this.#counts[this.current]);
  }

  /** Removes all entries of the current bucket, in any order. */
  take(visit: Visit): void {
    this.#drain(this.current, visit);
  }

  /** Removes all entries, in any order. */
  drain(visit: Visit): void {
    for (let bucket = 0; bucket < this.#last.length; bucket++) this.#drain(bucket, visit);
  }

  #drain(bucket: number, visit: Visit): void {
    const [last, count] = [this.#last[bucket], this.#counts[bucket]];
    this.#last[bucket] = NONE;
    this.#counts[bucket] = 0;
    this.#blocks.drain(last, count, visit);
  }
}
