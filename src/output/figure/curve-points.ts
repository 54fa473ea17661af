/** The points of curves: which are of results of everybody, and how many runs failed. */

import { dot, text } from '@observablehq/plot';
import type { Row } from '../../run/tidy/rows.ts';
import type { Item } from './drawing.ts';
import { FAINT, INK, PAPER } from './style.ts';

const isPartial = (row: Row): boolean => row['partial'] !== undefined;
const isIdle = (row: Row): boolean => row['idle'] !== undefined;
const hasFailed = (row: Row): boolean => Number(row['results']) < Number(row['of']);
const hasNone = (row: Row): boolean => row['results'] === 0;
const failedText = (row: Row): string => `${row['results']} of ${row['of']}`;

/**
 * A point for each mean, and a cross where no run has a result, each with how many runs have one unless all do.
 * @param rows of one panel, see `curveRows`
 * @param colour of a row's group
 */
export function pointMarks(
  rows: readonly Row[],
  groups: readonly string[],
  colour: (row: Row) => string,
): Markish[] {
  const drawn = rows.filter((row) => row['mean'] !== undefined);
  const none = rows.filter(hasNone);
  return [
    ...(['circle', 'diamond'] as const).map((symbol) =>
      dot(
        drawn.filter((row) => isIdle(row) === (symbol === 'diamond')),
        {
          x: 'x',
          y: 'mean',
          symbol,
          fill: (row: Row) => (isPartial(row) ? PAPER : colour(row)),
          stroke: colour,
          strokeWidth: 1.5,
          r: { value: (row: Row) => radius(row['group'], groups), scale: null },
        },
      ),
    ),
    text(drawn.filter(hasFailed), { x: 'x', y: 'mean', text: failedText, dy: -12, fill: INK }),
    // Groups that fail at the same place stand above each other.
    ...groups.flatMap((group, g) => {
      const own = none.filter((row) => row['group'] === group);
      const dy = -6 - 14 * g;
      return [
        dot(own, {
          x: 'x',
          frameAnchor: 'bottom',
          symbol: 'times',
          stroke: colour,
          strokeWidth: 2,
          r: 4,
          dy,
        }),
        text(own, {
          x: 'x',
          frameAnchor: 'bottom',
          text: failedText,
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
function radius(group: Row[string], groups: readonly string[]): number {
  return Math.min(8, 3 + 1.5 * (groups.length - 1 - groups.indexOf(String(group))));
}
