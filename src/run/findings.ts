/** What was found out about a run, beside what it cost: whether there is a clustering, how good it is, and if not, why. */

import { accuracy } from '../math/cluster/accuracy.ts';
import { centresOf } from '../math/cluster/centres.ts';
import { inertia, inertiaAbout } from '../math/cluster/inertia.ts';
import type { Matrix } from '../base/matrix.ts';
import { type Labels, NO_CLUSTER, sameLabels } from '../base/labels.ts';
import type { Fired } from '../fault/fault.ts';
import type { FigureValue } from '../protocol/figure.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { StartRule } from '../protocol/common-parameters.ts';
import type { Population } from '../protocol/population.ts';
import type { Scenario } from '../scenario/load.ts';
import type { Ending, SimulationResult } from '../engine/sim/options.ts';
import type { Bound } from '../engine/sim/bounds.ts';
import { type Quality, qualityOf, warningsOf } from './quality.ts';

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
  /** What the figures are of. */
  readonly quality?: Quality;
  /** What makes a comparison with other runs unfair, in words. */
  readonly warnings?: readonly string[];
  /** Whether every iteration's labels equal centralised Lloyd's, for protocols that promise it. */
  readonly equalsLloyd?: boolean;
  /** Clients whose points are in no cluster because they left, or were left out. */
  readonly missing?: readonly string[];
  /** Parties found not to have kept to the protocol, or groups of which one at least did not. */
  readonly blamed?: readonly string[];
  /** Why the clustering may be wrong after all. */
  readonly caveat?: string;
  /** Why there is no clustering. */
  readonly aborted?: string;
  /** Which limit ended the run after there was an outcome. */
  readonly stopped?: string;
  /** What the protocol itself measures. */
  readonly figures?: readonly FigureValue[];
  /** What became of each fault of the scenario. */
  readonly faults?: readonly Fired[];
  /** What the scenario expects and did not get. */
  readonly violated?: readonly Violation[];
  /** Where it does not get what it expects: what went wrong first. */
  readonly trouble?: Trouble;
}

/**
 * @param labels by row of the data
 * @param history what `reference` would be, for protocols that promise to equal it
 */
export function findingsOf(
  { data, parameters, limits, parties, population }: Scenario,
  { ending, bound, left }: Pick<SimulationResult, 'ending' | 'bound' | 'left'>,
  outcome: Outcome | undefined,
  labels: Labels | undefined,
  reference: readonly Labels[] | undefined,
  {
    figures,
    hints,
    faults,
  }: {
    readonly figures: readonly FigureValue[];
    /** What figures warn of. */
    readonly hints: readonly string[];
    readonly faults: readonly Fired[] | undefined;
  },
): Findings {
  const stopped = bound && BOUNDS[bound](limits);
  const clustered = outcome?.kind === 'clustered' ? outcome : undefined;
  const reason = outcome?.kind === 'aborted' ? outcome.reason : undefined;
  const gone = left.includes(parties.reporter)
    ? `${parties.reporter} left, and did not come back`
    : undefined;
  const aborted = outcome === undefined ? (gone ?? stopped ?? NO_RESULT[ending]) : reason;
  const { missing = [], blamed = [], iterations = 0 } = outcome ?? {};
  const loss = labels && inertia(data.points, labels, parameters.clusters);
  const quality =
    labels === undefined || loss === undefined
      ? undefined
      : qualityOf({
          labels,
          loss,
          clusters: parameters.clusters,
          lossOfAll: lossOfAll(data.points, labels, loss),
          missingPoints: pointsOf(missing, population),
          ...(data.truth && { truth: data.truth }),
        });
  const warnings = [...(quality ? warningsOf(quality, missing) : []), ...hints];
  return {
    ...(parameters.start !== undefined && { start: parameters.start }),
    iterations,
    converged: clustered?.converged ?? false,
    ...(labels && data.truth && { accuracy: accuracy(labels, data.truth) }),
    ...(loss !== undefined && { loss }),
    ...(quality && { quality }),
    ...(warnings.length > 0 && { warnings }),
    ...(clustered && reference && { equalsLloyd: sameHistory(clustered.history ?? [], reference) }),
    ...(missing.length > 0 && { missing }),
    ...(blamed.length > 0 && { blamed }),
    ...(clustered?.caveat !== undefined && { caveat: clustered.caveat }),
    ...(aborted !== undefined && { aborted }),
    ...(figures.length > 0 && { figures }),
    ...(stopped !== undefined && stopped !== aborted && { stopped }),
    ...(faults && { faults }),
  };
}

/**
 * With the points that are in no cluster at the mean of all points, as if nobody had clustered anything.
 * @param loss of those that are in one
 */
function lossOfAll(points: Matrix, labels: Labels, loss: number): number {
  if (!labels.includes(NO_CLUSTER)) return loss;
  const everywhere = new Uint16Array(labels.length);
  const mean = centresOf(points, everywhere, 1);
  const outside = labels.map((h) => (h === NO_CLUSTER ? 0 : NO_CLUSTER));
  return loss + inertiaAbout(points, outside, mean);
}

const NO_RESULT: Readonly<Partial<Record<Ending, string>>> = {
  done: 'the reporting party finished without a result',
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

function pointsOf(names: readonly string[], { clients, sizes }: Population): number {
  const those = new Set(names);
  return sizes.reduce((sum, size, j) => sum + (those.has(clients[j]) ? size : 0), 0);
}

function sameHistory(a: readonly Labels[], b: readonly Labels[]): boolean {
  return a.length === b.length && a.every((labels, i) => sameLabels(labels, b[i]));
}
