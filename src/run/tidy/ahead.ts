/** Which of several cells of a table is ahead of all others, by more than chance explains. */

import { rangeOf, type RunFigure } from '../figures/table.ts';
import { difference } from '../../core/math/statistics/spread.ts';
import { standingMarks } from '../report/worth.ts';
import type { PivotCell } from './pivot.ts';

/**
 * The cell whose runs are all whole results and that has the best mean of such, if all others are worse by the 95 %
 * interval of the difference under the same seeds. Undefined if there is none, or if neither way is better.
 */
export function ahead(cells: readonly (PivotCell | undefined)[], figure: RunFigure): PivotCell | undefined {
  const { better } = figure;
  const known = cells.filter((cell) => cell?.spread !== undefined) as Compared[];
  // What has no number, such as an infinite epsilon, may be better or worse than all that have.
  const isWorded = cells.some((cell) => cell?.words !== undefined);
  if (better === undefined || known.length < 2 || isWorded) return undefined;
  const sign = better === 'up' ? -1 : 1;
  const [first] = known
    .filter(({ standing }) => standingMarks(standing).length === 0)
    .toSorted((a, b) => sign * (a.spread.mean - b.spread.mean));
  const isWorse = (other: Compared): boolean => {
    const interval = differenceOf(other, first, figure)?.interval;
    return interval !== undefined && (sign > 0 ? interval.low > 0 : interval.high < 0);
  };
  return first !== undefined && known.every((one) => one === first || isWorse(one)) ? first : undefined;
}

type Compared = PivotCell & { readonly spread: NonNullable<PivotCell['spread']> };

/** On the seeds that both have. */
function differenceOf(cell: Compared, from: Compared, figure: RunFigure) {
  const pairs = [...(from.bySeed ?? [])].flatMap(([seed, value]): [number, number][] => {
    const its = cell.bySeed?.get(seed);
    return its === undefined ? [] : [[its, value]];
  });
  return difference(pairs, rangeOf(figure));
}
