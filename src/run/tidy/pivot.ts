/** Rows of runs as a table of means: grouped by some columns downwards and by others across. */

import { grouped } from '../../core/base/grouped.ts';
import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { type FigureTable, rangeOf } from '../figures/table.ts';
import type { Baseline } from './baseline.ts';
import { type Group, groupBy, sharedNotes, type SharedNote } from './notes.ts';
import { numberOf, wordsOf } from './numbers.ts';
import { type Standing, standingOf } from '../report/worth.ts';
import type { Cell, Row } from './rows.ts';
import { difference, type Difference, spread, type Spread } from '../../core/math/statistics/spread.ts';
import { ofSeeds } from './seeds.ts';

export interface PivotOptions {
  /** Columns whose values are at the side. */
  readonly rows: readonly string[];
  /** Columns whose values are at the top. */
  readonly columns: readonly string[];
  /** Columns to average; booleans count as 1 and 0. */
  readonly values: readonly string[];
  /** What they mean. */
  readonly figures: FigureTable;
  /** The run to compare each run with; absent: none. */
  readonly baseline?: Baseline | undefined;
}

export interface PivotCell {
  /** Over the runs that have the value; absent if none has. */
  readonly spread?: Spread;
  /** These values by the seeds of their runs; absent if a seed has several. */
  readonly bySeed?: ReadonlyMap<Cell, number>;
  /** What the other runs have in words; absent: nothing. */
  readonly words?: readonly string[];
  /** From the baseline, pair by pair; absent if there are no pairs. */
  readonly difference?: Difference;
  /** Whether or not its runs have the value. */
  readonly standing: Standing;
  /** There are several runs per seed, with settings that the table does not distinguish. */
  readonly together?: true;
}

export interface Pivot {
  readonly options: PivotOptions;
  /** The values of the side columns, for each line. */
  readonly side: readonly (readonly Cell[])[];
  /** The values of the top columns, for each group of columns. */
  readonly top: readonly (readonly Cell[])[];
  /** By line, then by group, then by value; undefined if there is no run. */
  readonly cells: readonly (readonly (readonly (PivotCell | undefined)[])[])[];
  /** What must be said of the runs, by line, then by group. */
  readonly notes: readonly (readonly (readonly SharedNote[])[])[];
}

/** Lines and columns in the order of their values: numbers by size, everything else by first appearance. */
export function pivot(rows: readonly Row[], options: PivotOptions): Pivot {
  const side = new Groups(options.rows);
  const top = new Groups(options.columns);
  const groups = grouped(rows, (row) => `${side.of(row)}/${top.of(row)}`);
  const cells = side.sorted.map(({ at: line }) =>
    top.sorted.map(({ at: column }) => {
      const group = groups.get(`${line}/${column}`);
      return options.values.map((value) => group && cellOf(group, value, options));
    }),
  );
  const groupOf = groupBy([...options.rows, ...options.columns]);
  const notes = side.sorted.map(({ at: line }) =>
    top.sorted.map(({ at: column }) => {
      const group = groups.get(`${line}/${column}`) ?? [];
      return [...sharedNotes(group, groupOf), ...unpaired(group, groupOf, options.baseline)];
    }),
  );
  const keysOf = (sorted: Groups['sorted']): (readonly Cell[])[] => sorted.map(({ key }) => key);
  return { options, side: keysOf(side.sorted), top: keysOf(top.sorted), cells, notes };
}

function cellOf(group: readonly Row[], value: string, { baseline, figures }: PivotOptions): PivotCell {
  const range = rangeOf(figures.of(value));
  const numbers: number[] = [];
  const bySeed = new Map<Cell, number>();
  const pairs: [number, number][] = [];
  for (const row of group) {
    const number = numberOf(row, value);
    if (number === undefined) continue;
    numbers.push(number);
    bySeed.set(row['seed'], number);
    const found = baseline?.(row);
    const other = found && 'base' in found ? numberOf(found.base, value) : undefined;
    if (other !== undefined) pairs.push([number, other]);
  }
  const words = wordsOf(group, value);
  const differs = difference(pairs, range);
  const seeds = group.map(({ seed }) => seed);
  return defined({
    standing: standingOf(group),
    together: new Set(seeds).size < seeds.length || undefined,
    spread: numbers.length > 0 ? ofSeeds(spread(numbers, range), seeds) : undefined,
    bySeed: bySeed.size === numbers.length ? bySeed : undefined,
    words: unlessEmpty(words),
    difference: differs && ofSeeds(differs, seeds),
  });
}

/** Why runs have no baseline. */
function unpaired(
  group: readonly Row[],
  groupOf: (row: Row) => Group,
  baseline: Baseline | undefined,
): readonly SharedNote[] {
  const reasons = new Map<string, Row[]>();
  for (const row of group) {
    const found = baseline?.(row);
    if (found === undefined || 'base' in found) continue;
    reasons.set(found.why, [...(reasons.get(found.why) ?? []), row]);
  }
  return Array.from(reasons, ([text, rows]) => ({
    title: 'no pair',
    severity: 'info',
    column: 'unpaired',
    text,
    of: [{ group: groupOf(rows[0]), seeds: rows.map(({ seed }) => seed) }],
  }));
}

/** Values of some columns, numbered in order of appearance. */
class Groups {
  readonly #columns: readonly string[];
  readonly #numbers = new Map<string, number>();
  readonly #keys: (readonly Cell[])[] = [];

  constructor(columns: readonly string[]) {
    this.#columns = columns;
  }

  of(row: Row): number {
    let text = '';
    for (const column of this.#columns) text += `${typeof row[column]}${String(row[column])}\n`;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.#numbers.set(text, this.#keys.length);
    return this.#keys.push(this.#columns.map((column) => row[column])) - 1;
  }

  get sorted(): readonly { readonly at: number; readonly key: readonly Cell[] }[] {
    // The rank of each value in its column: by size if all are numbers, otherwise by first appearance.
    const places = this.#columns.map((_, c) => placesOf(this.#keys.map((key) => key[c])));
    const all = this.#keys.map((key, at) => ({ at, key }));
    return all.toSorted((a, b) => {
      for (const [c, place] of places.entries()) {
        const order = (place.get(a.key[c]) as number) - (place.get(b.key[c]) as number);
        if (order !== 0) return order;
      }
      return 0;
    });
  }
}

function placesOf(cells: readonly Cell[]): ReadonlyMap<Cell, number> {
  const once = [...new Set(cells)];
  const numbers = once.filter((cell) => typeof cell === 'number');
  const others = once.filter((cell) => typeof cell !== 'number' && cell !== undefined);
  // Settings that do not apply come first, as the simplest case.
  const missing = once.filter((cell) => cell === undefined);
  const sorted =
    others.length === 0 ? numbers.toSorted((a, b) => a - b) : once.filter((cell) => cell !== undefined);
  return new Map([...missing, ...sorted].map((cell, i) => [cell, i]));
}
