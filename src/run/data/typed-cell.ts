/** Cells of tables in which values have types, unlike the text of CSV. */

import { parseDecimal } from './decimal.ts';
import type { Cell } from './table.ts';

/** The finite number that a cell holds, as a number or as text; undefined if it holds none that a double can hold. */
export function typedNumber(cell: Cell): number | undefined {
  if (typeof cell === 'string') return parseDecimal(cell.trim());
  if (typeof cell !== 'number' && typeof cell !== 'bigint') return undefined;
  const value = Number(cell);
  return Number.isFinite(value) && (typeof cell === 'number' || BigInt(value) === cell) ? value : undefined;
}

/** A value, by the name of its column. */
export type NamedCell = readonly [name: string, cell: Cell];

/**
 * The cells that a value of a column becomes: a list becomes one cell for each of its elements, in columns named
 * `x[0]`, `x[1]` and so on.
 * @param refuse makes the error for a value of another kind
 */
export function* cellsOf(
  name: string,
  value: unknown,
  refuse: (name: string) => Error,
): Generator<NamedCell> {
  if (value === null) yield [name, undefined];
  else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const elements = value as ArrayLike<unknown>;
    for (let i = 0; i < elements.length; i++) yield* cellsOf(`${name}[${i}]`, elements[i], refuse);
  } else if (isCell(value)) yield [name, value];
  else throw refuse(name);
}

function isCell(value: unknown): value is Cell {
  return ['string', 'number', 'bigint', 'boolean', 'undefined'].includes(typeof value);
}
