/**
 * Values that several parties hold must not become a channel between them, nor may a caller change them
 * during a run.
 */

import { assert } from './errors.ts';

/**
 * Freezes plain values recursively. Functions are left alone; anything else that cannot be frozen is our own
 * mistake.
 */
export function deepFreeze<T>(value: T, what: string): T {
  if (typeof value !== 'object' || value === null) return value;
  assert(!ArrayBuffer.isView(value), `${what} holds a typed array, which cannot be frozen`);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === Object.prototype || prototype === Array.prototype || prototype === null;
  assert(plain, `${what} holds something that cannot be frozen`);
  for (const inner of Object.values(value)) deepFreeze(inner, what);
  return Object.freeze(value);
}
