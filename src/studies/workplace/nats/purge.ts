/** Takes results from the broker that have arrived, so that it holds little however long a study is. */

import type { JetStreamManager } from '@nats-io/jetstream';
import { RESULTS } from './streams.ts';

/** A request for so many at a time. */
const BATCH = 200;

export class Purge {
  readonly #jsm: JetStreamManager;
  readonly #filter: string;
  /** In the order of the broker, from the first that it may still hold. */
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

  /** All that is settled, as the broker has no room: what was settled is in the journal by now. */
  hurry(): void {
    this.#upTo(0);
  }

  /** Everything, at the end. */
  async all(): Promise<void> {
    await this.#jsm.streams.purge(RESULTS, { filter: this.#filter });
  }

  /** All before the first that nobody has settled, but for the newest, which may not be in the journal yet. */
  #upTo(newest: number): void {
    const open = this.#held.findIndex(({ key }) => !this.#settled.has(key));
    const count = Math.min(open === -1 ? this.#held.length : open, this.#held.length - newest);
    if (count <= 0) return;
    const { seq } = this.#held[count - 1];
    this.#held = this.#held.slice(count);
    // What stays there this time goes with the next.
    void this.#jsm.streams.purge(RESULTS, { filter: this.#filter, seq: seq + 1 }).catch(() => undefined);
  }
}
