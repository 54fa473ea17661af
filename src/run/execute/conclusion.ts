/** The conclusion of a run, simulated or real: how good its clustering is, and which of the scenario's expectations were not met. */

import { defined } from '../../core/base/defined.ts';
import { assert } from '../../core/base/errors.ts';
import { type Matrix, selectRows } from '../../core/base/matrix.ts';
import { type Labels, spreadLabels } from '../../core/base/labels.ts';
import type { Fired } from '../fault/fault.ts';
import { type FigureValue, measure } from '../../core/protocol/figure.ts';
import type { Aborted } from '../../core/engine/actors/abortion.ts';
import type { Clustered, Outcome } from '../../core/protocol/outcome.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Sent } from '../../core/protocol/sent.ts';
import { startsOf } from '../../core/protocol/start.ts';
import { violationsOf } from '../scenario/expect.ts';
import type { Came } from '../scenario/expect/expectation.ts';
import type { Scenario } from '../scenario/load.ts';
import type { SimulationResult } from '../../core/engine/simulation/options.ts';
import { exchangesOf, sentOf } from '../trace/exchanges.ts';
import type { Ledger } from '../trace/ledger.ts';
import type { Inputs } from './cast.ts';
import { type Fate, fatesOf, ownersOf } from './fates.ts';
import { type Findings, findingsOf } from './findings.ts';
import type { Told } from './outcome.ts';
import type { Observer } from './observer.ts';

/** A run that has ended. */
export interface Over extends Told {
  readonly scenario: Scenario;
  readonly protocol: AnyProtocol;
  readonly inputs: Inputs;
  readonly simulated: Pick<SimulationResult, 'ending' | 'endNs' | 'bound' | 'left'>;
  readonly ledger: Ledger;
  readonly observer: Observer;
  /** What its faults did. */
  readonly faults: readonly Fired[] | undefined;
  /** What a reader must know about how the run was timed. */
  readonly hints?: readonly string[] | undefined;
  /** What the simulated network takes from its preset, in words; absent if the network was a real one. */
  readonly network?: string | undefined;
  /** Whether to determine the loss, and how close the clustering is to the truth: by default it is done. */
  readonly scored?: boolean | undefined;
}

export interface Conclusion {
  readonly findings: Findings;
  /** By row of the data; absent if there is no clustering. */
  readonly labels?: Labels;
}

/** The findings of a run that is over: labels, quality, what is violated and why it failed. */
export function conclude(over: Over): Conclusion {
  const {
    scenario,
    protocol,
    inputs,
    outcome,
    absent,
    simulated,
    ledger,
    observer,
    faults,
    hints = [],
    network,
    scored = true,
  } = over;
  const { rows } = inputs;
  const clustered = outcome?.kind === 'clustered' ? outcome : undefined;
  const labels = clustered?.labels && spreadLabels(clustered.labels, rows, rows.length);
  // Nothing is promised with an active adversary, or if the server sent wrong values.
  const reference =
    labels && scenario.adversary === undefined && !observer.byzantine.includes(scenario.parties.reporter)
      ? referenceOf(scenario, protocol, foundStart(inputs, clustered), absent)
      : undefined;
  const sent = sentOf(protocol, () => exchangesOf(ledger.traffic()), outcome?.iterations ?? 0);
  const { figures, hints: figureHints } = figuresOf(
    protocol,
    scenario,
    inputs.agreed,
    outcome ?? UNTOLD,
    labels,
    sent,
  );
  const held = findingsOf({
    scenario,
    simulated,
    outcome,
    labels,
    fates: clustered && labels && fatesIn(labels, clustered, scenario, rows),
    reference,
    figures,
    hints: [...hints, ...figureHints],
    faults,
    lost: ledger.balance.lost,
    network,
    expired: observer.expired,
    scored,
  });
  const violated = violationsOf(scenario.expect, () => cameOf(over, held, sent));
  const { trouble } = observer;
  const findings = violated.length === 0 ? held : defined({ ...held, violated, trouble });
  return defined({ findings, labels });
}

/** What became of every point, by row of the data. */
function fatesIn(
  labels: Labels,
  outcome: Clustered,
  { population }: Scenario,
  rows: Uint32Array,
): readonly Fate[] {
  const owners: string[] = [];
  ownersOf(population).forEach((owner, at) => (owners[rows[at]] = owner));
  return fatesOf(labels, owners, outcome, new Set(outcome.forgotten?.map((at) => rows[at])));
}

/** What the scenario's expectations are about. */
function cameOf(
  { scenario, protocol, inputs, outcome, simulated, ledger, observer }: Over,
  held: Findings,
  sent: Sent,
): Came {
  const { aborted, iterations, equalsLloyd, missing = [], blamed = [], figures = [] } = held;
  const { resultNs, endNs } = ledger.ends(simulated.endNs);
  return {
    protocol,
    agreed: inputs.agreed,
    outcome,
    aborted,
    iterations,
    equalsLloyd,
    missing,
    blamed,
    figures,
    rounds: ledger.rounds.length,
    sent,
    timeNs: resultNs ?? endNs,
    byzantine: observer.byzantine.filter((name) => scenario.parties.clients.includes(name)),
  };
}

/** If the start was found during the run, it is the first entry of the history. */
function foundStart(inputs: Inputs, clustered: Clustered | undefined): Inputs {
  const [found] = clustered?.history ?? [];
  return inputs.start.length > 0 || found === undefined ? inputs : { ...inputs, start: found };
}

/** What a protocol promises to equal: a centralised clustering of the points of those who took part. */
function referenceOf(
  { population }: Scenario,
  protocol: AnyProtocol,
  { agreed, points, start }: Inputs,
  missing: readonly string[],
): readonly Labels[] | undefined {
  if (protocol.reference === undefined) return undefined;
  if (missing.length === 0) return checked(protocol.reference({ agreed, points, start }), points);
  const gone = new Set(missing);
  const owners = ownersOf(population);
  const places = Uint32Array.from(owners.keys()).filter((at) => !gone.has(owners[at]));
  const starts = startsOf(start, points.rows);
  const started = Uint16Array.from(starts.flatMap((one) => Array.from(places, (at) => one[at])));
  const left = selectRows(points, places);
  const history = checked(protocol.reference({ agreed, points: left, start: started }), left);
  return history?.map((labels) => spreadLabels(labels, places, points.rows));
}

/** A protocol's author may return anything, which would count as another clustering. */
function checked(history: unknown, { rows }: Matrix): readonly Labels[] | undefined {
  if (history === undefined) return undefined;
  const isLabels = (one: unknown): boolean => one instanceof Uint16Array && one.length === rows;
  assert(
    Array.isArray(history) && history.every(isLabels),
    `the protocol's reference is not a list of labels of ${rows} points, as a Uint16Array each`,
  );
  return history as readonly Labels[];
}

/** Of a run whose reporting party did not finish. */
const UNTOLD: Aborted = { kind: 'aborted', reason: 'the reporting party did not finish' };

function figuresOf(
  { figures = [] }: AnyProtocol,
  { data: { points }, population }: Scenario,
  agreed: unknown,
  outcome: Outcome,
  labels: Labels | undefined,
  sent: Sent,
): { readonly figures: readonly FigureValue[]; readonly hints: readonly string[] } {
  return measure(figures, defined({ agreed, outcome, points, population, sent, labels }));
}
