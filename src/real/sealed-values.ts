/** Values with sealed vectors, as stored on disk: the contents replace the seals. */

import { Sealed, sealedCopy } from '../core/engine/compute/sealed.ts';
import { planesOf } from '../core/engine/wire/sealed-residues.ts';
import type { Planes } from '../core/engine/wire/residues.ts';

/** Marks the replacement of a sealed vector. */
const SEALED = 'cahoots:sealed';

/** A plain value without seals. */
export function withoutSeals(value: unknown): unknown {
  return mapped(value, (part) => (part instanceof Sealed ? { [SEALED]: planesOf(part) } : undefined));
}

/** The value before {@link withoutSeals}. */
export function withSeals(value: unknown): unknown {
  return mapped(value, (part) =>
    SEALED in part ? sealedCopy((part as { readonly [SEALED]: Planes })[SEALED]) : undefined,
  );
}

/** A plain value with some of its parts replaced. */
function mapped(value: unknown, replace: (part: object) => object | undefined): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  const other = replace(value);
  if (other !== undefined) return other;
  const inside = (part: unknown): unknown => mapped(part, replace);
  if (Array.isArray(value)) return value.map(inside);
  if (value instanceof Set) return new Set([...value].map(inside));
  if (value instanceof Map) return new Map([...value].map(([key, part]) => [inside(key), inside(part)]));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, inside(part)]));
}
