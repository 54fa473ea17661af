/**
 * A priority queue of numbers ordered by (time, order of insertion). Insertion order breaks ties, so the order is the same in every
 * run. The caller knows what the numbers mean.
 *
 * What comes next is in a heap. If there is much of it, what comes later is in buckets by time, of which the next goes into the heap
 * when that is empty: a ladder queue (Tang, Goh and Thng 2005). In a heap of a million entries, every access would miss the caches.
 */

import { Blocks } from './blocks.ts';
import { Heap, type Visit } from './heap.ts';
import { Rung } from './rung.ts';

/** How many entries the heap may have before it is spread over buckets. */
const MOST_NEAR = 1024;

/** Is told which items come next, in any order, if the queue is long. Their number is that of a bucket, some dozens. */
export type Soon = (items: Int32Array) => void;

export class EventQueue {
  readonly #near = new Heap();
  /** Each is for the current bucket of the one before it, and the heap for that of the last. */
  readonly #rungs: Rung[] = [];
  /** The memory of all buckets; absent until needed, as most queues are short. */
  #blocks: Blocks | undefined;
  /** How many entries the heap may have now: more if they are all of one time. */
  #mostNear = MOST_NEAR;
  #size = 0;
  #inserted = 0;
  readonly #soon: Soon | undefined;
  readonly #intoNear: Visit = (time, item, sequence) => this.#near.push(time, item, sequence);

  /** @param soon see {@link Soon} */
  constructor(soon?: Soon) {
    this.#soon = soon;
  }

  get size(): number {
    return this.#size;
  }

  /** The time of the next item; infinite if there is none. */
  get nextTime(): number {
    return this.#near.nextTime;
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
    this.#size++;
    const rungs = this.#rungs;
    for (let i = 0; i < rungs.length; i++) {
      const bucket = rungs[i].bucketOf(time);
      if (bucket > rungs[i].current) return rungs[i].add(bucket, time, item, sequence);
    }
    this.#near.push(time, item, sequence);
    if (this.#near.size > this.#mostNear) this.#spreadNear();
  }

  /** The next item, without removing it; undefined if there is none. */
  peek(): number | undefined {
    return this.#near.peek();
  }

  /** Removes and returns the next item; undefined if there is none. */
  pop(): number | undefined {
    const item = this.#near.pop();
    if (item === undefined) return undefined;
    this.#size--;
    if (this.#near.size === 0) this.#refill();
    return item;
  }

  /** Removes the items that this is; the others stay in their order. Looks at all of them. */
  remove(item: number): void {
    const kept: [time: number, item: number, sequence: number][] = [];
    const keep: Visit = (time, one, sequence) => void (one !== item && kept.push([time, one, sequence]));
    this.#near.take(keep);
    for (const rung of this.#rungs.splice(0)) rung.drain(keep);
    this.#size = 0;
    this.#mostNear = MOST_NEAR;
    for (const entry of kept) this.push(...entry);
  }

  /** Moves the next bucket into the heap, which is empty; one with very many entries becomes a rung first. */
  #refill(): void {
    for (let rung = this.#rungs.at(-1); rung !== undefined; rung = this.#rungs.at(-1)) {
      const count = rung.advance();
      if (count === 0) this.#rungs.pop();
      else if (count <= MOST_NEAR || !this.#spread(rung, count)) {
        rung.take(this.#intoNear);
        this.#mostNear = Math.max(MOST_NEAR, 2 * count);
        return this.#soon?.(this.#near.items);
      }
    }
    this.#mostNear = MOST_NEAR;
  }

  /** Spreads what is in the heap over buckets, and continues with the first. */
  #spreadNear(): void {
    const { size } = this.#near;
    if (this.#spread(this.#near, size)) this.#refill();
    else this.#mostNear = 2 * size;
  }

  /** @returns whether it could be spread, which entries of one time cannot */
  #spread(from: Heap | Rung, count: number): boolean {
    const { least, most } = from.range();
    // Nothing happens later, whatever is pushed.
    const end = Math.min(most, Number.MAX_SAFE_INTEGER);
    if (!(least < end)) return false;
    const rung = new Rung((this.#blocks ??= new Blocks()), count, least, end);
    from.take((time, item, sequence) => rung.add(rung.bucketOf(time), time, item, sequence));
    this.#rungs.push(rung);
    return true;
  }
}
