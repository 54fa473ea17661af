/** Plain values: what survives a crash, since anything else would be restored from a disk as something different. */

import { assert } from '../../base/errors.ts';
import { Sealed } from './sealed.ts';

const WORD_BYTES = 8;

/**
 * The size of a plain value, every part counted once: the bytes of vectors, two for each character of a text, a word for anything
 * else.
 */
export function plainBytes(value: unknown): number {
  return bytesOf(value, new Set());
}

function bytesOf(value: unknown, seen: Set<object>): number {
  if (typeof value === 'string') return 2 * value.length;
  if (typeof value === 'function' || typeof value === 'symbol') refuse(`a ${typeof value}`);
  if (typeof value !== 'object' || value === null) return WORD_BYTES;
  const before = seen.size;
  seen.add(value);
  if (seen.size === before) return WORD_BYTES;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (value instanceof Sealed) return WORD_BYTES + 4 * value.planes * value.length;
  if (!isPlain(value))
    refuse((value.constructor as { readonly name?: string } | undefined)?.name ?? 'an object');
  let bytes = WORD_BYTES;
  if (Array.isArray(value)) {
    const list: readonly unknown[] = value;
    // Most lists contain numbers.
    for (let i = 0; i < list.length; i++)
      bytes += typeof list[i] === 'number' ? WORD_BYTES : bytesOf(list[i], seen);
  } else if (value instanceof Map || value instanceof Set) {
    for (const part of value as Iterable<unknown>) bytes += bytesOf(part, seen);
  } else {
    for (const key in value) bytes += bytesOf((value as Readonly<Record<string, unknown>>)[key], seen);
  }
  return bytes;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    prototype === Object.prototype || Array.isArray(value) || value instanceof Map || value instanceof Set
  );
}

function refuse(what: string): never {
  assert(false, `${what} is kept, which is no plain value`);
}

/** A copy of a plain value, which later changes of the value leave alone. Sealed vectors never change. */
export function plainCopy(value: unknown): unknown {
  return copyOf(value, new Map());
}

function copyOf(value: unknown, copies: Map<object, object>): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Sealed) return value;
  const known = copies.get(value);
  if (known !== undefined) return known;
  const copy = ArrayBuffer.isView(value) ? Uint8Array.prototype.slice.call(value) : emptyLike(value);
  // Before its parts, of which one may be the value itself.
  copies.set(value, copy);
  const inside = (part: unknown): unknown => copyOf(part, copies);
  if (Array.isArray(copy)) for (const part of value as unknown[]) copy.push(inside(part));
  else if (copy instanceof Set) for (const part of value as Set<unknown>) copy.add(inside(part));
  else if (copy instanceof Map)
    for (const [key, part] of value as Map<unknown, unknown>) copy.set(inside(key), inside(part));
  else if (!ArrayBuffer.isView(value))
    for (const [key, part] of Object.entries(value)) (copy as Record<string, unknown>)[key] = inside(part);
  return copy;
}

function emptyLike(value: object): object {
  if (Array.isArray(value)) return [];
  if (value instanceof Map) return new Map();
  return value instanceof Set ? new Set() : {};
}
