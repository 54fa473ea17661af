/**
 * The row numbers of each value, ascending; the groups are in ascending order of their values, none empty.
 */
export function rowsByValue(values: Uint32Array): Uint32Array[] {
  const groups = new Map<number, number[]>();
  values.forEach((value, row) => {
    const group = groups.get(value);
    if (group === undefined) groups.set(value, [row]);
    else group.push(row);
  });
  return [...groups].toSorted(([a], [b]) => a - b).map(([, rows]) => Uint32Array.from(rows));
}
