/** The setting with the best value of a figure, among those whose runs all meet some conditions. */

import { grouped } from '../../core/base/grouped.ts';
import { rangeOf, type RunFigure } from '../figures/table.ts';
import { groupBy, sharedNotes, type SharedNote } from './notes.ts';
import { numberOf } from './numbers.ts';
import type { Cell, Row } from './rows.ts';
import { difference, type Difference, spread, type Spread } from '../../core/math/statistics/spread.ts';
import { ofSeeds } from './seeds.ts';
import { type Condition, meets } from './where.ts';
import { isViolated, type Standing, standingOf } from '../report/worth.ts';

export interface Ranked {
  /** Its values of the axes. */
  readonly setting: readonly Cell[];
  readonly standing: Standing;
  /** What must be said of them. */
  readonly notes: readonly SharedNote[];
  readonly spread: Spread;
  /** From the best, on the seeds that both have; absent for the best itself. */
  readonly difference?: Difference | undefined;
}

export interface Ranking {
  readonly ranked: readonly Ranked[];
  /**
   * How many settings there are, and how many have a run that has no result, violated something, or does
   * not meet the conditions.
   */
  readonly settings: number;
  readonly refused: number;
}

/**
 * @param axes columns that make up a setting
 * @param figure by which they are ranked: smallest first, unless larger is better
 */
export function rank(
  rows: readonly Row[],
  axes: readonly string[],
  figure: RunFigure,
  conditions: readonly Condition[],
): Ranking {
  const { name, better = 'down' } = figure;
  const range = rangeOf(figure);
  const groups = grouped(rows, (row) => JSON.stringify(axes.map((axis) => row[axis] ?? null)));
  const fit = [...groups.values()].filter((group) =>
    group.every(
      (row) =>
        numberOf(row, name) !== undefined &&
        !isViolated(row) &&
        conditions.every((condition) => meets(row, condition)),
    ),
  );
  const sign = better === 'up' ? -1 : 1;
  const sorted = fit
    .map((group) => {
      const values = group.map((row) => numberOf(row, name) as number);
      return { group, spread: ofSeeds(spread(values, range), seedsOf(group)) };
    })
    .toSorted((a, b) => sign * (a.spread.mean - b.spread.mean));
  const first = new Map(sorted[0]?.group.map((row) => [row.seed, row]));
  return {
    settings: groups.size,
    refused: groups.size - fit.length,
    ranked: sorted.map(({ group, spread: found }, at) => {
      const pairs = group.flatMap((row): [number, number][] => {
        const best = first.get(row.seed);
        return best === undefined ? [] : [[numberOf(row, name) as number, numberOf(best, name) as number]];
      });
      const differs = at === 0 ? undefined : difference(pairs, range);
      return {
        setting: axes.map((axis) => group[0][axis]),
        standing: standingOf(group),
        notes: sharedNotes(group, groupBy(axes)),
        spread: found,
        difference: differs && ofSeeds(differs, seedsOf(group)),
      };
    }),
  };
}

function seedsOf(rows: readonly Row[]): Cell[] {
  return rows.map(({ seed }) => seed);
}
