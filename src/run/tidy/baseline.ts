/**
 * Which run is another one's baseline: the one with the same seed that meets a condition, and otherwise agrees in
 * all settings that both have.
 */

import { CahootsError } from '../../core/base/errors.ts';
import type { Cell, Row } from './rows.ts';
import { settingsIn, variesIn } from './settings.ts';
import { type Condition, meets } from './where.ts';

/** For a run the one to compare it with, or in words why there is none. */
export type Baseline = (row: Row) => { readonly base: Row } | { readonly why: string };

/**
 * The columns in which a run and its baseline agree, besides the seed.
 * @param axes what was varied, as far as it is known: the titles of a comparison only name settings
 * @param shown columns by which a table distinguishes runs
 */
export function pairedBy(
  rows: readonly Row[],
  axes: readonly string[],
  shown: readonly string[],
): readonly string[] {
  const isTitle = (name: string): boolean => name === 'title';
  const settings = settingsIn(rows);
  const isOwn = (name: string): boolean => name.startsWith('protocol.');
  const varied = axes.every(isTitle)
    ? ['protocol', ...settings.filter((name) => !isOwn(name) && variesIn(rows, name))]
    : axes;
  // What is the same in all runs of a protocol follows from its name.
  const own = settings.filter((name) => isOwn(name) && variesIn(rows, name, ['protocol']));
  return [...new Set([...varied, ...own, ...shown])].filter((name) => !isTitle(name));
}

/**
 * @param conditions that the baseline meets, such as `protocol = lloyd`
 * @param columns in which a run and its baseline agree, if both have them, see {@link pairedBy}
 * @throws CahootsError if no run meets the conditions, or several that these columns do not distinguish do
 */
export function baselineOf(
  rows: readonly Row[],
  conditions: readonly Condition[],
  columns: readonly string[],
): Baseline {
  const text = conditions.map((condition) => condition.text).join(' and ');
  const all = rows.filter((row) => conditions.every((condition) => meets(row, condition)));
  if (all.length === 0) throw new CahootsError('bad-input', `expected runs with ${text}, got none`);
  const given = new Set(conditions.map(({ column }) => column));
  // A title stands for all settings of what is compared.
  const free = given.has('title') ? [] : columns.filter((column) => !given.has(column));
  const bySeed = new Map<Cell, Row[]>();
  for (const row of all) {
    const known = bySeed.get(row['seed']) ?? [];
    if (known.some((other) => free.every((column) => other[column] === row[column]))) {
      const message = `expected one run with ${text} for each seed and setting, got several: add conditions`;
      throw new CahootsError('bad-input', message);
    }
    bySeed.set(row['seed'], [...known, row]);
  }
  return (row) => {
    const candidates = bySeed.get(row['seed']) ?? [];
    const differing = candidates.map((base) => free.filter((column) => differs(row, base, column)));
    const agreeing = candidates.filter((_, at) => differing[at].length === 0);
    const same = agreeing.find((base) => free.every((column) => row[column] === base[column]));
    const base = same ?? (agreeing.length === 1 ? agreeing[0] : undefined);
    if (base !== undefined) return { base };
    if (candidates.length === 0) return { why: `no run with ${text} has the same seed` };
    const example = (of: Row, names: readonly string[]): string =>
      `--versus "${[text, ...names.map((name) => `${name} = ${of[name]}`)].join(' and ')}"`;
    if (agreeing.length > 0) {
      const name = free.find((column) => variesIn(agreeing, column)) as string;
      const values = [...new Set(agreeing.map((each) => each[name]))].join(', ');
      return {
        why: `the runs with ${text} have several values of ${name} (${values}); choose one, such as ${example(agreeing[0], [name])}`,
      };
    }
    const least = Math.min(...differing.map(({ length }) => length));
    const nearest = differing.findIndex(({ length }) => length === least);
    const names = differing[nearest];
    return {
      why: `the runs with ${text} have another ${names.join(', ')}; to compare them all the same: ${example(candidates[nearest], names)}`,
    };
  };
}

/** A protocol without privacy has no column for it, and agrees with every privacy. */
function differs(a: Row, b: Row, column: string): boolean {
  return a[column] !== undefined && b[column] !== undefined && a[column] !== b[column];
}
