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
  if (typeof value !== 'object' || value === null || frozen.has(value)) return value;
  freeze(value, what, new Set());
  frozen.add(value);
  return value;
}

/** What was frozen as a whole: runs of a study share most of it. */
const frozen = new WeakSet<object>();

/** @param around the values that this one is in */
function freeze(value: unknown, what: string, around: Set<object>): void {
  if (typeof value !== 'object' || value === null || frozen.has(value)) return;
  assert(!ArrayBuffer.isView(value), `${what} holds a typed array, which cannot be frozen`);
  const prototype: unknown = Object.getPrototypeOf(value);
  const plain = prototype === Object.prototype || prototype === Array.prototype || prototype === null;
  assert(plain, `${what} holds something that cannot be frozen`);
  assert(!around.has(value), `${what} holds itself`);
  around.add(value);
  for (const inner of Object.values(value)) freeze(inner, what, around);
  around.delete(value);
  Object.freeze(value);
}
