/** Decodes the messages in a view. */

import { assert } from '../../base/errors.ts';
import { Sealed } from '../../engine/compute/sealed.ts';
import type { ObservedMessage } from '../view.ts';
import { type AnyMessageType, decodeMessage, type MessageType } from '../../engine/wire/message.ts';
import { planesOf } from '../../engine/wire/sealed-residues.ts';
import type { Planes } from '../../engine/wire/residues.ts';

/** A body as seen by an attack: its bytes were observed, so nothing in it is sealed. */
export type Unsealed<B> = { readonly [K in keyof B]: B[K] extends Sealed ? Planes : B[K] };

/** An observed message, decoded. */
export interface ReadMessage<B> extends Omit<ObservedMessage, 'payload'> {
  readonly body: B;
}

/** The only types of messages in what was observed, where some were left out. */
const recorded = new WeakMap<readonly ObservedMessage[], ReadonlySet<string>>();

/** A list for messages of these types only: others are not looked for in it. */
export function observing(types: ReadonlySet<string>): ObservedMessage[] {
  const observed: ObservedMessage[] = [];
  recorded.set(observed, types);
  return observed;
}

/**
 * The messages of this type; others, and malformed bytes, are left out.
 * @throws AssertionError for a type that no attack lists under `reads`, since its messages were not recorded
 */
export function messagesOf<B>(observed: readonly ObservedMessage[], type: MessageType<B>): ReadMessage<B>[] {
  if (recorded.get(observed)?.has(type.name) === false)
    assert(false, `an attack looks for ${type.name} messages, which its reads does not list`);
  const types = new Map<string, AnyMessageType>([[type.name, type]]);
  return observed.flatMap(({ payload, ...about }) => {
    const message = decodeMessage(payload, types);
    return 'malformed' in message ? [] : [{ ...about, body: message.body as B }];
  });
}

/** The observed messages of a type with sealed fields, unsealed. */
export function unsealedMessagesOf<B>(
  observed: readonly ObservedMessage[],
  type: MessageType<B>,
): ReadMessage<Unsealed<B>>[] {
  return messagesOf(observed, type).map(({ body, ...about }) => ({
    ...about,
    body: unsealed<B>(body as object),
  }));
}

/** A body without seals. */
export function unsealed<B>(body: object): Unsealed<B> {
  const fields = Object.entries(body).map(([name, value]: [string, unknown]) => [
    name,
    value instanceof Sealed ? planesOf(value) : value,
  ]);
  return Object.fromEntries(fields) as Unsealed<B>;
}

/** Something derived from a view, computed once however many attacks request it; it must not be modified. */
export function oncePerView<V extends object, T>(workOut: (view: V) => T): (view: V) => T {
  const known = new WeakMap<V, { readonly found: T }>();
  return (view) => {
    let kept = known.get(view);
    if (kept === undefined) known.set(view, (kept = { found: workOut(view) }));
    return kept.found;
  };
}
