/** The worlds that audits of unlearning compare: a run with requests, and one that never had their points. */

import type { Setup, World } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { type Removals, removalsOf } from '../removal/requests.ts';

/** The rows of the data that requests name, without those that are drawn in the run. */
export function namedRows({ parameters, shards, population }: Setup<never>): Set<number> {
  const { remove } = parameters as { readonly remove: Removals };
  const rows = removalsOf(remove, population.clients).flatMap((removal) => {
    if (removal.kind === 'points') return removal.points.map((point) => shards[removal.client][point]);
    return removal.kind === 'clients' ? removal.clients.flatMap((client) => [...shards[client]]) : [];
  });
  return new Set(rows);
}

/** Why requests cannot be compared with a run without their points. */
export function unnamed({ removals }: Pick<Agreed, 'removals'>): string | undefined {
  if (removals.length === 0) return 'nothing is removed';
  if (removals.some(({ kind }) => kind === 'adversarial'))
    return 'some requests depend on the clustering (points: adversarial): exact does not hold for those, and only full retraining is known to';
  const drawn = removals.some(({ kind }) => kind === 'random');
  return drawn ? 'which points go is drawn in the run: name them in a list' : undefined;
}

/** These settings, with other requests. */
export function requesting(
  parameters: Setup<never>['parameters'],
  remove: readonly { readonly points: readonly number[]; readonly client: string }[],
): Setup<never>['parameters'] {
  return { ...(parameters as object), remove } as never;
}

/** The run that never had these rows, on the same grid. */
export function without(
  { parameters, shards, population }: Setup<never>,
  rows: ReadonlySet<number>,
): World<never> {
  return {
    parameters: requesting(parameters, []),
    shards: shards.map((shard) => shard.filter((one) => !rows.has(one))),
    population: { points: population.points },
  };
}
