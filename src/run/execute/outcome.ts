/** The outcome of a run, from its parties' results. A protocol's author may return anything, so every result is checked. */

import { sum } from 'd3-array';
import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import { type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import type { SimulationResult } from '../../core/engine/simulation/options.ts';
import type { LocalClustering, Outcome } from '../../core/protocol/outcome.ts';
import type { Scenario } from '../scenario/load.ts';

/** The result of the reporting party, with the labels that only clients know; undefined if it did not finish. */
export function outcomeOf(
  { results }: SimulationResult,
  { parties, population: { clients, sizes } }: Scenario,
): Outcome | undefined {
  const outcome = results.get(parties.reporter) ?? undefined;
  assertOutcome(outcome, parties.reporter, sum(sizes));
  if (outcome?.kind !== 'clustered' || outcome.labels !== undefined) return outcome;
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
    const { iterations } = outcome;
    return { kind: 'aborted', reason: 'no client learnt its clusters', missing, iterations };
  }
  const labels = sizes.flatMap((size, j) => [...(known[j] ?? new Uint16Array(size).fill(NO_CLUSTER))]);
  return defined({
    ...outcome,
    labels: Uint16Array.from(labels),
    centres,
    missing: unlessEmpty(missing) ?? outcome.missing,
  });
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
