/** The result of a sweep, as a table of its points. */

import { paragraph } from '../run/report/table.ts';
import { merged, noteLines } from '../run/tidy/notes.ts';
import { gridOf } from '../run/tidy/pivot-grid.ts';
import { plainTable } from '../run/tidy/pivot-text.ts';
import { shellCommand } from '../run/report/shell.ts';
import { BASIS, COST, QUALITY, rangesOf, type RunFigure } from '../run/tidy/figures.ts';
import { pivot } from '../run/tidy/pivot.ts';
import type { Row } from '../run/tidy/rows.ts';

/** Columns that are not among the figures by which protocols are compared. */
const OTHERS: readonly RunFigure[] = [
  { name: 'clustered', title: 'came to a clustering', unit: 'share', better: 'up' },
  { name: 'equalsLloyd', title: 'equal Lloyd', unit: 'share', better: 'up' },
  { name: 'converged', title: 'converged', unit: 'share', better: 'up' },
  { name: 'bytes', title: 'bytes', unit: 'bytes', better: 'down' },
  { name: 'endNs', title: 'until the last packet is gone', unit: 'ns', better: 'down' },
];

/** Titles, units and directions of columns, including protocols' own figures. */
export function figureMap(own: readonly RunFigure[] = []): ReadonlyMap<string, RunFigure> {
  const all = [...OTHERS, ...QUALITY, ...BASIS, ...COST, ...own];
  return new Map(all.map((figure) => [figure.name, figure]));
}

/** The figures of most interest. */
export const FIRST = ['clustered', 'accuracy', 'rounds', 'bytes', 'resultNs'] as const;

/** With more points, nobody reads a line for each. */
const MOST_LINES = 60;

/** @param out where the rows are stored, if anywhere */
export function overview(rows: readonly Row[], axes: readonly string[], out: string | undefined): string {
  const values = FIRST.filter((name) => rows.some((row) => row[name] !== undefined));
  const figures = figureMap();
  const found = pivot(rows, { rows: axes, columns: [], values, ranges: rangesOf(figures.values()) });
  const tables = (...flags: string[]): string => shellCommand('cahoots', 'table', out ?? 'DIR', ...flags);
  return [
    found.side.length <= MOST_LINES
      ? plainTable(gridOf(found, figures))
      : noteLines(merged(found.notes.flat(2)))
          .map((line) => paragraph(line))
          .join(''),
    ...(out === undefined
      ? []
      : [
          `rows in ${out}; tables of them: ${tables('--value', 'resultNs')}\nrun again and compared: ${shellCommand('cahoots', 'verify', out)}\n`,
        ]),
  ].join('\n');
}
