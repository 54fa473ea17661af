/** The findings about a run, apart from its cost: whether it led to a clustering, how good that is, and if there is none, why. */

import { accuracy } from '../../core/math/cluster/accuracy.ts';
import { centresOf } from '../../core/math/cluster/centres.ts';
import { inertia, inertiaAbout } from '../../core/math/cluster/inertia.ts';
import { defined, unlessEmpty } from '../../core/base/defined.ts';
import { type Matrix, selectRows } from '../../core/base/matrix.ts';
import { type Labels, NO_CLUSTER, sameLabels } from '../../core/base/labels.ts';
import type { Fired } from '../fault/fault.ts';
import type { FigureValue } from '../../core/protocol/figure.ts';
import type { Clustered, Outcome } from '../../core/protocol/outcome.ts';
import type { StartRule } from '../../core/protocol/common-parameters.ts';
import type { Population } from '../../core/protocol/population.ts';
import type { Violation } from '../scenario/expect/expectation.ts';
import type { ChosenTimeout } from '../scenario/chosen-timeout.ts';
import type { Scenario } from '../scenario/load.ts';
import type { SimulationResult } from '../../core/engine/simulation/options.ts';
import type { Bound } from '../../core/engine/clock/bounds.ts';
import type { ClientNames } from '../data/client-names.ts';
import type { Fate } from './fates.ts';
import { firstNames, type Quality, qualityOf, warningsOf } from './quality.ts';

/** Something that went wrong. */
export interface Trouble {
  readonly timeNs: number;
  readonly what: string;
}

/** Stored in the trace's end, outside the hash. */
export interface Findings {
  /** Absent if the protocol finds its own. */
  readonly start?: StartRule;
  /** What the simulated network takes from its preset, in words. */
  readonly network?: string;
  /** The timeout that was chosen for the scenario, if it sets none, and whether anybody waited for it in vain. */
  readonly timeout?: ChosenTimeout & { readonly expired: boolean };
  readonly iterations: number;
  readonly converged: boolean;
  /** Fraction of points with the right class under the best matching of clusters to classes; absent if the classes are unknown. */
  readonly accuracy?: number;
  /** Sum of squared distances to the clusters' means, on the unscaled points (SecFC, eq. 1). */
  readonly loss?: number;
  /** Which points and clusters the figures count. */
  readonly quality?: Quality;
  /** What makes a comparison with other runs unfair, in words. */
  readonly warnings?: readonly string[];
  /**
   * Whether the labels equal centralised Lloyd's in every iteration, or at the end where only clients learn them;
   * for protocols that promise it.
   */
  readonly equalsLloyd?: boolean;
  /** Clients whose points are in no cluster because the clients left or were excluded. */
  readonly missing?: readonly string[];
  /** What the data call the clients; absent if they do not say. */
  readonly clientNames?: ClientNames;
  /** Parties found to have deviated from the protocol, or groups with at least one that did. */
  readonly blamed?: readonly string[];
  /** Why the clustering may nevertheless be wrong. */
  readonly caveat?: string;
  /** Why there is no clustering. */
  readonly aborted?: string;
  /** Why the run did not end by itself, although there was an outcome. */
  readonly stopped?: string;
  /** Rows of the data that were left out because a value is missing. */
  readonly skippedRows?: number;
  /** Messages that never arrived, if there are any. */
  readonly lost?: { readonly messages: number; readonly wireBytes: number };
  /** What the protocol itself measures. */
  readonly figures?: readonly FigureValue[];
  /** What each fault of the scenario did. */
  readonly faults?: readonly Fired[];
  /** The scenario's expectations that were not met. */
  readonly violated?: readonly Violation[];
  /** If any expectation was not met: the first thing that went wrong. */
  readonly trouble?: Trouble;
}

/** A run that has ended, and what was measured of it. */
export interface Finished {
  readonly scenario: Scenario;
  readonly simulated: Pick<SimulationResult, 'ending' | 'bound' | 'left'>;
  readonly outcome: Outcome | undefined;
  /** By row of the data. */
  readonly labels: Labels | undefined;
  /** What became of every point, by row of the data; absent without labels. */
  readonly fates: readonly Fate[] | undefined;
  /** What the history would be, for protocols that promise to equal it. */
  readonly reference: readonly Labels[] | undefined;
  readonly figures: readonly FigureValue[];
  /** Warnings from figures. */
  readonly hints: readonly string[];
  /** Absent if the network was a real one. */
  readonly network: string | undefined;
  /** Whether anybody waited in vain. */
  readonly expired: boolean;
  readonly faults: readonly Fired[] | undefined;
  readonly lost: { readonly messages: number; readonly wireBytes: number };
  /** Whether to determine how good the clustering is, and not only which points it counts. */
  readonly scored: boolean;
}

/** What there is to say of a finished run: its clustering against truth and reference, its faults, and why it failed. */
export function findingsOf(finished: Finished): Findings {
  const {
    scenario,
    simulated,
    outcome,
    labels,
    fates,
    reference,
    figures,
    hints,
    faults,
    lost,
    network,
    expired,
    scored,
  } = finished;
  const { data, parameters, clientNames } = scenario;
  const { missing = [], blamed = [], iterations = 0 } = outcome ?? {};
  const clustered = outcome?.kind === 'clustered' ? outcome : undefined;
  const score = labels && fates && (scored ? scoreOf : unscored)(scenario, labels, fates);
  const aborted = abortionOf(scenario, simulated, outcome);
  const stopped = stopOf(scenario, simulated);
  return defined({
    start: parameters.start,
    network,
    timeout: scenario.timeout && { ...scenario.timeout, expired },
    iterations,
    converged: clustered?.converged ?? false,
    ...score,
    warnings: unlessEmpty([
      ...(score ? warningsOf(score.quality, { missing, blamed, clientNames }) : []),
      ...hints,
    ]),
    equalsLloyd: clustered && reference && equalsReference(clustered, reference, scenario.population),
    missing: unlessEmpty(missing),
    clientNames,
    blamed: unlessEmpty(blamed),
    caveat: caveatOf(clustered, clientNames),
    aborted,
    figures: unlessEmpty(figures),
    stopped: stopped === aborted ? undefined : stopped,
    skippedRows: data.skipped > 0 ? data.skipped : undefined,
    lost: lost.messages > 0 ? { ...lost } : undefined,
    faults,
  });
}

