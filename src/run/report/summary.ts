/**
 * A data set's summary as text for a terminal: its coordinates, classes and clients, with long lists
 * abbreviated.
 */

import type { ColumnSummary, Count, Summary } from '../data/summary.ts';
import { integer } from './format.ts';
import { table } from './table.ts';

/** Ends with a newline. */
export function summaryText(summary: Summary): string {
  const { columns, classes, clients, skipped, missing } = summary;
  return [
    columnsText(columns),
    countsText('class', classes),
    countsText('client', clients),
    skipped === 0
      ? 'no rows were left out\n'
      : `${integer(skipped)} ${skipped === 1 ? 'row was' : 'rows were'} left out because a value is missing\n`,
    ...(missing.length === 0
      ? []
      : [
          tableOf('column', ['column', 'rows without a value'], missing, ({ column, rows }) => [
            column,
            integer(rows),
          ]),
        ]),
  ].join('\n');
}

/** Rows beyond this number are summarised in one. */
const LONGEST = 12;

function columnsText(columns: readonly ColumnSummary[]): string {
  const cells = ({ column, minimum, maximum }: ColumnSummary): string[] => [
    column,
    number(minimum),
    number(maximum),
  ];
  return tableOf('column', ['column', 'minimum', 'maximum'], columns, cells, (rest) => [
    number(rest.reduce((least, { minimum }) => Math.min(least, minimum), Infinity)),
    number(rest.reduce((largest, { maximum }) => Math.max(largest, maximum), -Infinity)),
  ]);
}

function countsText(what: 'class' | 'client', counts: readonly Count[] | undefined): string {
  if (counts === undefined) return `nothing says what the ${what} of a point is\n`;
  const cells = ({ name, clientName, points }: Count): string[] => [
    clientName === undefined ? name : `${name} (${clientName})`,
    integer(points),
  ];
  return tableOf(what, [what, 'points'], counts, cells, (rest) => {
    const sizes = rest.map(({ points }) => points).toSorted((a, b) => a - b);
    return [`${integer(sizes[0])} to ${integer(sizes[sizes.length - 1])}`];
  });
}

/** A table of the first few items; `sumUp` makes the cells of a last row for all others. */
function tableOf<T>(
  words: string,
  head: string[],
  all: readonly T[],
  cells: (one: T) => string[],
  sumUp: (rest: readonly T[]) => string[] = () => [],
): string {
  const shown = all.length > LONGEST ? all.slice(0, LONGEST - 1) : all;
  const rest = all.slice(shown.length);
  const rows = [
    ...shown.map(cells),
    ...(rest.length === 0 ? [] : [[`and ${integer(rest.length)} more`, ...sumUp(rest)]]),
  ];
  return table(head, rows, [words]);
}

/** Whole, or with four significant digits. */
function number(value: number): string {
  return String(Number.isInteger(value) && Math.abs(value) < 1e9 ? value : Number(value.toPrecision(4)));
}
