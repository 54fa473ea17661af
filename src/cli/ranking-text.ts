/** A ranking of settings as text. */

import { merged, noteLines } from '../run/tidy/notes.ts';
import { meanEntry } from '../run/tidy/pivot-grid.ts';
import { plainText } from '../run/tidy/pivot-text.ts';
import { scaleOf } from '../run/tidy/quantity.ts';
import { paragraph, table } from '../run/report/table.ts';
import type { Ranking } from '../run/tidy/best.ts';
import type { RunFigure } from '../run/figures/table.ts';
import { PARTIAL, type Standing, standingMarks } from '../run/tidy/worth.ts';
import type { Condition } from '../run/tidy/where.ts';

/** The best and those that follow. */
const SHOWN = 6;

/** Ends with a newline. */
export function rankingText(
  { ranked, settings, refused }: Ranking,
  axes: readonly string[],
  { title, unit, better = 'down' }: RunFigure,
  conditions: readonly Condition[],
): string {
  const demand = ['every run came to a result', ...conditions.map(({ text }) => text)].join(' and ');
  const which = `${settings - refused} of ${settings} settings qualify (${demand})`;
  if (ranked.length === 0) return `${which}\n`;
  const shown = ranked.slice(0, SHOWN);
  const scale = scaleOf(
    unit,
    shown.map(({ spread }) => spread.mean),
  );
  const withUnit = `${title}${scale.unit === '' ? '' : ` (${scale.unit})`}`;
  const isCut = shown.some(
    ({ spread, difference }) => (spread.interval?.cut ?? difference?.interval?.cut) === true,
  );
  const lines = shown.map(({ setting, spread, difference, standing }) => [
    ...setting.map((cell) => (cell === undefined ? '–' : String(cell))),
    countText(standing),
    plainText(meanEntry(spread, scale)),
    difference === undefined ? '' : plainText(meanEntry(difference, scale)),
    verdict(difference),
  ]);
  const head = [...axes, 'runs', withUnit, 'more than the first', ''];
  const order = `${better === 'up' ? 'largest' : 'smallest'} first; mean ± half its 95 % interval`;
  const ends = isCut ? ', or its ends, if it is cut at a bound of the figure' : '';
  const partial = shown.some(({ standing }) => standing.partial > 0) ? `; ${PARTIAL}` : '';
  const more = ranked.length - shown.length;
  const rest = more === 0 ? '' : `and ${more} more\n`;
  const notes = noteLines(merged(shown.flatMap((one) => one.notes))).map((line) => paragraph(line));
  return `${paragraph(`${which}, ${order}${ends}${partial}`)}\n${table(head, lines, [...axes, ''])}${rest}${notes.join('')}`;
}

function verdict(difference: Ranking['ranked'][0]['difference']): string {
  if (difference === undefined) return 'best';
  const { interval, mean, runs } = difference;
  if (interval === undefined) {
    if (mean === 0) return 'the same';
    return `${runs === 1 ? 'one seed' : 'several settings under one seed'}: nothing tells them apart`;
  }
  return interval.low <= 0 && interval.high >= 0 ? 'not told apart from the best' : '';
}

function countText(standing: Standing): string {
  const marks = standingMarks(standing);
  return marks.length === 0 ? `${standing.runs}` : `${standing.runs} (${marks.join(', ')})`;
}
