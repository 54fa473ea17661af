/** Runs side by side, figure by figure: groups of many, or two. */

import { mean } from 'd3-array';
import { type FigureTable, rangeOf, type RunFigure } from '../../../run/figures/table.ts';
import { figureText } from '../../../run/report/format.ts';
import { textsTogether } from '../../../run/report/statement.ts';
import { figuresOfPage, type PageRun, rowOfPage } from '../run.ts';
import { isKept, numberOf, numbersOf, wordsOf } from '../../../run/tidy/numbers.ts';
import { COUNT_MEANING, countMark, hasResult, standingOf } from '../../../run/report/worth.ts';
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
  const mixed = new Map(groups.map((group) => [group, pooled(rowsOf(group))]));
  const together = pooledText(mixed);
  const columns = groups.map((group): Column<RunFigure> => {
    const own = rowsOf(group);
    return {
      title: group,
      text: (figure) => meanOf(own, figure, mixed.get(group)?.length === 0),
      value: ({ name }) => mean(numbersOf(own, name)),
    };
  });
  const isSome = [...mixed.values()].some((names) => names.length === 0);
  const intervals = isSome ? ', with their 95 % intervals (Student’s t) where several seeds ran' : '';
  const caption = `Means over the runs that have the figure${intervals}; ${COUNT_MEANING}${together === '' ? '' : `. ${together}`}`;
  return h`${resultsOf(rowsOf, by, groups)}${tableOf(caption, [{ title: 'figure', words: true, text: headOf, value: ({ title }) => title }, ...columns], compared(rows, figures))}`;
}

/** The figures of a full table. Counts of runs, as of those with a result, have a table of their own. */
function compared(rows: readonly Row[], figures: FigureTable): RunFigure[] {
  return figures.comparedIn(rows).filter(({ name }) => !rows.some((row) => typeof row[name] === 'boolean'));
}

/** A figure's title; its meaning on demand. */
function headOf({ title, summary }: RunFigure): Html {
  return summary === '' ? h`${title}` : h`<span title="${summary}">${title}</span>`;
}

/** The mean with its interval, how many runs have it unless all do, and what the others have in words. */
function meanOf(rows: readonly Row[], figure: RunFigure, intervals: boolean): string | Html {
  const { name } = figure;
  const all = numbersOf(rows, name);
  const words = wordsOf(rows, name);
  const count = countMark(all.length + words.length, standingOf(rows));
  const remark = [...(count === undefined ? [] : [count]), ...textsTogether(words)].join(', ');
  if (all.length === 0) return remark;
  const { mean: middle, interval } = spread(all, rangeOf(figure));
  const around =
    intervals && interval !== undefined && interval.low !== interval.high
      ? h` <span class="faint">[${shown(figure, interval.low)}, ${shown(figure, interval.high)}]</span>`
      : undefined;
  return h`${shown(figure, middle)}${around}${remark === '' ? undefined : ` (${remark})`}`;
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
        text: (group) => `${standingOf(rowsOf(group)).results}`,
      },
      {
        title: 'of these partial',
        text: (group) => `${standingOf(rowsOf(group)).partial}`,
      },
      {
        title: 'violated',
        text: (group) => `${standingOf(rowsOf(group)).violated}`,
      },
      {
        title: 'a fault never happened',
        text: (group) => `${standingOf(rowsOf(group)).idle}`,
      },
      {
        title: 'equal to Lloyd',
        text: (group) => {
          const rows = rowsOf(group);
          const kept = rows.flatMap((row) => isKept(row) ?? []);
          if (kept.length === 0) return standingOf(rows).results === 0 ? 'no result' : 'not promised';
          return `${kept.filter(Boolean).length} of ${kept.length}`;
        },
      },
    ],
    groups,
  );
}

/** The figures of two runs, as their traces describe them, with the differences. */
export function twoSideBySide(a: PageRun, b: PageRun): Html {
  const runs = [a, b];
  const figures = figuresOfPage(runs);
  const rows = runs.map(rowOfPage);
  // What a failed run cost is shown as its own, and not compared.
  const numberIn = (row: Row, { name }: RunFigure): number | undefined =>
    typeof row[name] === 'number' ? numberOf(row, name) : undefined;
  const columns = runs.map(({ label }, i): Column<RunFigure> => ({
    title: hasResult(rows[i]) ? label : `${label}, failed`,
    text: (figure) => {
      const cell = rows[i][figure.name];
      return cell === undefined ? 'none' : figureText({ unit: figure.unit, value: cell });
    },
    value: (figure) => numberIn(rows[i], figure),
  }));
  return tableOf(
    'Side by side',
    [
      { title: '', words: true, text: headOf },
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
    figures.comparedIn(rows),
  );
}

function changeText(x: number | undefined, y: number | undefined): string {
  if (x === undefined || y === undefined) return '';
  if (x === y) return 'the same';
  return x === 0 ? '' : `${y > x ? '+' : '−'}${(100 * Math.abs(y / x - 1)).toPrecision(3)} %`;
}
