/** The result of a sweep, as a table of its points. */

import { paragraph } from '../run/report/table.ts';
import { merged, noteLines } from '../run/tidy/notes.ts';
import { gridOf } from '../run/tidy/pivot-grid.ts';
import { plainTable } from '../run/tidy/pivot-text.ts';
import { shellCommand } from '../run/report/shell.ts';
import type { FigureTable } from '../run/figures/table.ts';
import { numberOf, wordsOf } from '../run/tidy/numbers.ts';
import { pivot } from '../run/tidy/pivot.ts';
import type { Row } from '../run/tidy/rows.ts';

/** With more points, nobody reads a line for each. */
const MOST_LINES = 60;

/**
 * The figures in front, point by point.
 * @param figures what columns mean
 * @param out where the rows are stored, if anywhere
 */
export function overview(
  rows: readonly Row[],
  axes: readonly string[],
  figures: FigureTable,
  out: string | undefined,
): string {
  const values = valuesIn(rows, figures);
  const found = pivot(rows, { rows: axes, columns: [], values, figures });
  const tables = (...flags: string[]): string => shellCommand('cahoots', 'table', out ?? 'DIR', ...flags);
  return [
    found.side.length <= MOST_LINES
      ? plainTable(gridOf(found))
      : noteLines(merged(found.notes.flat(2)))
          .map((line) => paragraph(line))
          .join(''),
    ...(out === undefined
      ? []
      : [
          `rows in ${out}; tables of them: ${tables('--value', values.at(-1) ?? 'FIGURE')}\nrun again and compared: ${shellCommand('cahoots', 'verify', out)}\n`,
        ]),
  ].join('\n');
}

/** The figures in front that some run has. */
export function valuesIn(rows: readonly Row[], figures: FigureTable): string[] {
  return figures.main
    .map(({ name }) => name)
    .filter(
      (name) => rows.some((row) => numberOf(row, name) !== undefined) || wordsOf(rows, name).length > 0,
    );
}
