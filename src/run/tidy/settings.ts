/** The resolved settings of a scenario as columns, by path. */

import type { ScenarioDocument } from '../scenario/schema.ts';
import { type Cell, columnsOf, type Row } from './rows.ts';

/**
 * Settings about how a scenario is written, or which runs there are, rather than a single run; the seed has
 * its own column.
 */
const APART = new Set(['$schema', 'description', 'name', 'seed', 'compare', 'swarm', 'sweep', 'version']);

/**
 * A column for every setting, defaults filled in: `protocol` is its name, `protocol.privacy` a setting of it.
 * Quantities are in nanoseconds, bits or operations a second, and bytes; a list becomes JSON.
 */
export function settingCells(settings: ScenarioDocument): Row {
  const row: Record<string, Cell> = { protocol: settings.protocol.name };
  for (const [name, value] of Object.entries(settings)) {
    if (APART.has(name)) continue;
    for (const [path, cell] of cellsOf(name, value)) if (path !== 'protocol.name') row[path] = cell;
  }
  return row;
}

type Cells = readonly (readonly [string, Cell])[];

/** Runs of a study share most of their sections, which are frozen. */
const known = new WeakMap<object, { readonly name: string; readonly cells: Cells }>();

function cellsOf(name: string, section: unknown): Cells {
  if (typeof section !== 'object' || section === null) return cellsAt(name, section);
  const before = known.get(section);
  if (before?.name === name) return before.cells;
  const cells = cellsAt(name, section);
  if (Object.isFrozen(section)) known.set(section, { name, cells });
  return cells;
}

function cellsAt(path: string, value: unknown): Cells {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.length === 0 ? [] : [[path, JSON.stringify(value)]];
  if (typeof value !== 'object') return [[path, value as Cell]];
  const entries = Object.entries(value);
  // A constant distribution.
  if (entries.length === 1 && entries[0][0] === 'constant') return [[path, entries[0][1] as Cell]];
  return entries.flatMap(([key, inner]) => cellsAt(`${path}.${key}`, inner));
}

/** The columns of rows that are settings: the number of clients, and all others by their paths. */
export function settingsIn(rows: readonly Row[]): string[] {
  return columnsOf(rows).filter(
    (name) =>
      name === 'clients' ||
      name === 'availability' ||
      name === 'use' ||
      /^(protocol|network|data|devices|faults|limits)\./.test(name),
  );
}

/**
 * Whether rows that agree in some columns have different values of another one.
 * @param within absent: all rows
 */
export function variesIn(rows: readonly Row[], name: string, within: readonly string[] = []): boolean {
  const first = new Map<string, Cell>();
  return rows.some((row) => {
    const key = JSON.stringify(within.map((column) => row[column]));
    if (!first.has(key)) first.set(key, row[name]);
    return first.get(key) !== row[name];
  });
}