/** Why a clustering may be wrong, or lacks points although their clients may not be missing. */
function caveatOf(clustered: Clustered | undefined, names: ClientNames | undefined): string | undefined {
  const { caveat, uncounted = [], missing = [] } = clustered ?? {};
  const silent = uncounted.filter((name) => !missing.includes(name));
  const lacking = `nothing of ${firstNames(silent, names)} shaped the clusters, though their points are in them`;
  return (
    [...(caveat === undefined ? [] : [caveat]), ...(silent.length === 0 ? [] : [lacking])].join('; ') ||
    undefined
  );
}

/** Why there is no clustering; undefined if there is one. */
function abortionOf(
  scenario: Scenario,
  simulated: Finished['simulated'],
  outcome: Outcome | undefined,
): string | undefined {
  if (outcome !== undefined) return outcome.kind === 'aborted' ? outcome.reason : undefined;
  const { reporter } = scenario.parties;
  if (simulated.left.includes(reporter)) return `${reporter} left and did not come back`;
  return stopOf(scenario, simulated) ?? 'the reporting party finished without a result';
}

/** Why a run did not end by itself; undefined if every party finished. */
function stopOf({ limits }: Scenario, { ending, bound }: Finished['simulated']): string | undefined {
  if (bound !== undefined) return BOUNDS[bound](limits);
  if (ending === 'stalled') return 'nothing could happen any more, and parties still waited';
  return ending === 'aborted' ? 'interrupted' : undefined;
}

/** How good a clustering is, for the points that it was not asked to forget. */
function scoreOf(
  { data: { points, truth }, parameters: { clusters } }: Scenario,
  labels: Labels,
  fates: readonly Fate[],
) {
  const loss = inertia(points, labels, clusters);
  const kept = fates.includes('forgotten')
    ? keptOf(
        points,
        labels,
        truth,
        Uint32Array.from(fates.keys()).filter((row) => fates[row] !== 'forgotten'),
      )
    : { points, labels, truth };
  const all = lossOfAll(kept.points, kept.labels, loss);
  const quality = qualityOf({ labels, fates, truth, loss, clusters, lossOfAll: all });
  return {
    accuracy: kept.truth && kept.labels.length > 0 ? accuracy(kept.labels, kept.truth) : undefined,
    loss,
    quality,
  };
}

/** Which points and clusters a clustering counts, and nothing that takes time to compute. */
function unscored(
  { data: { truth }, parameters: { clusters } }: Scenario,
  labels: Labels,
  fates: readonly Fate[],
) {
  return { quality: qualityOf({ labels, fates, truth, clusters, loss: undefined }) };
}

/** Some of the points. */
function keptOf(points: Matrix, labels: Labels, truth: ArrayLike<number> | undefined, rows: Uint32Array) {
  return {
    points: selectRows(points, rows),
    labels: Uint16Array.from(rows, (row) => labels[row]),
    truth: truth && rows.map((row) => truth[row]),
  };
}

/**
 * The loss if the points that are in no cluster count from the mean of all, as without any clustering.
 * @param loss of the points that are in a cluster
 */
function lossOfAll(points: Matrix, labels: Labels, loss: number): number {
  if (!labels.includes(NO_CLUSTER)) return loss;
  const everywhere = new Uint16Array(labels.length);
  const mean = centresOf(points, everywhere, 1);
  const outside = labels.map((h) => (h === NO_CLUSTER ? 0 : NO_CLUSTER));
  return loss + inertiaAbout(points, outside, mean);
}

/** Which limit ended a run, and the setting that would have let it continue. */
const BOUNDS: Readonly<Record<Bound, (limits: Scenario['limits']) => string>> = {
  time: () => 'virtual time ran out',
  messages: ({ messages }) => `more than ${messages} messages would be sent (limits.messages)`,
  events: ({ events }) => `more than ${events} events would happen (limits.events)`,
  held: ({ heldBytes }) =>
    `more than ${heldBytes} B would be in transit, in mailboxes and saved (limits.held)`,
};

/**
 * Whether the labels of every iteration are the reference's; those at the end, where only clients learn theirs.
 * Undefined if there are none to compare.
 */
function equalsReference(
  { history, labels, missing = [] }: Clustered,
  reference: readonly Labels[],
  { clients, sizes }: Population,
): boolean | undefined {
  if (history !== undefined)
    return history.length === reference.length && history.every((one, i) => sameLabels(one, reference[i]));
  const final = reference.at(-1);
  if (labels === undefined || final === undefined) return undefined;
  // Those who are missing may have taken part, and not have learnt their clusters.
  const gone = new Set(missing);
  const isGone = sizes.flatMap((size, j) => Array<boolean>(size).fill(gone.has(clients[j])));
  return sameLabels(
    labels,
    final.map((h, i) => (isGone[i] ? NO_CLUSTER : h)),
  );
}
