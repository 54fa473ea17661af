/** A run as one row: what determines it, its outcome, what it cost, and what was measured. */

import type { Findings } from '../execute/findings.ts';
import type { RunResult } from '../execute/run.ts';
import { defined } from '../../core/base/defined.ts';
import { figureCells } from '../report/figure-cells.ts';
import {
  type Bytes,
  outcomeCells,
  phaseRows,
  type Report,
  type RunOutcome,
  type Timing,
  timingOf,
} from '../report/report.ts';
import { criticalPath, type Resource, merged, type Waited } from '../timing/critical-path.ts';
import type { LinkLoad } from '../timing/links.ts';
import type { Ending } from '../../core/engine/simulation/options.ts';
import type { About } from './about.ts';
import { withDigest } from './digest.ts';
import { type Place, thisPlace } from './provenance.ts';
import { joined, type Row, tidy } from './rows.ts';

/**
 * Times are virtual nanoseconds, volumes bytes, unless they are called measured. What does not apply to a run
 * has no column.
 */
export interface RunFigures extends Row {
  /** `crashed` if the process died. */
  readonly ending: Ending | 'crashed';
  /** Whether it produced a clustering. */
  readonly clustered: boolean;
  /** Why it did not: like all notes, see `NOTE_KINDS`, in the words of the report. */
  readonly aborted?: string;
  readonly iterations: number;
  readonly converged: boolean;
  /** Whether the labels equal centralised Lloyd's, for protocols that promise it. */
  readonly equalsLloyd?: boolean;
  readonly accuracy?: number;
  /** Over the points that count, see `countedPoints`. */
  readonly loss?: number;
  /** With the other points at the mean of all points. */
  readonly lossOfAll?: number;
  /** Rounds with any messages or computations. */
  readonly rounds: number;
  readonly messages: number;
  /** Payload and framing of all messages, and by direction. */
  readonly bytes: number;
  readonly toServer: number;
  readonly fromServer: number;
  readonly betweenClients: number;
  readonly betweenServers: number;
  readonly lostMessages: number;
  readonly refusedMessages: number;
  readonly retransmittedBytes: number;
  readonly operationsClients: number;
  readonly operationsServer: number;
  /** Until the server had the result, or knew that there is none; absent if it never did. */
  readonly resultNs?: number;
  /** Until the last of the parties that learned it had it. */
  readonly knownNs?: number;
  /** Until nothing could happen any more. */
  readonly endNs: number;
  /**
   * What was to pass over the server's links, each message once, and the part that it was only to forward between clients.
   */
  readonly serverCarried?: number;
  readonly serverForwarded?: number;
  /** What the result waited for longest, and its share of the time to the result. */
  readonly waitedMostFor?: string;
  readonly waitedMostShare?: number;
  /** The longest waits: a list of {@link Waited} as JSON. */
  readonly waits?: string;
  /** SHA-256 of the trace; absent if the run was stopped. */
  readonly hash?: string;
  /** The total time of tasks on this machine. */
  readonly measuredNs: number;
}

/** What a row has besides: see `withDigest`. */
export type RunRow = About & RunFigures & Place & { readonly digest: string };

/** The row of a run. If links and waits were not tracked, it has no columns for them. */
export function runRow(about: About, result: RunResult): RunRow {
  return withDigest(joined(...partsOfRun(about, result))) as RunRow;
}

/** What the row of a run is joined from. */
export function partsOfRun(about: About, result: RunResult): readonly Row[] {
  return [about, figuresOfRun(result), { ...thisPlace() }];
}

/** A run's outcome, and what it cost. */
export function figuresOfRun({
  ending,
  endNs,
  hash,
  ledger,
  causalGraph,
  findings,
}: Pick<RunResult, 'ending' | 'endNs' | 'hash' | 'ledger' | 'causalGraph' | 'findings'>): RunFigures {
  const ends = ledger.ends(endNs);
  const timing = causalGraph && timingOf(causalGraph, criticalPath(causalGraph), ends);
  const { balance } = ledger;
  return figuresOf(
    { rounds: ledger.rounds.length, phases: phaseRows(ledger), balance, timing },
    defined({ ending, ends, hash, findings }),
  );
}

/** A run's outcome and cost, from its report. */
export function figuresOfReport(all: Report, outcome: RunOutcome): RunFigures {
  return figuresOf(spentIn(all), outcome);
}

