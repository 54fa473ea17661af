/** Somebody at a broker who hears everything, and may send anything. */

import { connect, headers, type Msg, type MsgHdrs, type NatsConnection } from '@nats-io/transport-node';
import { type Arbitrary, constantFrom, integer, json, nat, oneof, tuple, uint8Array } from 'fast-check';

/** What the messages of a stranger have, so that it does not hear itself. */
const OWN = 'Stranger';

export class Stranger {
  readonly nc: NatsConnection;
  /** What others sent under subjects of Cahoots, as copies. */
  readonly heard: {
    readonly subject: string;
    readonly data: Uint8Array;
    readonly headers: MsgHdrs | undefined;
  }[] = [];

  private constructor(nc: NatsConnection) {
    this.nc = nc;
  }

  /** @param onMessage called with everything that others send under subjects of Cahoots */
  static async at(
    address: string,
    onMessage?: (message: Msg, stranger: Stranger) => void,
  ): Promise<Stranger> {
    const stranger = new Stranger(await connect({ servers: address }));
    for (const subjects of ['cahoots.>', '$O.cahoots-files.>']) {
      stranger.nc.subscribe(subjects, {
        callback(error, message) {
          if (error !== null || message.headers?.has(OWN) === true) return;
          const { subject, data, headers: given } = message;
          stranger.heard.push({ subject, data: Uint8Array.from(data), headers: given });
          onMessage?.(message, stranger);
        },
      });
    }
    await stranger.nc.flush();
    return stranger;
  }

  /** @param signed the headers of another message */
  say(subject: string, body: Uint8Array | string, signed?: MsgHdrs): void {
    this.nc.publish(subject, body, { headers: withMark(signed) });
  }

  async close(): Promise<void> {
    await this.nc.flush();
    await this.nc.close();
  }
}

function withMark(signed: MsgHdrs | undefined): MsgHdrs {
  const all = headers();
  all.set(OWN, 'yes');
  const signature = signed?.get('Cahoots-Signature') ?? '';
  if (signature !== '') all.set('Cahoots-Signature', signature);
  return all;
}

/** What somebody may send: any bytes, any JSON, and what was sent here before with something changed. */
export function anyBody(heard: readonly Uint8Array[]): Arbitrary<Uint8Array> {
  const any = [uint8Array({ maxLength: 400 }), json().map((text) => Buffer.from(text))];
  if (heard.length === 0) return oneof(...any);
  const changed = tuple(constantFrom(...heard), nat(), integer({ min: 1, max: 255 })).map(([body, at, by]) =>
    body.map((byte, i) => (i === at % body.length ? byte ^ by : byte)),
  );
  return oneof(...any, changed);
}
