/** Every method at each of its budgets: the cells of a table of costs, its rows, and the curves of its picture. */

import { type Cell, meanIf, meanOver } from './cells.ts';
import { frontOf } from './front.ts';
import type { OwnPoints } from './own-points.ts';
import type { PrivateRun } from './job.ts';
import { type Budget, BUDGETS, EPSILONS, type Method } from './methods.ts';
import type { Curve } from './picture.ts';

export interface Place {
  readonly method: Method;
  readonly budget: Budget;
}

/** The result of a run, in the unit of the table. */
export type CostOf = (run: PrivateRun) => number | undefined;

export const HEAD = ['total epsilon at delta 1e-6', ...EPSILONS.map(String), 'no noise'] as const;

export function placesOf(methods: readonly Method[]): Place[] {
  return methods.flatMap((method) => method.epsilons.map((budget) => ({ method, budget })));
}

export interface CellSettings {
  /** Settings of all methods. */
  readonly given?: readonly string[];
  /** Settings of FedDP, and of methods that start from the server's points. */
  readonly own?: readonly string[];
  /** Settings of runs without noise. */
  readonly bare?: readonly string[];
  readonly server?: OwnPoints;
}

export function cellOf(
  { method: { set, shares }, budget }: Place,
  file: string,
  { given = [], own = [], bare = [], server }: CellSettings,
): Cell {
  const hides = shares !== undefined || set.some((setting) => setting.includes('budget'));
  const none = budget === 'none' && hides ? ['protocol.noise={by: nobody}', ...bare] : [];
  return {
    file,
    set: [...given, ...(shares ? own : []), ...set, ...none],
    ...(budget !== 'none' && { epsilon: budget }),
    ...(shares && { shares, ...(server && { server }) }),
  };
}

/** One row per method, one column per budget. */
export function rowsOf(
  methods: readonly Method[],
  places: readonly Place[],
  found: readonly (readonly PrivateRun[])[],
  cost: CostOf,
): string[][] {
  return methods.map((method) => [
    method.title,
    ...BUDGETS.map((budget) => {
      const at = places.findIndex((place) => place.method === method && place.budget === budget);
      return at < 0 ? '' : meanOver(found[at], cost);
    }),
  ]);
}

/** For each family, the best result at or below every budget; methods without a budget are the same at all of them. */
export function curvesOf(
  places: readonly Place[],
  found: readonly (readonly PrivateRun[])[],
  cost: CostOf,
): Curve[] {
  const families = [...new Set(places.map(({ method }) => method.family))];
  return families.map((name) => {
    const points = places.flatMap(({ method, budget }, at) => {
      const mean = meanIf(found[at], cost);
      if (method.family !== name || mean === undefined) return [];
      if (budget !== 'none') return [{ method, epsilon: budget, cost: mean }];
      return method.epsilons.length > 1 ? [] : EPSILONS.map((epsilon) => ({ method, epsilon, cost: mean }));
    });
    return { name, points: name === 'k-FED' ? points : frontOf(points) };
  });
}
