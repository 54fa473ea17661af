/**
 * Values that are given up: a generator keeps its variables and arguments while it waits, and the vectors of all clients, which wait
 * together, are most of what a large sum takes.
 */

import { assert } from './errors.ts';

/** Hands a value over to whoever calls the result, once, and then keeps nothing of it. */
export function handedOver<T>(value: T): () => T {
  let held: { readonly value: T } | undefined = { value };
  return () => {
    assert(held !== undefined, 'a value is handed over twice');
    const given = held.value;
    held = undefined;
    return given;
  };
}
