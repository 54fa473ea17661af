/** A ranking of settings as the same kinds of tables as means. */

import type { Ranked, Ranking } from '../run/tidy/best.ts';
import { merged, noteLines } from '../run/tidy/notes.ts';
import { type Entry, type Grid, meanEntry } from '../run/tidy/pivot-grid.ts';
import { differenceCells, notesCell, spreadCells } from '../run/tidy/pivot-text.ts';
import { type Scale, scaleOf } from '../run/tidy/quantity.ts';
import type { Row } from '../run/tidy/rows.ts';
import type { RunFigure } from '../run/figures/table.ts';
import { marksMeaning, type Standing, standingMarks } from '../run/report/worth.ts';
import type { Condition } from '../run/tidy/where.ts';

/** The best and those that follow. */
const SHOWN = 6;

/** The first of them, with what each is worth; all in {@link rankingRows}. */
export function rankingGrid(
  { ranked, settings, refused }: Ranking,
  axes: readonly string[],
  { title, unit, better = 'down' }: RunFigure,
  conditions: readonly Condition[],
): Grid {
  const shown = ranked.slice(0, SHOWN);
  const scale = scaleOf(
    unit,
    shown.map(({ spread }) => spread.mean),
  );
  const withUnit = `${title}${scale.unit === '' ? '' : ` (${scale.unit})`}`;
  const demand = [
    'every run came to a result and violated nothing',
    ...conditions.map(({ text }) => text),
  ].join(' and ');
  const which = `${settings - refused} of ${settings} settings qualify (${demand})`;
  const order = `, ${better === 'up' ? 'largest' : 'smallest'} first; mean ± half its 95 % interval`;
  const isCut = shown.some(
    ({ spread, difference }) => (spread.interval?.cut ?? difference?.interval?.cut) === true,
  );
  const ends = isCut ? ', or its ends, if it is cut at a bound of the figure' : '';
  const meaning = marksMeaning(shown.map(({ standing }) => standing));
  const more = ranked.length - shown.length;
  return {
    side: axes,
    head: ['runs', withUnit, 'more than the first'],
    lines: shown.map(({ setting, spread, difference, standing }, at): Grid['lines'][number] => [
      setting.map((cell) => (cell === undefined ? '–' : String(cell))),
      [
        runsEntry(standing),
        { ...meanEntry(spread, scale), ...(at === 0 && isAhead(ranked) && { bold: true }) },
        differenceEntry(difference, scale),
      ],
    ]),
    notes: [
      `${which}${shown.length === 0 ? '' : `${order}${ends}${meaning}`}`,
      ...(more === 0 ? [] : [`and ${more} more`]),
      ...noteLines(merged(shown.flatMap(({ notes }) => notes))),
    ],
  };
}

function differenceEntry(difference: Ranked['difference'], scale: Scale): Entry {
  const remark = verdict(difference);
  return {
    ...(difference && meanEntry(difference, scale)),
    ...(remark !== undefined && { remark }),
  };
}

/** Whether all others differ from the first. */
function isAhead([, ...others]: readonly Ranked[]): boolean {
  return others.length > 0 && others.every(({ difference }) => verdict(difference) === undefined);
}

/** Undefined for a setting that differs from the best. */
function verdict(difference: Ranked['difference']): string | undefined {
  if (difference === undefined) return 'best';
  const { interval, mean, runs } = difference;
  if (interval === undefined) {
    if (mean === 0) return 'the same';
    return `${runs === 1 ? 'one seed' : 'several settings under one seed'}: nothing tells them apart`;
  }
  return interval.low <= 0 && interval.high >= 0 ? 'not told apart from the best' : undefined;
}

function runsEntry(standing: Standing): Entry {
  const marks = standingMarks(standing);
  return { mean: `${standing.runs}`, ...(marks.length > 0 && { remark: marks.join(', ') }) };
}

/** A row for each setting that qualifies, unrounded and in the units of the rows of runs. */
export function rankingRows(
  { ranked }: Ranking,
  axes: readonly string[],
  { name }: Pick<RunFigure, 'name'>,
): Row[] {
  return ranked.map(({ setting, spread, difference, standing, notes }, at) => ({
    ...Object.fromEntries(axes.map((axis, i) => [axis, setting[i]])),
    value: name,
    rank: at + 1,
    ...spreadCells(standing, spread),
    ...differenceCells(difference),
    verdict: verdict(difference),
    notes: notesCell(notes),
  }));
}