/** What was sent and computed, which even a run without an outcome has. */
export function volumesOfReport(all: Report) {
  return volumes(spentIn(all));
}

/** What a run spent. */
interface Spent extends Pick<Report, 'phases' | 'balance'> {
  /** How many rounds have any messages or computations. */
  readonly rounds: number;
  readonly timing?: Timing | undefined;
}

function spentIn({ rounds, phases, balance, timing }: Report): Spent {
  const busy = rounds.filter(({ part, phases: named }) => part === 'round' && named.length > 0);
  return { rounds: busy.length, phases, balance, timing };
}

function figuresOf(
  spent: Spent,
  { ending, ends, hash, findings }: Pick<RunOutcome, 'ending' | 'ends' | 'hash' | 'findings'>,
): RunFigures {
  const { timing } = spent;
  const server = timing?.mainLinks.filter(({ holds }) => !holds) ?? [];
  const sums = volumes(spent);
  return tidy({
    ending,
    ...foundOut(findings, ending),
    ...sums,
    ...ends,
    ...(server.length > 0 && carriedBy(server, sums)),
    ...(timing?.waits && waitCells(timing.waits)),
    hash,
    measuredNs: total(spent, 'measuredNs'),
  });
}

/** What was to pass over the server's links, each message once even where it takes two of them. */
function carriedBy(server: readonly LinkLoad[], sums: Bytes) {
  // In a star, all that clients send each other is forwarded.
  const forwards = server.some(({ forwardedBytes }) => forwardedBytes > 0);
  const serverForwarded = forwards ? sums.betweenClients : 0;
  const { toServer, fromServer, betweenServers } = sums;
  return { serverCarried: toServer + fromServer + betweenServers + serverForwarded, serverForwarded };
}

function volumes(spent: Spent) {
  const { rounds, balance } = spent;
  return {
    rounds,
    messages: total(spent, 'messages'),
    bytes: balance.sent.wireBytes,
    toServer: total(spent, 'toServer'),
    fromServer: total(spent, 'fromServer'),
    betweenClients: total(spent, 'betweenClients'),
    betweenServers: total(spent, 'betweenServers'),
    lostMessages: balance.lost.messages,
    refusedMessages: balance.refused,
    retransmittedBytes: balance.retransmittedBytes,
    operationsClients: total(spent, 'operationsClients'),
    operationsServer: total(spent, 'operationsServer'),
  };
}

function total({ phases }: Spent, key: Summed): number {
  return phases.reduce((sum, phase) => sum + phase[key], 0);
}

type Summed =
  | 'messages'
  | 'toServer'
  | 'fromServer'
  | 'betweenClients'
  | 'betweenServers'
  | 'operationsClients'
  | 'operationsServer'
  | 'measuredNs';

function foundOut(findings: Findings, ending: Ending) {
  const { iterations, converged, loss, quality } = findings;
  const { clustered, ...notes } = outcomeCells(findings, ending);
  return {
    clustered,
    iterations,
    converged,
    ...figureCells(findings),
    lossOfAll: quality?.lossOfAll ?? loss,
    ...notes,
  };
}

/** How many of a result's waits are kept: the rest are small. */
const MOST_WAITS = 8;

const RESOURCES: readonly Resource[] = [
  'compute',
  'uplink',
  'downlink',
  'latency',
  'connection',
  'sent again',
  'deadline',
  'idle',
  'fault',
];

/** What the result waited for: summed over kinds of resources, `resultNs`. */
function waitCells(all: readonly Waited[]): Row {
  const waits = merged(all);
  const [most] = waits;
  const byResource = RESOURCES.map((resource) => {
    const ns = waits.filter((one) => one.resource === resource).reduce((sum, one) => sum + one.ns, 0);
    return [waitColumn(resource), ns === 0 ? undefined : ns] as const;
  });
  return {
    ...Object.fromEntries(byResource),
    waitedMostFor: most && `${most.resource} ${most.of}`.trim(),
    waitedMostShare: most?.share,
    waits: JSON.stringify(waits.slice(0, MOST_WAITS)),
  };
}

/** The column of what the result waited for, such as `waitedSentAgainNs` for `sent again`. */
export function waitColumn(resource: Resource): string {
  const words = resource.split(' ').map((word) => word[0].toUpperCase() + word.slice(1));
  return `waited${words.join('')}Ns`;
}
