/** An outgoing message, for interference that may replace it. Its bytes are looked up only if requested. */

import { Arena } from '../wire/bytes.ts';
import { codecOf } from '../wire/codec.ts';
import { type AnyMessageType, decodeMessage } from '../wire/message.ts';
import type { Directory } from '../messages/directory.ts';
import { NamedEnds } from '../network/named-ends.ts';
import type { Outgoing } from './interference.ts';
import type { Payloads } from '../messages/payloads.ts';

export class OutgoingMessage extends NamedEnds implements Outgoing {
  readonly type: AnyMessageType;
  readonly body: object;
  readonly #payloads: Payloads;
  readonly #payload: number;

  constructor(
    { directory, from, to }: { readonly directory: Directory; readonly from: number; readonly to: number },
    type: AnyMessageType,
    body: object,
    payloads: Payloads,
    payload: number,
  ) {
    super(directory, from, to);
    this.type = type;
    this.body = body;
    this.#payloads = payloads;
    this.#payload = payload;
  }

  get payload(): Uint8Array {
    return this.#payloads.show(this.#payload);
  }

  keep(): () => object {
    const codec = codecOf(this.type);
    const carrying = codec && this.#payloads.copyCarrying(this.#payload);
    if (carrying !== undefined)
      return () => codec?.read(carrying.bytes, 0, carrying.bytes.length, new Arena(), carrying.carried) ?? {};
    const bytes = this.payload;
    const types = new Map([[this.type.name, this.type]]);
    return () => {
      // What a protocol sends is always a valid message.
      const message = decodeMessage(bytes, types);
      return 'malformed' in message ? {} : message.body;
    };
  }
}
