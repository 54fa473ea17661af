/** Reads messages from a broker, where anybody may have sent them: what is not as expected is dropped and counted. */

import type { MsgHdrs } from '@nats-io/transport-node';
import { headers } from '@nats-io/transport-node';
import type { z } from 'zod';
import type { Authentication } from './authentication.ts';
import type { Dropped } from './dropped.ts';

const SIGNATURE = 'Cahoots-Signature';

export interface Received {
  readonly subject: string;
  readonly data: Uint8Array;
  readonly headers?: MsgHdrs | undefined;
}

/** What a message must be. */
export interface Expected<T> {
  /** What its sender signed besides its body. */
  readonly about: string;
  readonly schema: z.ZodType<T>;
  /** Whether it belongs to its subject, and to who reads it. */
  readonly isHere: (body: T) => boolean;
}

export interface ReadMessage<T> {
  readonly body: T;
  readonly sender: string;
}

export class MessageReader {
  readonly #authentication: Authentication;
  readonly #dropped: Dropped;

  constructor(authentication: Authentication, dropped: Dropped) {
    this.#authentication = authentication;
    this.#dropped = dropped;
  }

  /** Undefined if it is dropped. */
  read<T>({ subject, data, headers: given }: Received, expected: Expected<T>): ReadMessage<T> | undefined {
    const found = this.#read(data, given?.get(SIGNATURE) ?? '', expected);
    if (typeof found === 'object') return found;
    this.#dropped.add(subject, found);
    return undefined;
  }

  /** What is read, or why it is dropped. */
  #read<T>(
    data: Uint8Array,
    signature: string,
    { about, schema, isHere }: Expected<T>,
  ): ReadMessage<T> | string {
    let value: unknown;
    try {
      value = JSON.parse(Buffer.from(data).toString());
    } catch {
      return 'no JSON';
    }
    const { data: body, success } = schema.safeParse(value);
    if (!success) return 'another kind of message';
    if (!isHere(body)) return 'of another study or job';
    const sender = this.#authentication.senderOf(about, data, signature);
    if (sender !== undefined) return { body, sender };
    return signature === '' ? 'not signed' : 'not signed by who may send it';
  }
}

/** The headers of a message that `MessageReader` accepts. */
export function signedHeaders(authentication: Authentication, about: string, body: string): MsgHdrs {
  const own = headers();
  own.set(SIGNATURE, authentication.sign(about, body));
  return own;
}
