/** A comparison as text for people, and as rows for spreadsheets. */

import { figureText } from '../../run/report/format.ts';
import { paragraph } from '../../run/report/table.ts';
import { wideTable } from '../../run/report/wide-table.ts';
import { FigureTable, type RunFigure } from '../../run/figures/table.ts';
import { merged, noteLines } from '../../run/tidy/notes.ts';
import { rounded } from '../../run/tidy/quantity.ts';
import type { Row } from '../../run/tidy/rows.ts';
import type { Spread } from '../../core/math/statistics/spread.ts';
import { waitsText } from '../../run/report/timing-text.ts';
import type { Compared } from './comparison.ts';

/** One column for each subject; ends with a newline. */
export function comparisonText(columns: readonly Compared[]): string {
  const some = (value: (column: Compared) => unknown): boolean =>
    columns.some((column) => value(column) !== undefined);
  const counts = [
    ['finished', ...columns.map(({ finished, runs }) => `${finished} of ${runs}`)],
    ...countsOf('partial', columns, ({ partial }) => partial),
    ...countsOf('violated', columns, ({ violated }) => violated),
    ...countsOf('a fault never happened', columns, ({ idle }) => idle),
    ...(some(({ equalLloyd }) => equalLloyd)
      ? [
          [
            'equal Lloyd',
            ...columns.map(({ equalLloyd, finished }) =>
              equalLloyd === undefined ? '' : `${equalLloyd} of ${finished}`,
            ),
          ],
        ]
      : []),
  ];
  const partial = columns.some(isPartial);
  const asked = [...inOrder(columns)].filter(({ name, over, rank }) => {
    if (over !== undefined) return partial === (over === 'all');
    return rank !== 'exception' || columns.some((column) => most(column, name) > 0);
  });
  const figures = asked.map((figure) => [
    figure.title,
    ...columns.map((column) =>
      markedText(valueText(column, figure.name), figure.about === 'cost' && isPartial(column)),
    ),
  ]);
  const waited = columns.map(({ waits = [] }) => waitsText(waits.slice(0, 1)));
  const waits = waited.some((text) => text !== '') ? [['waited most for', ...waited]] : [];
  const rows = wideTable(
    columns.map(({ title }) => title),
    [...counts, ...figures, ...waits],
  );
  const differ = figures.some((row) => row.some((text) => text.includes('±')));
  const lacking = asked.some(({ name }) => columns.some((column) => countText(column, name) !== ''));
  const mean = `${DEVIATION}${lacking ? LACKING : ''}\n`;
  const explained = `${differ || lacking ? mean : ''}${partial ? partialText(asked) : ''}`;
  const notes = noteLines(merged(columns.flatMap((column) => column.notes)));
  const below = `${notes.map((line) => paragraph(line)).join('')}${uncheckedText(columns)}`;
  return `${rows}${explained}${below === '' ? '' : `\n${below}`}`;
}

/** A row of counts of runs; none if all are 0. */
function countsOf(
  title: string,
  columns: readonly Compared[],
  countOf: (column: Compared) => number,
): string[][] {
  const counts = columns.map(countOf);
  return counts.some((count) => count > 0)
    ? [[title, ...counts.map((count, at) => `${count} of ${columns[at].runs}`)]]
    : [];
}

/** The expectations that did not apply to every subject. */
function uncheckedText(columns: readonly Compared[]): string {
  return columns
    .filter(({ unasked = [] }) => unasked.length > 0)
    .map(
      ({ title, unasked = [] }) =>
        `not checked for ${title}, which has no such figure or promise: ${unasked.join(', ')}\n`,
    )
    .join('');
}

const DEVIATION = 'mean ± standard deviation of the runs that finished';
const LACKING = '; (n of m): only n of these have the figure';
/** What costs of fewer points are, and what the figures of the quality make of those that are missing. */
function partialText(shown: readonly RunFigure[]): string {
  const meanings = shown
    .filter(({ about }) => about === 'quality')
    .map(({ title, summary }) => paragraph(`${title}: ${summary}`));
  return `* of the participants only: with missing points there is less to do\n${meanings.join('')}`;
}

/** Whether points are missing in some run. */
function isPartial({ figures }: Compared): boolean {
  return figures.some(
    ({ about, spread }) => about === 'missing' && spread !== undefined && spread.maximum > 0,
  );
}

/** The figures that some column has. */
function inOrder(columns: readonly Compared[]): FigureTable {
  return new FigureTable(columns.flatMap(({ figures }) => figures));
}

function markedText(text: string, marked: boolean): string {
  return marked && text !== '' ? `${text} *` : text;
}

function most({ figures }: Compared, name: string): number {
  return figures.find((figure) => figure.name === name)?.spread?.maximum ?? 0;
}

/** The mean of the runs with a number and the words of the others; a count where no run has a result. */
function valueText({ figures, runs, finished }: Compared, name: string): string {
  const figure = figures.find((one) => one.name === name);
  if (figure === undefined) return finished === 0 ? `0 of ${runs}` : '';
  const { spread, words = [] } = figure;
  const text = [...(spread ? [spreadText(spread, figure)] : []), ...words].join('; ');
  return `${text}${countText({ figures, finished }, name)}`;
}

/** How many of the finished runs have a figure, unless all do or none does. */
function countText({ figures, finished }: Pick<Compared, 'figures' | 'finished'>, name: string): string {
  const { runs = finished } = figures.find((one) => one.name === name) ?? {};
  return runs < finished ? ` (${runs} of ${finished})` : '';
}

/** The mean, and the standard deviation if runs differ; plain numbers and ratios without insignificant digits. */
function spreadText({ mean, deviation }: Spread, { unit }: RunFigure): string {
  if (deviation === 0) return figureText({ unit, value: mean }, 6);
  if (unit === 'number' || unit === 'ratio')
    return `${rounded(mean, deviation)} ± ${rounded(deviation, deviation)}`;
  const show = (value: number): string => figureText({ unit, value });
  const around = show(Number(deviation.toPrecision(3)));
  return `${show(mean)} ± ${Number.parseFloat(around) > 0 ? around : smallText(deviation, unit)}`;
}

/** What would round to nothing with the digits that a unit has: two of its own, so it is said how small it is. */
function smallText(value: number, unit: RunFigure['unit']): string {
  const [factor, name] = unit === 'ns' ? [1e3, ' µs'] : unit === 'share' ? [0.01, ' %'] : [1, ''];
  return `${Number((value / factor).toPrecision(2))}${name}`;
}

/** A row for each subject and each of its figures, with bytes, operations and nanoseconds as plain numbers. */
export function comparisonRows(columns: readonly Compared[]): Row[] {
  return columns.flatMap(({ title, figures }) =>
    figures.map(({ name, spread: { interval, ...spread } = {}, words, difference }) => ({
      title,
      figure: name,
      ...spread,
      ...(interval && { low: interval.low, high: interval.high }),
      ...(words && { words: words.join('; ') }),
      ...(difference && {
        difference: difference.mean,
        differenceLow: difference.interval?.low,
        differenceHigh: difference.interval?.high,
        larger: difference.larger,
        smaller: difference.smaller,
      }),
    })),
  );
}
