/** The bytes of plain values that parties keep: of vectors and texts, wherever in the value. */

import { utf8 } from '../../core/base/bytes.ts';
import { bytesOf } from './windows.ts';

/** All vectors and texts in a value. */
export function* bytesIn(value: unknown): Generator<Uint8Array, void, void> {
  if (typeof value === 'string') yield utf8(value);
  else if (ArrayBuffer.isView(value)) yield bytesOf(value);
  else if (Array.isArray(value) || value instanceof Map || value instanceof Set)
    for (const part of value as Iterable<unknown>) yield* bytesIn(part);
  else if (typeof value === 'object' && value !== null) yield* bytesIn(Object.values(value));
}
