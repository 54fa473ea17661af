/** Protocols side by side: each figure of every run, with its mean and the mean's interval over seeds. */

import { dot, ruleY, text } from '@observablehq/plot';
import { everyRun, rangeOf, type RunFigure } from '../../../run/figures/table.ts';
import { numbersOf } from '../../../run/tidy/numbers.ts';
import { hasResult, standingMarks, standingOf } from '../../../run/report/worth.ts';
import type { Row } from '../../../run/tidy/rows.ts';
import { spread } from '../../../core/math/statistics/spread.ts';
import { type Axis, axisOf, endsIn, lowEnd } from '../axis.ts';
import {
  figuresIn,
  groupColumn,
  groupOf,
  panelTitle,
  pooled,
  pooledCell,
  pooledNote,
  shown,
} from '../columns.ts';
import type { Panel } from '../drawing.ts';
import { logOf, picture } from '../picture.ts';
import { colourOf, FAINT, INK } from '../style.ts';
import { marginFor, shortened } from '../text.ts';

export const compare = picture({
  name: 'compare',
  summary: 'protocols side by side: every run, the mean of each figure and its 95 % interval over seeds',
  needs: 'table',
  heeds: ['y', 'by', 'log'],
  rows: ({ rows, figures = everyRun }, { y, by }) => {
    if (rows === undefined || rows.length === 0) return undefined;
    const column = groupColumn(rows, by);
    return figuresIn(rows, figures, y).flatMap((figure) =>
      [...new Set(rows.map((row) => groupOf(row, column)))].flatMap((group): Row[] => {
        const own = rows.filter((row) => groupOf(row, column) === group);
        const mixed = pooled(own);
        const values = numbersOf(own, figure.name);
        const standing = standingOf(own);
        const missing = values.length < standing.results ? [`${values.length} of ${own.length}`] : [];
        const marks = missing.length > 0 ? missing : standingMarks(standing);
        const all = {
          figure: figure.name,
          group,
          of: own.length,
          ...(marks.length > 0 && { marks: marks.join(', ') }),
          ...pooledCell(mixed),
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
            ...(mixed.length === 0 && { low: interval?.low, high: interval?.high }),
          },
        ];
      }),
    );
  },
  draw: (rows, choice, figures) => {
    const names = [...new Set(rows.map((row) => String(row['figure'])))];
    const groups = [...new Set(rows.map((row) => String(row['group'])))];
    const many = rows.some((row) => row['low'] !== undefined);
    const together = pooledNote(rows);
    return {
      title: 'Side by side',
      subtitle: many
        ? 'small: every run; large: the mean, with its 95 % interval (Student’s t) over the seeds'
        : together === ''
          ? 'one run each: no interval'
          : 'small: every run; large: the mean',
      panels: names.map((name) => panelOf(figures.of(name), rows, groups, logOf(choice).y)),
      ...(together !== '' && { caption: together }),
    };
  },
});

/** A panel of all groups that measure a figure. */
function panelOf(figure: RunFigure, rows: readonly Row[], groups: readonly string[], log: boolean): Panel {
  const own = rows.filter((row) => row['figure'] === figure.name);
  const here = groups.filter((group) => own.some((row) => row['group'] === group));
  return {
    title: panelTitle(figure),
    plot: (width) => {
      const margin = marginFor(groups, width);
      const noted = own.some((row) => row['marks'] !== undefined);
      const axis = axisOf(figure, endsIn(own, 'value', log), { log, count: width < NARROW ? 2 : 5 });
      return {
        height: 44 + (noted ? 36 : 26) * here.length,
        marginLeft: margin,
        marginRight: 90,
        marginTop: 4,
        marginBottom: 26,
        x: {
          label: null,
          grid: true,
          ...axis,
        },
        y: {
          label: null,
          domain: here,
          type: 'band',
          tickFormat: (group: string) => shortened(group, margin - 20),
          tickSize: 0,
        },
        marks: [...marksOf(figure, own, axis, colourOf(groups)), noteOf(own)],
      };
    },
  };
}

/** In units: with space for few ticks. */
const NARROW = 500;

/** How many runs of each group have a value, below its points. */
function noteOf(own: readonly Row[]) {
  const marked = own.filter((row) => row['what'] === 'mean' && row['marks'] !== undefined);
  return text(marked, { y: 'group', text: 'marks', frameAnchor: 'left', dx: 4, dy: 14, fill: FAINT });
}

/** Every run, and of each group the mean with its interval and its value. */
function marksOf(figure: RunFigure, own: readonly Row[], axis: Axis, colour: (group: string) => string) {
  const means = own.filter((row) => row['what'] === 'mean' && row['value'] !== undefined);
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
        x1: lowEnd(axis),
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
  ];
}
