/** The points of curves: which are of results of everybody, and of how many runs. */

import { dot, text } from '@observablehq/plot';
import type { Row } from '../../run/tidy/rows.ts';
import type { Item } from './drawing.ts';
import { FAINT, INK, PAPER, type Series } from './style.ts';

const isPartial = (row: Row): boolean => row['partial'] !== undefined;
const isIdle = (row: Row): boolean => row['idle'] !== undefined;
const isOfSome = (row: Row): boolean => Number(row['runs']) < Number(row['of']);
const hasNone = (row: Row): boolean => row['results'] === 0;
const isViolated = (row: Row): boolean => row['violated'] !== undefined;
const marksText = (row: Row): string =>
  [
    ...(isOfSome(row) ? [`${row['runs']} of ${row['of']}`] : []),
    ...(isViolated(row) ? [`${row['violated']} violated`] : []),
  ].join(', ');

/**
 * A point for each mean, and a cross where no run has a result, each with how many runs have the figure unless all do,
 * and of how many something did not hold that must.
 * @param rows of one panel, see `curveRows`
 * @param seriesOf a group
 */
export function pointMarks(
  rows: readonly Row[],
  groups: readonly string[],
  seriesOf: (group: string) => Series,
): Markish[] {
  const drawn = rows.filter((row) => row['mean'] !== undefined);
  const none = rows.filter(hasNone);
  return [
    ...groups.flatMap((group) => {
      const { colour, symbol } = seriesOf(group);
      const own = drawn.filter((row) => row['group'] === group);
      return ([symbol, 'diamond'] as const).map((sign) =>
        dot(
          own.filter((row) => isIdle(row) === (sign === 'diamond')),
          {
            x: 'x',
            y: 'mean',
            symbol: sign,
            fill: (row: Row) => (isPartial(row) ? PAPER : colour),
            stroke: colour,
            strokeWidth: 1.5,
            r: { value: radius(group, groups), scale: null },
          },
        ),
      );
    }),
    text(
      drawn.filter((row) => isOfSome(row) || isViolated(row)),
      { x: 'x', y: 'mean', text: marksText, dy: -12, fill: INK },
    ),
    // Groups that fail at the same place stand above each other.
    ...groups.flatMap((group, g) => {
      const own = none.filter((row) => row['group'] === group);
      const dy = -6 - 14 * g;
      return [
        dot(own, {
          x: 'x',
          frameAnchor: 'bottom',
          symbol: 'times',
          stroke: seriesOf(group).colour,
          strokeWidth: 2,
          r: 4,
          dy,
        }),
        text(own, {
          x: 'x',
          frameAnchor: 'bottom',
          text: marksText,
          dx: -10,
          dy,
          textAnchor: 'end',
          fill: INK,
        }),
      ];
    }),
  ];
}

type Markish = ReturnType<typeof dot> | ReturnType<typeof text>;

/** What the signs mean that these points have. */
export function signsIn(rows: readonly Row[]): Item[] {
  const signs: readonly [Item, (row: Row) => boolean][] = [
    [{ label: 'partial: lacks parties, or may be wrong', colour: FAINT, shape: 'ring' }, isPartial],
    [{ label: 'a fault never happened', colour: FAINT, shape: 'diamond' }, isIdle],
    [{ label: 'no run has a result', colour: FAINT, shape: 'cross' }, hasNone],
  ];
  return signs.filter(([, applies]) => rows.some(applies)).map(([sign]) => sign);
}

/** If groups coincide, the ones below remain visible around those above. */
function radius(group: string, groups: readonly string[]): number {
  return Math.min(8, 3 + 1.5 * (groups.length - 1 - groups.indexOf(group)));
}
