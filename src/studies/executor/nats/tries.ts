/** Counts how often unfinished jobs were tried alone. The count is stored before each try, since the worker may not survive it. */

import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { KEPT_MS, TRIES } from './streams.ts';

export class Tries {
  static readonly MOST = 3;
  readonly #nc: NatsConnection;

  constructor(nc: NatsConnection) {
    this.#nc = nc;
  }

  /** Counts one more try; undefined if there were enough. */
  async count(key: string): Promise<number | undefined> {
    const bucket = await this.#bucket();
    const before = Number((await bucket.get(key))?.string() || 0);
    if (before >= Tries.MOST) return undefined;
    await bucket.put(key, `${before + 1}`);
    return before + 1;
  }

  async forget(key: string): Promise<void> {
    await (await this.#bucket()).purge(key);
  }

  #bucket(): Promise<KV> {
    return new Kvm(this.#nc).create(TRIES, { ttl: KEPT_MS });
  }
}
