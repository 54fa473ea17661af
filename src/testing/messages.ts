/** Reads messages of a run, and changes them on their way. */

import { unsealed } from '../core/protocol/attacks/messages.ts';
import type { AnyProtocol } from '../core/protocol/protocol.ts';
import type { Packet, Rule } from '../core/engine/network/rule.ts';
import { type AnyMessageType, decodeMessage } from '../core/engine/wire/message.ts';

/** The body of a message of a protocol that is whole. */
export function bodyOf<B>(protocol: AnyProtocol, payload: Uint8Array): { type: string; body: B } {
  const types = new Map(protocol.messages.map((type) => [type.name, type]));
  const message = decodeMessage(payload, types as ReadonlyMap<string, AnyMessageType>);
  if ('malformed' in message) throw new Error(message.malformed);
  return { type: message.type.name, body: unsealed<B>(message.body) as B };
}

/** Changes the bytes of messages of which `when` holds. */
export function tampering(
  when: (packet: Packet) => boolean,
  change: (payload: Uint8Array) => Uint8Array,
): Rule {
  return {
    name: 'tamper',
    apply: (packet) =>
      when(packet) ? { kind: 'tamper', payload: change(packet.payload) } : { kind: 'pass' },
  };
}
