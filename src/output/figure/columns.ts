/** Columns of a table of runs: which exist, how they are titled, and which ones distinguish runs. */

import { CahootsError } from '../../core/base/errors.ts';
import { suggestion } from '../../core/base/suggestion.ts';
import { figureText } from '../../run/report/format.ts';
import type { FigureTable, RunFigure } from '../../run/figures/table.ts';
import type { Row } from '../../run/tidy/rows.ts';
import { settingsIn, variesIn } from '../../run/tidy/settings.ts';

const MOST_GROUPS = 12;

/** A number in a column, in readable form. */
export function shown({ unit }: RunFigure, value: number): string {
  return figureText({ unit, value }, 4);
}

/** How an axis shows values of a figure: without trailing zeros. */
export function tick(figure: RunFigure): (value: number) => string {
  return (value) =>
    value === 0
      ? '0'
      : shown(figure, value)
          .replace(/\.0+(?=\D|$)/, '')
          .replace(/(\.\d*?)0+(?=\D|$)/, '$1');
}

/** The heading of a figure's panel: its title, and which way is better. */
export function panelTitle({ title, better }: RunFigure): string {
  return better === undefined ? title : `${title} (${better === 'up' ? 'more' : 'less'} is better)`;
}

/**
 * The figures that are drawn: the one that is asked for, otherwise those in front that the rows have.
 * @throws CahootsError if the table has no numbers under that name
 */
export function figuresIn(
  rows: readonly Row[],
  figures: FigureTable,
  wanted: string | undefined,
): RunFigure[] {
  if (wanted !== undefined) return [figures.of(numeric(rows, figures.columnNamed(wanted), '--y'))];
  return figures.main.filter(({ name }) => rows.some((row) => typeof row[name] === 'number'));
}

/**
 * This column, if it can be an axis.
 * @throws CahootsError if no row has a number there
 */
export function numeric(rows: readonly Row[], name: string, flag: string): string {
  if (rows.some((row) => typeof row[name] === 'number')) return name;
  const columns = [
    ...new Set(rows.flatMap((row) => Object.keys(row).filter((key) => typeof row[key] === 'number'))),
  ];
  const message = `expected a column of numbers (${columns.slice(0, 40).join(', ')}), got ${name}`;
  throw new CahootsError('bad-input', message + suggestion(name, columns), { path: flag });
}

/**
 * The column that distinguishes rows: what was compared, otherwise the protocol, otherwise a setting that
 * differs.
 * @param besides a column that is already drawn
 * @throws CahootsError if the table has no such column
 */
export function groupColumn(
  rows: readonly Row[],
  wanted: string | undefined,
  besides?: string,
): string | undefined {
  if (wanted !== undefined) {
    if (rows.some((row) => row[wanted] !== undefined)) return wanted;
    const meant = suggestion(wanted, [...new Set(rows.flatMap((row) => Object.keys(row)))]);
    throw new CahootsError('bad-input', `expected a column of the table, got ${wanted}${meant}`, {
      path: '--by',
    });
  }
  const differing = ['title', 'protocol', ...settingsIn(rows)].filter(
    (name) => name !== besides && isBetween(distinct(rows, name).length, 2, MOST_GROUPS),
  );
  const named = differing.find((name) => besides === undefined || !follows(rows, name, besides));
  return named;
}

/** The setting with the most values: what a sweep varies. */
export function sweptColumn(rows: readonly Row[], wanted: string | undefined): string | undefined {
  if (wanted !== undefined) return numeric(rows, wanted, '--x');
  const candidates = settingsIn(rows).filter(
    (name) =>
      rows.every((row) => row[name] === undefined || typeof row[name] === 'number') &&
      distinct(rows, name).length >= 3,
  );
  return candidates.toSorted((a, b) => distinct(rows, b).length - distinct(rows, a).length)[0];
}

/** The different values of a column, in order of first occurrence. */
export function distinct(rows: readonly Row[], name: string): (string | number | boolean)[] {
  return [...new Set(rows.map((row) => row[name]).filter((cell) => cell !== undefined))];
}

function isBetween(count: number, least: number, most: number): boolean {
  return count >= least && count <= most;
}

/** Whether a column is a function of another one. */
function follows(rows: readonly Row[], name: string, other: string): boolean {
  const by = new Map<unknown, unknown>();
  return rows.every((row) => {
    const before = by.get(row[other]);
    by.set(row[other], before ?? row[name]);
    return before === undefined || before === row[name];
  });
}

/** The values of a column in words, since a bare number would not say what it is. */
export function groupOf(row: Row, by: string | undefined): string {
  if (by === undefined) return 'all runs';
  if (row[by] === undefined) return `no ${by}`;
  return typeof row[by] === 'string' ? row[by] : `${by} ${row[by]}`;
}

/**
 * Settings that differ between rows drawn as one. A mean over them has no interval: it would include the effect
 * of the settings, and count the same seed several times.
 */
export function pooled(rows: readonly Row[]): string[] {
  return ['title', 'protocol', ...settingsIn(rows)].filter((name) => variesIn(rows, name));
}

/**
 * The note below a picture of means: what they are over. Empty if each is over one setting.
 * @param groups the settings that each group has {@link pooled}
 */
export function pooledText(groups: ReadonlyMap<string, readonly string[]>): string {
  const mixed = [...groups].filter(([, names]) => names.length > 0);
  if (mixed.length === 0) return '';
  const names = [...new Set(mixed.flatMap(([, own]) => own))].join(', ');
  const of = mixed.length === groups.size ? '' : ` of ${mixed.map(([group]) => group).join(', ')}`;
  return `Means${of} are over different values of ${names} together, and have no intervals for that; cahoots plot --by tells the values of one apart.`;
}

/** In a row of a picture: what the {@link pooledText} below it says of its group. */
export function pooledCell(names: readonly string[]): Row {
  return names.length === 0 ? {} : { together: names.join(', ') };
}

/** The note below a picture from its rows. */
export function pooledNote(rows: readonly Row[]): string {
  const groups = new Map<string, string[]>();
  for (const { group, together } of rows) {
    const known = groups.get(String(group)) ?? [];
    const names = together === undefined ? [] : String(together).split(', ');
    groups.set(String(group), [...new Set([...known, ...names])]);
  }
  return pooledText(groups);
}
