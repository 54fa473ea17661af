/** Counts by cell, and how one differs from another. */

import type { Cell } from '../blocks/scma/grid.ts';

export type Tally = ReadonlyMap<string, Cell>;

/** What is counted in each cell; several entries of a cell add up, and one that comes to nothing is left out. */
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

/** What has to be added to `before` for `now`: counts may be negative. In one order, whoever asks. */
export function difference(now: Tally, before: Tally): Cell[] {
  const minus = [...before.values()].map(({ place, count }) => ({ place, count: -count }));
  return [...tally([...now.values(), ...minus])]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, cell]) => cell);
}
