/** What the messages of a secure sum carry, in the units in which the papers count: keys, shares and elements. */

import { decode } from '../../src/core/engine/wire/bytes.ts';
import type { Played } from './cast.ts';

/** One message, from or to a client, with the fields that it carries in the order of their declaration. */
export interface Carried {
  readonly type: string;
  readonly isSent: boolean;
  readonly fields: readonly unknown[];
  readonly bytes: number;
}

/** Everything that client-1, client-2 and so on sent and received, by number from 0. */
export function carriedBy({ of }: Played, clients: number): Carried[][] {
  const carried: Carried[][] = Array.from({ length: clients }, () => []);
  for (const { from, to, type, payload } of of('sent')) {
    const [, ...fields] = decode(payload) as unknown[];
    const own = { type, fields, bytes: payload.byteLength };
    if (from > 0) carried[from - 1].push({ ...own, isSent: true });
    if (to > 0) carried[to - 1].push({ ...own, isSent: false });
  }
  return carried;
}

/** The bytes of a binary field of all messages of a type. */
export function bytesIn(messages: readonly Carried[], type: string, field: number): number {
  return messages
    .filter((one) => one.type === type)
    .reduce((sum, { fields }) => sum + (fields[field] as Uint8Array).length, 0);
}

/** The elements of a vector, and their bytes, of all messages of a type. */
export function vectorIn(messages: readonly Carried[], type: string, field: number) {
  const vectors = messages
    .filter((one) => one.type === type)
    .map(({ fields }) => fields[field] as readonly [number, number, Uint8Array]);
  return {
    elements: vectors.reduce((sum, [, length]) => sum + length, 0),
    bytes: vectors.reduce((sum, [, , bytes]) => sum + bytes.length, 0),
  };
}
