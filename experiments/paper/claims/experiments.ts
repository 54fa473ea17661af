/** All experiments that give cells, and what each found in this run or an earlier one. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fsum } from 'd3-array';
import type { PaperOptions } from '../options.ts';
import { FEDDP_EXPERIMENTS } from './feddp-cells.ts';
import { FEDDP } from './feddp-items.ts';
import type { Cell, Experiment, Item } from './item.ts';
import { MUFC_EXPERIMENTS } from './mufc-cells.ts';
import { MUFC } from './mufc-items.ts';
import { MUFC_THEOREMS } from './mufc-theorem-cells.ts';
import type { Found } from './row.ts';
import { SECFC_EXPERIMENTS } from './secfc-cells.ts';
import { SECFC } from './secfc-items.ts';
import { type TestedFile, testedFiles } from './tests.ts';
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

/** What was found at once, by an experiment or the tests of a file for an item. */
interface Made {
  readonly cells: readonly Cell[];
  readonly seconds?: number;
}

/** Finds what is asked for once; what is finished is in the journal, and not run again. */
export async function foundBy(
  items: readonly Item[],
  options: PaperOptions,
): Promise<ReadonlyMap<string, Found>> {
  const named = new Set(
    items.flatMap(({ evidence }) => (evidence.kind === 'cells' ? evidence.experiments : [])),
  );
  const made: Made[] = [];
  for (const experiment of EXPERIMENTS.filter(({ name }) => named.has(name)))
    if (isRun(experiment, options)) made.push(await kept(experiment, options));
  made.push(...testsMade(items, options));
  return new Map(
    items.flatMap((item) => {
      const command = commandOf(item);
      if (command === undefined) return [];
      const isOwn = (cell: Cell): boolean => cell.item === item.id;
      const own = made.filter(({ cells }) => cells.some(isOwn));
      if (own.length === 0) return [];
      const times = own.flatMap(({ seconds }) => seconds ?? []);
      const cells = own.flatMap((one) => one.cells.filter(isOwn));
      return [[item.id, { command, cells, ...(times.length > 0 && { seconds: fsum(times) }) }]];
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

async function kept(experiment: Experiment, options: PaperOptions): Promise<Made> {
  const seeds = options.quick === true ? (experiment.quick ?? options.seeds) : options.seeds;
  const key = `claims ${experiment.name} ${seeds} ${options.quick === true} ${options.data ?? ''}`;
  const found = options.journal.get(key) as Made | undefined;
  if (found !== undefined) return found;
  const before = process.cpuUsage();
  const cells = await experiment.cells({ ...options, seeds });
  const { user, system } = process.cpuUsage(before);
  const made = { cells, ...(options.on === undefined && { seconds: (user + system) / 1e6 }) };
  options.journal.add(key, made);
  return made;
}

function testsMade(items: readonly Item[], { journal }: PaperOptions): readonly Made[] {
  const tested = items.flatMap(({ id, evidence }) =>
    evidence.kind === 'tests' ? evidence.files.map((file) => ({ item: id, file })) : [],
  );
  const key = (file: string): string => `claims ${file}`;
  const open = [...new Set(tested.map(({ file }) => file))].filter(
    (file) => journal.get(key(file)) === undefined,
  );
  const fresh = open.length === 0 ? new Map<string, TestedFile>() : testedFiles(open);
  for (const [file, own] of fresh) journal.add(key(file), own);
  return tested.flatMap(({ item, file }) => {
    const found = fresh.get(file) ?? (journal.get(key(file)) as TestedFile | undefined);
    if (found === undefined) return [];
    const { cases, seconds } = found;
    return [{ cells: [{ item, at: file, found: { ...cases, tests: true } }], seconds }];
  });
}

/** An item that was not run, with what would, and why; undefined if it has no experiment. */
export function unrun(item: Item, options: PaperOptions): Found | undefined {
  const command = commandOf(item);
  if (command === undefined) return undefined;
  const { evidence } = item;
  if (evidence.kind !== 'cells' || options.quick !== true) return { command };
  const isLong = EXPERIMENTS.some(
    ({ name, quick }) => evidence.experiments.includes(name) && quick === undefined,
  );
  return { command, ...(isLong && { why: 'not with `--quick`' }) };
}

function commandOf({ evidence }: Item): string | undefined {
  if (evidence.kind === 'tests') return `npx vitest run ${evidence.files.join(' ')}`;
  if (evidence.kind === 'not done') return undefined;
  return EXPERIMENTS.find(({ name }) => name === evidence.experiments[0])?.command;
}
