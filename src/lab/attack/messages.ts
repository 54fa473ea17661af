/** Reads what stands in a view's bytes. */

import { Sealed } from '../../engine/compute/sealed.ts';
import type { ObservedMessage } from '../../protocol/attack.ts';
import { type AnyMessageType, decodeMessage, type MessageType } from '../../engine/wire/message.ts';
import { planesOf } from '../../engine/wire/sealed-residues.ts';
import type { Planes } from '../../engine/wire/residues.ts';

/** What an attack makes of a body: its bytes were seen, so nothing in it is under seal. */
export type Unsealed<B> = { readonly [K in keyof B]: B[K] extends Sealed ? Planes : B[K] };

/** An observed message, decoded. */
export interface ReadMessage<B> extends Omit<ObservedMessage, 'payload'> {
  readonly body: B;
}

/** Those that are messages of this type; others, and bytes that are no message, are left out. */
export function messagesOf<B>(observed: readonly ObservedMessage[], type: MessageType<B>): ReadMessage<B>[] {
  const types = new Map<string, AnyMessageType>([[type.name, type]]);
  return observed.flatMap(({ payload, ...about }) => {
    const message = decodeMessage(payload, types);
    return 'malformed' in message ? [] : [{ ...about, body: message.body as B }];
  });
}

/** The same, of messages in which something is under seal. */
export function unsealedMessagesOf<B>(
  observed: readonly ObservedMessage[],
  type: MessageType<B>,
): ReadMessage<Unsealed<B>>[] {
  return messagesOf(observed, type).map(({ body, ...about }) => ({
    ...about,
    body: unsealed<B>(body as object),
  }));
}

/** A body in which nothing is under seal. */
export function unsealed<B>(body: object): Unsealed<B> {
  const fields = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Sealed ? planesOf(value) : value,
  ]);
  return Object.fromEntries(fields) as Unsealed<B>;
}

/** What follows from a view, worked out once however many attacks ask for it; it must be left as it is. */
export function oncePerView<V extends object, T>(workOut: (view: V) => T): (view: V) => T {
  const known = new WeakMap<V, { readonly found: T }>();
  return (view) => {
    let kept = known.get(view);
    if (kept === undefined) known.set(view, (kept = { found: workOut(view) }));
    return kept.found;
  };
}
