/** Protocols side by side: each figure of every run, with its mean and the mean's interval over seeds. */

import { dot, ruleY, text } from '@observablehq/plot';
import { everyRun, rangeOf, type RunFigure } from '../../../run/figures/table.ts';
import { numbersOf } from '../../../run/tidy/numbers.ts';
import { hasResult, standingMarks, standingOf } from '../../../run/tidy/worth.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import { spread } from '../../../core/math/statistics/spread.ts';
import {
  figuresIn,
  fromZero,
  groupColumn,
  groupOf,
  panelTitle,
  pooled,
  pooledText,
  shown,
  tick,
} from '../columns.ts';
import type { Panel } from '../drawing.ts';
import { kind } from '../kind.ts';
import { colourOf, FAINT, INK } from '../style.ts';
import { shortened, widthOf } from '../svg.ts';

export const compare = kind({
  name: 'compare',
  summary: 'protocols side by side: every run, the mean of each figure and its 95 % interval over seeds',
  needs: 'table',
  heeds: ['y', 'by'],
  rows: ({ rows, figures = everyRun }, { y, by }) => {
    if (rows === undefined || rows.length === 0) return undefined;
    const column = groupColumn(rows, by);
    const together = pooledText(pooled(rows, [column]));
    return figuresIn(rows, figures, y).flatMap((figure) =>
      [...new Set(rows.map((row) => groupOf(row, column)))].flatMap((group): Row[] => {
        const own = rows.filter((row) => groupOf(row, column) === group);
        const values = numbersOf(own, figure.name);
        const standing = standingOf(own);
        const missing = values.length < standing.results ? [`${values.length} of ${own.length}`] : [];
        const marks = missing.length > 0 ? missing : standingMarks(standing);
        const all = {
          figure: figure.name,
          group,
          of: own.length,
          ...(marks.length > 0 && { marks: marks.join(', ') }),
          ...(together !== '' && { together }),
        };
        // A protocol that does not measure it is not in its panel.
        if (values.length === 0) return own.some(hasResult) ? [] : [{ ...all, what: 'mean', runs: 0 }];
        const { runs, mean, interval } = spread(values, rangeOf(figure));
        return [
          ...values.map((value) => ({ ...all, what: 'run', value })),
          {
            ...all,
            what: 'mean',
            runs,
            value: mean,
            ...(together === '' && { low: interval?.low, high: interval?.high }),
          },
        ];
      }),
    );
  },
  draw: (rows, _, figures) => {
    const names = [...new Set(rows.map((row) => String(row['figure'])))];
    const groups = [...new Set(rows.map((row) => String(row['group'])))];
    const many = rows.some((row) => row['low'] !== undefined);
    const together = rows[0]['together'];
    return {
      title: 'Side by side',
      subtitle: many
        ? 'small: every run; large: the mean, with its 95 % interval (Student’s t) over the seeds'
        : together === undefined
          ? 'one run each: no interval'
          : 'small: every run; large: the mean',
      panels: names.map((name) => panelOf(figures.of(name), rows, groups)),
      ...(together !== undefined && { caption: String(together) }),
    };
  },
});

/** A panel of all groups that measure a figure. */
function panelOf(figure: RunFigure, rows: readonly Row[], groups: readonly string[]): Panel {
  const own = rows.filter((row) => row['figure'] === figure.name);
  const here = groups.filter((group) => own.some((row) => row['group'] === group));
  const margin = Math.min(260, 24 + Math.max(...groups.map((name) => widthOf(name))));
  return {
    title: panelTitle(figure),
    plot: {
      height: 44 + 26 * here.length,
      marginLeft: margin,
      marginRight: 90,
      marginTop: 4,
      marginBottom: 26,
      x: {
        label: null,
        grid: true,
        tickFormat: tick(figure),
        ticks: 5,
        nice: true,
        zero: fromZero(figure),
      },
      y: {
        label: null,
        domain: here,
        type: 'band',
        tickFormat: (group: string) => shortened(group, margin - 20),
        tickSize: 0,
      },
      marks: marksOf(figure, own, colourOf(groups)),
    },
  };
}

/** Every run, and of each group the mean with its interval, its value, and how many runs have one. */
function marksOf(figure: RunFigure, own: readonly Row[], colour: (group: string) => string) {
  const means = own.filter((row) => row['what'] === 'mean' && row['value'] !== undefined);
  const marked = own.filter((row) => row['what'] === 'mean' && row['marks'] !== undefined);
  return [
    dot(
      own.filter((row) => row['what'] === 'run'),
      {
        x: 'value',
        y: 'group',
        r: 2.2,
        fill: (row: Row) => colour(String(row['group'])),
        fillOpacity: 0.45,
      },
    ),
    ruleY(
      means.filter((row) => row['low'] !== undefined),
      {
        y: 'group',
        x1: 'low',
        x2: 'high',
        strokeWidth: 2.5,
        stroke: (row: Row) => colour(String(row['group'])),
      },
    ),
    dot(means, {
      x: 'value',
      y: 'group',
      r: 5,
      fill: (row: Row) => colour(String(row['group'])),
      stroke: 'white',
    }),
    text(means, {
      y: 'group',
      text: (row: Row) => shown(figure, Number(row['value'])),
      frameAnchor: 'right',
      textAnchor: 'start',
      dx: 10,
      fill: INK,
    }),
    text(marked, {
      y: 'group',
      text: 'marks',
      frameAnchor: 'left',
      dx: 4,
      fill: FAINT,
      fontSize: 10,
    }),
  ];
}
