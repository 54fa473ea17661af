/** Counts how often unfinished jobs were tried alone. The count is stored before each try, since the worker may not survive it. */

import { jetstream, type JetStreamManager } from '@nats-io/jetstream';
import type { NatsConnection } from '@nats-io/transport-node';
import { z } from 'zod';
import type { Authentication } from './authentication.ts';
import { type MessageReader, signedHeaders } from './message-reader.ts';
import { lastMessage, TRIES, triesSubject } from './streams.ts';

const counts = z.strictObject({ key: z.string(), tries: z.int().min(0) });
const ABOUT = 'tries';

export class Tries {
  static readonly MOST = 3;
  readonly #nc: NatsConnection;
  readonly #jsm: JetStreamManager;
  readonly #authentication: Authentication;
  readonly #reader: MessageReader;

  constructor(
    nc: NatsConnection,
    jsm: JetStreamManager,
    authentication: Authentication,
    reader: MessageReader,
  ) {
    this.#nc = nc;
    this.#jsm = jsm;
    this.#authentication = authentication;
    this.#reader = reader;
  }

  /** Counts one more try; undefined if there were enough. */
  async count(key: string): Promise<number | undefined> {
    const stored = await lastMessage(this.#jsm, TRIES, triesSubject(key));
    const expected = { about: ABOUT, schema: counts, isHere: (count: { key: string }) => count.key === key };
    const { tries: before = 0 } = (stored && this.#reader.read(stored, expected)?.body) ?? {};
    if (before >= Tries.MOST) return undefined;
    await this.#put(key, before + 1);
    return before + 1;
  }

  forget(key: string): Promise<void> {
    return this.#put(key, 0);
  }

  async #put(key: string, tries: number): Promise<void> {
    const body = JSON.stringify({ key, tries });
    const headers = signedHeaders(this.#authentication, ABOUT, body);
    await jetstream(this.#nc).publish(triesSubject(key), body, { headers });
  }
}
