/** What was found out about a run, beside what it cost: whether there is a clustering, how good it is, and if not, why. */

import { accuracy } from '../cluster/accuracy.ts';
import { inertia, inertiaAbout } from '../cluster/inertia.ts';
import { type Labels, NO_CLUSTER, sameLabels } from '../cluster/labels.ts';
import type { Fired } from '../fault/fault.ts';
import type { Clustering, LocalClustering, StartRule } from '../protocol/protocol.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Ending, SimulationResult } from '../sim/simulation.ts';
import type { Bound } from '../sim/bounds.ts';

/** An expectation of the scenario that was not met. */
export interface Violation {
  /** As the scenario names it. */
  readonly property: string;
  /** `expected X, got Y`. */
  readonly message: string;
}

/** Something that should not happen, and did. */
export interface Trouble {
  readonly timeNs: number;
  readonly what: string;
}

/** It goes into the trace's end, outside the hash. */
export interface Findings {
  /** Absent where the protocol finds its own. */
  readonly start?: StartRule;
  readonly iterations: number;
  readonly converged: boolean;
  /** Share of points with the right class under the best matching of clusters to classes, where the truth is known. */
  readonly accuracy?: number;
  /** Sum of squared distances to the clusters' means, on the points as they are (SecFC, eq. 1). */
  readonly loss?: number;
  /** The same about the centres that the protocol gives, where it gives some (MUFC: the induced loss). */
  readonly inducedLoss?: number;
  /** Whether every iteration's labels equal centralised Lloyd's, for protocols that promise it. */
  readonly equalsLloyd?: boolean;
  /** Clients whose points are in no cluster because they left, or were left out. */
  readonly missing?: readonly string[];
  /** Clients that were left out as they, or one of a group, did not keep to the protocol. */
  readonly blamed?: readonly string[];
  /** Clients that were found to have sent wrong values. */
  readonly liars?: readonly string[];
  /** Why there are no centres, where they were to be revealed. */
  readonly noCentres?: string;
  /** Why the clustering may be wrong after all. */
  readonly caveat?: string;
  /** Why there is no clustering. */
  readonly failure?: string;
  /** Which limit ended the run after there was one, or after it had failed. */
  readonly stopped?: string;
  /** What became of each fault of the scenario. */
  readonly faults?: readonly Fired[];
  /** What the scenario expects and did not get. */
  readonly violated?: readonly Violation[];
  /** Where it does not get what it expects: what went wrong first. */
  readonly trouble?: Trouble;
}

/** The clustering that the server finished with, with the labels that only clients know; `missing` had none to give. */
export function clusteringOf(
  { results }: SimulationResult,
  { population: { clients, sizes } }: Scenario,
): { clustering?: Clustering; missing: readonly string[] } {
  const clustering = results.get('server') as Clustering | undefined;
  if (clustering === undefined || clustering.failure !== undefined || clustering.labels !== undefined) {
    return { missing: clustering?.missing ?? [], ...(clustering && { clustering }) };
  }
  const known = clients.map(
    (client) => (results.get(client) as Partial<LocalClustering> | undefined)?.labels,
  );
  const missing = clients.filter((_, j) => known[j] === undefined);
  if (missing.length === clients.length) {
    return { clustering: { ...clustering, failure: 'no client learnt its clusters' }, missing };
  }
  const labels = sizes.flatMap((size, j) => [...(known[j] ?? new Uint16Array(size).fill(NO_CLUSTER))]);
  return {
    clustering: { ...clustering, labels: Uint16Array.from(labels) },
    missing,
  };
}

/**
 * @param labels by row of the data
 * @param history what `reference` would be, for protocols that promise to equal it
 */
export function findingsOf(
  { data, parameters, limits }: Scenario,
  { ending, bound }: Pick<SimulationResult, 'ending' | 'bound'>,
  { clustering, missing }: { clustering?: Clustering; missing: readonly string[] },
  labels: Labels | undefined,
  reference: readonly Labels[] | undefined,
  faults: readonly Fired[] | undefined,
): Findings {
  const stopped = bound && BOUNDS[bound](limits);
  const failure = clustering === undefined ? (stopped ?? NO_RESULT[ending]) : clustering.failure;
  const { liars, noCentres, caveat } = clustering ?? {};
  return {
    ...(parameters.start !== undefined && { start: parameters.start }),
    iterations: clustering?.iterations ?? 0,
    converged: clustering?.converged ?? false,
    ...(labels && data.truth && { accuracy: accuracy(labels, data.truth) }),
    ...(labels && { loss: inertia(data.points, labels, parameters.clusters) }),
    ...(labels &&
      clustering?.centres && { inducedLoss: inertiaAbout(data.points, labels, clustering.centres) }),
    ...(clustering && reference && { equalsLloyd: sameHistory(clustering.history, reference) }),
    ...(missing.length > 0 && { missing }),
    ...(clustering?.blamed && { blamed: clustering.blamed }),
    ...(liars !== undefined && { liars }),
    ...(noCentres !== undefined && { noCentres }),
    ...(caveat !== undefined && { caveat }),
    ...(failure !== undefined && { failure }),
    ...(stopped !== undefined && stopped !== failure && { stopped }),
    ...(faults && { faults }),
  };
}

const NO_RESULT: Readonly<Partial<Record<Ending, string>>> = {
  done: 'the server finished without a result',
  stalled: 'nothing could happen any more, and parties still waited',
  aborted: 'interrupted',
};

/** What ended a run, and the setting that would have let it go on. */
const BOUNDS: Readonly<Record<Bound, (limits: Scenario['limits']) => string>> = {
  time: () => 'virtual time ran out',
  messages: ({ messages }) => `more than ${messages} messages would be sent (limits.messages)`,
  events: ({ events }) => `more than ${events} events would happen (limits.events)`,
  held: ({ heldBytes }) =>
    `more than ${heldBytes} B would lie on the way, in mailboxes and saved (limits.held)`,
};

function sameHistory(a: readonly Labels[], b: readonly Labels[]): boolean {
  return a.length === b.length && a.every((labels, i) => sameLabels(labels, b[i]));
}
