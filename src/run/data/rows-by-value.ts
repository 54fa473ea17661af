import { grouped } from '../../core/base/grouped.ts';

/**
 * The row numbers of each value, ascending; the groups are in ascending order of their values, none empty.
 */
export function rowsByValue(values: Uint32Array): Uint32Array[] {
  const groups = grouped(values.keys(), (row) => values[row]);
  return [...groups].toSorted(([a], [b]) => a - b).map(([, rows]) => Uint32Array.from(rows));
}
