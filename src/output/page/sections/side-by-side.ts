/** Runs side by side, figure by figure: groups of many, or two. */

import { mean } from 'd3-array';
import { type FigureTable, figuresWith, rangeOf, type RunFigure } from '../../../run/figures/table.ts';
import { figureText } from '../../../run/report/format.ts';
import { figuresOfReport, volumes } from '../../../run/tidy/run-row.ts';
import type { PageRun } from '../run.ts';
import { numbersOf } from '../../../run/tidy/numbers.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import { spread } from '../../../core/math/statistics/spread.ts';
import { groupOf, pooled, pooledText, shown } from '../../figure/columns.ts';
import { type Column, h, type Html, tableOf } from '../html.ts';

/**
 * Each group's mean of every figure that some run has.
 * @param by the column that distinguishes groups
 */
export function sideBySide(
  rows: readonly Row[],
  by: string | undefined,
  groups: readonly string[],
  figures: FigureTable,
): Html {
  const rowsOf = (group: string): Row[] => rows.filter((row) => groupOf(row, by) === group);
  const together = pooledText(pooled(rows, [by]));
  const columns = groups.map((group): Column<RunFigure> => {
    const own = rowsOf(group);
    return {
      title: group,
      text: (figure) => meanOf(own, figure, together === ''),
      value: ({ name }) => mean(numbersOf(own, name)),
    };
  });
  const caption =
    together === ''
      ? 'Means over the runs that have the figure, with their 95 % intervals (Student’s t) where several seeds ran'
      : `Means over the runs that have the figure. ${together}`;
  return h`${resultsOf(rowsOf, by, groups)}${tableOf(caption, [{ title: 'figure', words: true, text: headOf, value: ({ title }) => title }, ...columns], compared(rows, figures))}`;
}

/** The figures of a full table: those that some run has, in numbers or in words. */
function compared(rows: readonly Row[], figures: FigureTable): RunFigure[] {
  return [...figures].filter(({ name, rank }) => {
    if (rank === 'hidden') return false;
    return rows.some((row) => typeof row[name] === 'string' || isNumber(row[name], rank === 'exception'));
  });
}

/** Counts of runs have a table of their own. */
function isNumber(cell: Row[string], unlessZero: boolean): boolean {
  return typeof cell === 'number' && !(unlessZero && cell === 0);
}

/** A figure's title; its meaning on demand. */
function headOf({ title, summary }: RunFigure): Html {
  return summary === '' ? h`${title}` : h`<span title="${summary}">${title}</span>`;
}

/** The mean with its interval; if no run has a number, all that they have in words. */
function meanOf(rows: readonly Row[], figure: RunFigure, intervals: boolean): string | Html {
  const { name } = figure;
  const all = numbersOf(rows, name);
  if (all.length === 0)
    return [...new Set(rows.map((row) => row[name]).filter((cell) => typeof cell === 'string'))].join('; ');
  const { mean: middle, interval } = spread(all, rangeOf(figure));
  if (!intervals || interval === undefined || interval.low === interval.high) return shown(figure, middle);
  return h`${shown(figure, middle)} <span class="faint">[${shown(figure, interval.low)}, ${shown(figure, interval.high)}]</span>`;
}

/** How many runs have a result, and how many keep the promise to equal Lloyd. */
function resultsOf(
  rowsOf: (group: string) => readonly Row[],
  by: string | undefined,
  groups: readonly string[],
): Html {
  return tableOf(
    'How many have a result',
    [
      { title: by ?? '', words: true, text: (group: string) => group },
      { title: 'runs', text: (group) => `${rowsOf(group).length}` },
      {
        title: 'with a result',
        text: (group) => `${rowsOf(group).filter(({ clustered }) => clustered !== false).length}`,
      },
      {
        title: 'equal to Lloyd',
        text: (group) => {
          const promised = rowsOf(group).filter(({ equalsLloyd }) => equalsLloyd !== undefined);
          return promised.length === 0
            ? 'not promised'
            : `${promised.filter(({ equalsLloyd }) => equalsLloyd === true).length} of ${promised.length}`;
        },
      },
    ],
    groups,
  );
}

/** The figures of two runs, as their traces describe them, with the differences. */
export function twoSideBySide(a: PageRun, b: PageRun): Html {
  const runs = [a, b];
  const figures = figuresWith(
    runs.flatMap(({ record }) => record.report.outcome?.findings.figures ?? []),
    'a protocol',
  );
  const rows = runs.map(({ record: { report } }): Row => {
    return report.outcome === undefined ? volumes(report) : figuresOfReport(report, report.outcome);
  });
  const numberIn = (row: Row, { name }: RunFigure): number | undefined => {
    const cell = row[name];
    return typeof cell === 'number' ? cell : undefined;
  };
  const columns = runs.map(({ label }, i): Column<RunFigure> => ({
    title: label,
    text: (figure) => {
      const cell = rows[i][figure.name];
      return typeof cell === 'number' || typeof cell === 'string'
        ? figureText({ unit: figure.unit, value: cell })
        : 'none';
    },
    value: (figure) => numberIn(rows[i], figure),
  }));
  return tableOf(
    'Side by side',
    [
      { title: '', words: true, text: ({ title }: RunFigure) => title },
      ...columns,
      {
        title: 'change',
        text: (figure) => changeText(numberIn(rows[0], figure), numberIn(rows[1], figure)),
        value: (figure) => {
          const [x, y] = rows.map((row) => numberIn(row, figure));
          return x === undefined || y === undefined || x === 0 ? undefined : y / x;
        },
      },
    ],
    compared(rows, figures),
  );
}

function changeText(x: number | undefined, y: number | undefined): string {
  if (x === undefined || y === undefined) return '';
  if (x === y) return 'the same';
  return x === 0 ? '' : `${y > x ? '+' : '−'}${(100 * Math.abs(y / x - 1)).toPrecision(3)} %`;
}
