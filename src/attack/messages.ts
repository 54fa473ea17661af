/** Reads what stands in a view's bytes. */

import type { Letter } from '../protocol/attack.ts';
import { type AnyMessageType, decodeMessage, type MessageType } from '../wire/message.ts';

/** A letter that is a message of some type. */
export interface ReadLetter<B> extends Omit<Letter, 'payload'> {
  readonly body: B;
}

/** The letters that are messages of this type; others, and bytes that are no message, are left out. */
export function messagesOf<B>(letters: readonly Letter[], type: MessageType<B>): ReadLetter<B>[] {
  const types = new Map<string, AnyMessageType>([[type.name, type]]);
  return letters.flatMap(({ payload, ...letter }) => {
    const message = decodeMessage(payload, types);
    return 'malformed' in message ? [] : [{ ...letter, body: message.body as B }];
  });
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
