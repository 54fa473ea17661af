/** Counts by cell, and how one differs from another. */

import type { Cell } from '../blocks/scma/grid.ts';

export type Tally = ReadonlyMap<string, Cell>;

/** The count of each cell: several entries of a cell add up, and cells with a total of 0 are left out. */
export function tally(cells: Iterable<Cell>): Tally {
  const counts = new Map<string, Cell>();
  for (const { place, count } of cells) {
    const key = place.join();
    const sum = count + (counts.get(key)?.count ?? 0);
    if (sum === 0) counts.delete(key);
    else counts.set(key, { place, count: sum });
  }
  return counts;
}

/** What must be added to `before` to get `now`; counts may be negative. In a canonical order. */
export function difference(now: Tally, before: Tally): Cell[] {
  const minus = [...before.values()].map(({ place, count }) => ({ place, count: -count }));
  return [...tally([...now.values(), ...minus])]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, cell]) => cell);
}
