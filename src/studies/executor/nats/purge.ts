/** Deletes results at the broker that have arrived, so that it holds little even in a long batch. */

import type { JetStreamManager } from '@nats-io/jetstream';
import { RESULTS } from './streams.ts';

/** How many results are deleted with one request. */
const BATCH = 200;

export class Purge {
  readonly #jsm: JetStreamManager;
  readonly #filter: string;
  /** In the broker's order, from the first that it may still hold. */
  #held: { readonly seq: number; readonly key: string }[] = [];
  readonly #settled = new Set<string>();

  /** @param filter the subject of the results */
  constructor(jsm: JetStreamManager, filter: string) {
    this.#jsm = jsm;
    this.#filter = filter;
  }

  seen(seq: number, key: string): void {
    this.#held.push({ seq, key });
    if (this.#held.length % BATCH === 0) this.#upTo(BATCH);
  }

  settled(key: string): void {
    this.#settled.add(key);
  }

  isSettled(key: string): boolean {
    return this.#settled.has(key);
  }

  /** Deletes all settled results, since the broker has no room; they are in the journal by now. */
  hurry(): void {
    this.#upTo(0);
  }

  /** Deletes all results at the end. */
  async all(): Promise<void> {
    await this.#jsm.streams.purge(RESULTS, { filter: this.#filter });
  }

  /** Deletes all results before the first unsettled one, except the newest ones, which may not be in the journal yet. */
  #upTo(newest: number): void {
    const open = this.#held.findIndex(({ key }) => !this.#settled.has(key));
    const count = Math.min(open === -1 ? this.#held.length : open, this.#held.length - newest);
    if (count <= 0) return;
    const { seq } = this.#held[count - 1];
    this.#held = this.#held.slice(count);
    // If this fails, the next request deletes them.
    void this.#jsm.streams.purge(RESULTS, { filter: this.#filter, seq: seq + 1 }).catch(() => undefined);
  }
}
