/** How often orders that nobody finished were tried alone: written down before, as nobody may live to do it afterwards. */

import { type KV, Kvm } from '@nats-io/kv';
import type { NatsConnection } from '@nats-io/transport-node';
import { KEPT_MS, TRIES } from './streams.ts';

export class Tries {
  static readonly MOST = 3;
  readonly #nc: NatsConnection;

  constructor(nc: NatsConnection) {
    this.#nc = nc;
  }

  /** Counts one more; undefined where there were enough. */
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
