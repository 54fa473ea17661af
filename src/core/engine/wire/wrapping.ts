/** What becomes of the bytes of messages between their senders and their receivers. */

import { assert } from '../../base/errors.ts';

export interface Wrapping {
  /** The bytes that leave. */
  readonly wrap: (bytes: Uint8Array) => Uint8Array;
  /**
   * The bytes of the message again; undefined for what `wrap` never made, as bytes come from anybody.
   * @param most bytes of a message
   */
  readonly unwrap: (bytes: Uint8Array, most: number) => Uint8Array | undefined;
}

/** One after the other: the first wraps the message, the last what leaves. Undefined if there are none. */
export function wrapped(layers: readonly Wrapping[]): Wrapping | undefined {
  if (layers.length === 0) return undefined;
  return {
    wrap: (bytes) => layers.reduce((before, { wrap }) => checked(wrap(before)), bytes),
    unwrap: (bytes, most) =>
      layers.reduceRight<Uint8Array | undefined>((outer, { unwrap }) => {
        const inner = outer && unwrap(outer, most);
        return inner && checked(inner);
      }, bytes),
  };
}

/** Middleware may be written in JavaScript. */
function checked(bytes: unknown): Uint8Array {
  assert(bytes instanceof Uint8Array, 'middleware makes something other than bytes of a message');
  return bytes;
}
