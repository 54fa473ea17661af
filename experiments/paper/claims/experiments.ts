/** All experiments that give cells, and what each found in this run or an earlier one. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PaperOptions } from '../options.ts';
import { FEDDP_EXPERIMENTS } from './feddp-cells.ts';
import { FEDDP } from './feddp-items.ts';
import type { Cases, Cell, Experiment, Item } from './item.ts';
import { MUFC_EXPERIMENTS } from './mufc-cells.ts';
import { MUFC } from './mufc-items.ts';
import { MUFC_THEOREMS } from './mufc-theorem-cells.ts';
import type { Found } from './row.ts';
import { SECFC_EXPERIMENTS } from './secfc-cells.ts';
import { SECFC } from './secfc-items.ts';
import { casesOfTests } from './tests.ts';
import { THEOREMS } from './theorem-cells.ts';
import { UNLEARNING } from './unlearning-cells.ts';

export const ITEMS: readonly Item[] = [...SECFC, ...MUFC, ...FEDDP];

export const EXPERIMENTS: readonly Experiment[] = [
  ...SECFC_EXPERIMENTS,
  ...MUFC_EXPERIMENTS,
  ...MUFC_THEOREMS,
  ...UNLEARNING,
  ...FEDDP_EXPERIMENTS,
  ...THEOREMS,
];

/** Finds what is asked for once; what is finished is in the journal, and not run again. */
export async function foundBy(
  items: readonly Item[],
  options: PaperOptions,
): Promise<ReadonlyMap<string, Found>> {
  const named = new Set(
    items.flatMap(({ evidence }) => (evidence.kind === 'cells' ? [evidence.experiment] : [])),
  );
  const cells: Cell[] = [];
  for (const experiment of EXPERIMENTS.filter(({ name }) => named.has(name)))
    if (isRun(experiment, options)) cells.push(...(await kept(experiment, options)));
  cells.push(...testCells(items, options));
  return new Map(
    items.flatMap((item) => {
      const command = commandOf(item);
      if (command === undefined) return [];
      const own = cells.filter((cell) => cell.item === item.id);
      return [[item.id, { command, ...(own.length > 0 && { cells: own }) }]];
    }),
  );
}

function isRun({ quick, data }: Experiment, options: PaperOptions): boolean {
  if (options.quick === true && quick === undefined) return false;
  return data === undefined || foldersOf(data, options).length > 0;
}

/** The folders of data that an experiment reads; none if it lacks the one that it needs. */
function foldersOf(data: readonly string[], { data: folder }: PaperOptions): readonly string[] {
  if (folder === undefined) return [];
  const [needed, ...others] = data.map((name) => join(folder, name));
  return existsSync(needed) ? [needed, ...others.filter((path) => existsSync(path))] : [];
}

/** The folders of data that all experiments read. */
export function dataRead(options: PaperOptions): readonly string[] {
  const run = EXPERIMENTS.filter((experiment) => isRun(experiment, options));
  return [...new Set(run.flatMap(({ data }) => (data === undefined ? [] : foldersOf(data, options))))];
}

async function kept(experiment: Experiment, options: PaperOptions): Promise<readonly Cell[]> {
  const seeds = options.quick === true ? (experiment.quick ?? options.seeds) : options.seeds;
  const key = `claims ${experiment.name} ${seeds} ${options.quick === true} ${options.data ?? ''}`;
  const found = options.journal.get(key) as readonly Cell[] | undefined;
  if (found !== undefined) return found;
  const cells = await experiment.cells({ ...options, seeds });
  options.journal.add(key, cells);
  return cells;
}

function testCells(items: readonly Item[], { journal }: PaperOptions): readonly Cell[] {
  const tested = items.flatMap(({ id, evidence }) =>
    evidence.kind === 'tests' ? evidence.files.map((file) => ({ item: id, file })) : [],
  );
  const key = (file: string): string => `claims ${file}`;
  const open = [...new Set(tested.map(({ file }) => file))].filter(
    (file) => journal.get(key(file)) === undefined,
  );
  const fresh = open.length === 0 ? new Map<string, Cases>() : casesOfTests(open);
  for (const [file, cases] of fresh) journal.add(key(file), cases);
  return tested.flatMap(({ item, file }) => {
    const found = fresh.get(file) ?? (journal.get(key(file)) as Cases | undefined);
    return found === undefined ? [] : [{ item, at: file, found: { ...found, tests: true } }];
  });
}

/** An item that was not run, with what would; undefined if it has no experiment. */
export function unrun(item: Item): Found | undefined {
  const command = commandOf(item);
  return command === undefined ? undefined : { command };
}

function commandOf({ evidence }: Item): string | undefined {
  if (evidence.kind === 'tests') return `npx vitest run ${evidence.files.join(' ')}`;
  if (evidence.kind === 'not done') return undefined;
  return EXPERIMENTS.find(({ name }) => name === evidence.experiment)?.command;
}
