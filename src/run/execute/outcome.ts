/** The outcome of a run, from its parties' results. A protocol's author may return anything, so every result is checked. */

import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import { type Labels, NO_CLUSTER } from '../../core/base/labels.ts';
import type { Matrix } from '../../core/base/matrix.ts';
import type { Aborted } from '../../core/engine/actors/abortion.ts';
import type { SimulationResult } from '../../core/engine/simulation/options.ts';
import type { Clustered, LocalClustering, Outcome } from '../../core/protocol/outcome.ts';
import type { Population } from '../../core/protocol/population.ts';
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
export function outcomeOf(
  { results }: SimulationResult,
  { parties, population, parameters }: Scenario,
): Told {
  const { clients, sizes } = population;
  const outcome = results.get(parties.reporter) ?? undefined;
  const { clusters } = parameters;
  const names = [...clients, ...parties.servers];
  assertOutcome(outcome, parties.reporter, { ...population, clusters, parties: names });
  const { missing: absent = [] } = outcome ?? {};
  if (outcome?.kind !== 'clustered' || outcome.labels !== undefined) return defined({ outcome, absent });
  const local = clients.map(
    (name) => (results.get(name) ?? undefined) as Partial<LocalClustering> | undefined,
  );
  const known = local.map((one, j) => {
    if (one?.labels !== undefined) assertLabels(one.labels, clients[j], { points: sizes[j], clusters });
    return one?.labels;
  });
  const centres = outcome.centres ?? local.find((one) => one?.centres)?.centres;
  const missing = clients.filter((_, j) => known[j] === undefined);
  if (missing.length === clients.length) {
    // What the protocol adds, such as what was opened, is so all the same.
    const reason = 'no client learnt its clusters';
    return { outcome: { ...outcome, kind: 'aborted', reason, missing }, absent };
  }
  const labels = labelsOfAll(known, population);
  const owners = outcome.requests && ownersOf(population);
  // Where points can be removed, a client that took part leaves no other in no cluster.
  const forgotten =
    owners &&
    Uint32Array.from(labels.keys()).filter(
      (at) => labels[at] === NO_CLUSTER && !missing.includes(owners[at]),
    );
  const joined = defined({
    ...outcome,
    labels,
    centres,
    missing: unlessEmpty(missing) ?? outcome.missing,
    forgotten: forgotten ?? outcome.forgotten,
  });
  return { outcome: joined, absent };
}

/** The labels of all clients' points, in order of the clients; those of whom they are not known are in no cluster. */
function labelsOfAll(known: readonly (Labels | undefined)[], { points, sizes }: Population): Labels {
  const labels = new Uint16Array(points).fill(NO_CLUSTER);
  let at = 0;
  for (const [j, own] of known.entries()) {
    if (own !== undefined) labels.set(own, at);
    at += sizes[j];
  }
  return labels;
}

/** What labels may speak of. */
interface Bounds {
  readonly points: number;
  readonly clusters: number;
}

/** What an outcome may speak of. */
interface OutcomeBounds extends Bounds, Pick<Population, 'clients' | 'dimension'> {
  /** The names of all, whether they hold data or not. */
  readonly parties: readonly string[];
}

function assertOutcome(
  result: unknown,
  party: string,
  bounds: OutcomeBounds,
): asserts result is Outcome | undefined {
  if (result === undefined) return;
  const { kind, reason, labels, history, iterations, converged, centres, ...names } = result as Unchecked;
  for (const which of ['missing', 'uncounted'] as const)
    assertNames(names[which], `${which} clients`, party, bounds.clients);
  assertNames(names.blamed, 'blamed parties', party, bounds.parties);
  if (kind === 'aborted') {
    assert(typeof reason === 'string', `${party} aborts without a reason`);
    return assert(iterations === undefined || isCount(iterations), afterIterations(party, iterations));
  }
  assert(kind === 'clustered', `${party} finishes with something other than a clustering`);
  if (labels !== undefined) assertLabels(labels, party, bounds);
  if (history !== undefined) {
    assert(Array.isArray(history), `${party} finishes with a history that is not a list of labels`);
    for (const one of history) assertLabels(one, party, bounds);
  }
  if (centres !== undefined) assertCentres(centres, party, bounds);
  assert(isCount(iterations), afterIterations(party, iterations));
  assert(typeof converged === 'boolean', `${party} does not say whether the clustering converged`);
}

type Unchecked = { readonly [K in keyof Clustered | keyof Aborted]?: unknown };

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function afterIterations(party: string, iterations: unknown): string {
  return `${party} finishes after ${String(iterations)} iterations`;
}

function assertNames(named: unknown, which: string, party: string, of: readonly string[]): void {
  if (named === undefined) return;
  assert(Array.isArray(named), `${party} finishes with ${which} that are not a list of names`);
  const known = new Set<unknown>(of);
  for (const name of named as readonly unknown[])
    // Each only once.
    assert(
      known.delete(name),
      `${party} finishes with ${which} of which ${String(name)} ${of.includes(name as string) ? 'is named twice' : 'does not exist'}`,
    );
}

function assertLabels(
  labels: unknown,
  party: string,
  { points, clusters }: Bounds,
): asserts labels is Labels {
  assert(labels instanceof Uint16Array, `${party} finishes with labels that are not a Uint16Array`);
  const { length } = labels;
  assert(length === points, `${party} finishes with ${length} labels for ${points} points`);
  const beyond = labels.find((label) => label >= clusters && label !== NO_CLUSTER);
  assert(
    beyond === undefined,
    `${party} finishes with the label ${beyond} where there are ${clusters} clusters`,
  );
}

function assertCentres(centres: unknown, party: string, { dimension }: Pick<Population, 'dimension'>): void {
  const { rows, columns, values } = (centres ?? {}) as { readonly [K in keyof Matrix]?: unknown };
  assert(
    values instanceof Float64Array && columns === dimension && values.length === (rows as number) * dimension,
    `${party} finishes with centres that are not a matrix with ${dimension} columns`,
  );
  for (let row = 0; row < (rows as number); row++) {
    const missing = values.subarray(row * dimension, (row + 1) * dimension).filter(Number.isNaN).length;
    // An empty cluster has no centre.
    assert(
      missing === 0 || missing === dimension,
      `${party} finishes with the centre ${row} (from 0) of which ${missing} of ${dimension} coordinates are no numbers`,
    );
  }
}
