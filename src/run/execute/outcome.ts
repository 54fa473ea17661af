/** The outcome of a run, from its parties' results. A protocol's author may return anything, so every result is checked. */

import { sum } from 'd3-array';
import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import { type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import type { SimulationResult } from '../../core/engine/simulation/options.ts';
import type { LocalClustering, Outcome } from '../../core/protocol/outcome.ts';
import { ownersOf } from './fates.ts';
import type { Scenario } from '../scenario/load.ts';

/** What a run came to, as its parties say. */
export interface Told {
  /** The result of the reporting party, with the labels that only clients know; absent if it did not finish. */
  readonly outcome?: Outcome;
  /**
   * The clients that took no part, as the reporting party says. Others that are missing took part and did not
   * learn their clusters.
   */
  readonly absent: readonly string[];
}

/** The outcome of a run, and who took no part in it. */
export function outcomeOf({ results }: SimulationResult, { parties, population }: Scenario): Told {
  const { clients, sizes } = population;
  const outcome = results.get(parties.reporter) ?? undefined;
  assertOutcome(outcome, parties.reporter, sum(sizes));
  const { missing: absent = [] } = outcome ?? {};
  if (outcome?.kind !== 'clustered' || outcome.labels !== undefined) return defined({ outcome, absent });
  const local = clients.map(
    (name) => (results.get(name) ?? undefined) as Partial<LocalClustering> | undefined,
  );
  const known = local.map((one, j) => {
    if (one?.labels !== undefined) assertLabels(one.labels, clients[j], sizes[j]);
    return one?.labels;
  });
  const centres = outcome.centres ?? local.find((one) => one?.centres)?.centres;
  const missing = clients.filter((_, j) => known[j] === undefined);
  if (missing.length === clients.length) {
    // What the protocol adds, such as what was opened, is so all the same.
    const reason = 'no client learnt its clusters';
    return { outcome: { ...outcome, kind: 'aborted', reason, missing }, absent };
  }
  const labels = sizes.flatMap((size, j) => [...(known[j] ?? new Uint16Array(size).fill(NO_CLUSTER))]);
  const owners = ownersOf(population);
  // Where points can be removed, a client that took part leaves no other in no cluster.
  const isForgotten = (at: number): boolean => labels[at] === NO_CLUSTER && !missing.includes(owners[at]);
  const forgotten = outcome.requests && Uint32Array.from(labels.keys()).filter(isForgotten);
  const joined = defined({
    ...outcome,
    labels: Uint16Array.from(labels),
    centres,
    missing: unlessEmpty(missing) ?? outcome.missing,
    forgotten: forgotten ?? outcome.forgotten,
  });
  return { outcome: joined, absent };
}

function assertOutcome(
  result: unknown,
  party: string,
  points: number,
): asserts result is Outcome | undefined {
  if (result === undefined) return;
  const { kind, reason, labels, history, iterations, converged } = result as Record<string, unknown>;
  if (kind === 'aborted') return assert(typeof reason === 'string', `${party} aborts without a reason`);
  assert(kind === 'clustered', `${party} finishes with something other than a clustering`);
  if (labels !== undefined) assertLabels(labels, party, points);
  if (history !== undefined) {
    assert(Array.isArray(history), `${party} finishes with a history that is not a list of labels`);
    for (const one of history) assertLabels(one, party, points);
  }
  assert(Number.isSafeInteger(iterations), `${party} finishes after ${String(iterations)} iterations`);
  assert(typeof converged === 'boolean', `${party} does not say whether the clustering converged`);
}

function assertLabels(labels: unknown, party: string, points: number): asserts labels is Labels {
  assert(labels instanceof Uint16Array, `${party} finishes with labels that are not a Uint16Array`);
  const { length } = labels;
  assert(length === points, `${party} finishes with ${length} labels for ${points} points`);
}
