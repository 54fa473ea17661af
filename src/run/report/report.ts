/** The report of a run, computed from its trace alone: rows by round and by phase, totals, findings. */

import { grouped } from '../../core/base/grouped.ts';
import type { Ending } from '../../core/engine/simulation/options.ts';
import type { Findings } from '../execute/findings.ts';
import { type Note, noteCells, notesOf } from './notes.ts';
import { worthWords } from './worth.ts';
import { defined } from '../../core/base/defined.ts';
import type { Balance, Load, Share, Traffic, Work } from '../trace/account.ts';
import { type Exchange, exchangesOf } from '../trace/exchanges.ts';
import type { Ledger } from '../trace/ledger.ts';
import type { Ends, Knowing, RunPart } from '../trace/timeline.ts';
import type { CausalGraph } from '../timing/causal-graph.ts';
import { criticalPath, type Piece, type Waited, waitedFor, within } from '../timing/critical-path.ts';
import type { LinkLoad } from '../timing/links.ts';

/** Wire bytes by direction: together, all that were sent. The server is every party that holds no data. */
export interface Bytes {
  readonly toServer: number;
  readonly fromServer: number;
  readonly betweenClients: number;
  readonly betweenServers: number;
}

/** A stretch of the run: together they make up the run, in time, messages, bytes and work. */
export interface RoundRow extends Bytes {
  readonly part: RunPart;
  /** For delivery and late stretches: the last round. */
  readonly round: number;
  /** Its phases, as named by senders and workers. */
  readonly phases: readonly string[];
  /**
   * From this round's first announcement to the next round's, for the last one to the result; then the
   * delivery, then what is late.
   */
  readonly durationNs: number;
  readonly messages: number;
  readonly operationsSlowestClient: number;
  readonly operationsServer: number;
  /** Measured on this machine, for all parties together. */
  readonly measuredNs: number;
  /** What a round waited for, the longest first: together, the whole round. Absent if unknown. */
  readonly waits?: readonly Waited[];
}

export interface PhaseRow extends Bytes {
  readonly phase: string;
  readonly messages: number;
  readonly elements: number;
  readonly operationsClients: number;
  readonly operationsServer: number;
  readonly measuredNs: number;
}

export interface Report {
  readonly rounds: readonly RoundRow[];
  readonly phases: readonly PhaseRow[];
  readonly traffic: readonly Traffic[];
  /** The same over the whole run, by pair of roles and type of message. */
  readonly exchanges: readonly Exchange[];
  readonly work: readonly Work[];
  readonly balance: Balance;
  /** Absent if it was not determined. */
  readonly timing?: Timing;
  /** Absent if the trace is truncated. */
  readonly outcome?: RunOutcome;
  /** For a run over real sockets; absent: times are virtual. */
  readonly clock?: 'wall';
}

/** Where the time went. */
export interface Timing {
  readonly links: readonly LinkLoad[];
  /** Of these those of parties that hold no data, and in each direction the busiest of the others. */
  readonly mainLinks: readonly LinkLoad[];
  /**
   * What the result waited for, the longest first: together, the time to the result. Absent if there is none.
   */
  readonly waits?: readonly Waited[];
  /** Why nothing else is known. */
  readonly problem?: string;
}

export interface RunOutcome {
  readonly ending: Ending;
  readonly ends: Ends;
  /** Who has learned the result; absent if there is none. */
  readonly knowing?: Knowing;
  readonly hash?: string;
  readonly findings: Findings;
  /** What it is worth as a result, in the words of tables of runs, see `worthWords`. */
  readonly worth: readonly string[];
  /** What must be said of the run, from its findings. */
  readonly notes: readonly Note[];
}

/** How a run ended, according to the run itself or its trace. */
export interface RunEnd {
  readonly ending: Ending;
  readonly endNs: number;
  readonly hash?: string;
  readonly findings: Findings;
}

/**
 * @param end absent if the trace is truncated
 * @param causalGraph if one was kept
 */
export function report(ledger: Ledger, end?: RunEnd, causalGraph?: CausalGraph): Report {
  const path = causalGraph && criticalPath(causalGraph);
  const traffic = ledger.traffic();
  const work = ledger.work();
  const [sentIn, doneIn] = [byStretch(traffic), byStretch(work)];
  return {
    rounds: ledger.stretches(end?.endNs).map(({ part, round, startNs, endNs }) => {
      const sent = sentIn.get(`${part} ${round}`) ?? [];
      const done = doneIn.get(`${part} ${round}`) ?? [];
      const busiest = (holding: boolean): number =>
        part === 'late' ? 0 : slowest(ledger, holding, (role) => ledger.slowest(round, role, part));
      return {
        part,
        round,
        phases: ledger.phases.filter((phase) => [...sent, ...done].some((cell) => cell.phase === phase)),
        durationNs: endNs - startNs,
        messages: total(sent, 'messages'),
        ...bytes(sent, ledger),
        operationsSlowestClient: busiest(true),
        operationsServer: busiest(false),
        measuredNs: total(done, 'measuredNs'),
        ...(path && part === 'round' && { waits: waitedFor(within(path, { startNs, endNs })) }),
      };
    }),
    phases: phaseRows(ledger),
    traffic,
    exchanges: exchangesOf(traffic),
    work,
    balance: ledger.balance,
    ...(causalGraph && { timing: timingOf(causalGraph, path, ledger.ends(end?.endNs)) }),
    ...(end && { outcome: runOutcomeOf(ledger, end) }),
  };
}

/** What was sent and computed in each phase, in order of their first appearance. */
export function phaseRows(ledger: Ledger): PhaseRow[] {
  const [sentIn, doneIn] = [byPhase(ledger.traffic()), byPhase(ledger.work())];
  return ledger.phases.flatMap((phase) => {
    const [sent, done] = [sentIn.get(phase) ?? [], doneIn.get(phase) ?? []];
    if (sent.length === 0 && done.length === 0) return [];
    return {
      phase,
      messages: total(sent, 'messages'),
      elements: total(sent, 'elements'),
      ...bytes(sent, ledger),
      operationsClients: total(
        done.filter(({ by }) => ledger.holds(by)),
        'operations',
      ),
      operationsServer: total(
        done.filter(({ by }) => !ledger.holds(by)),
        'operations',
      ),
      measuredNs: total(done, 'measuredNs'),
    };
  });
}

const byPhase = <C extends { readonly phase: string }>(cells: readonly C[]) =>
  grouped(cells, ({ phase }) => phase);

const byStretch = <C extends { readonly part: Share; readonly round: number }>(cells: readonly C[]) =>
  grouped(cells, ({ part, round }) => `${part} ${round}`);

/** The outcome of a run with the times at which its parts ended. */
export function runOutcomeOf(ledger: Ledger, { ending, endNs, hash, findings }: RunEnd): RunOutcome {
  const worth = worthWords(outcomeCells(findings, ending));
  const { knowing } = ledger;
  return defined({
    ending,
    ends: ledger.ends(endNs),
    knowing,
    findings,
    worth,
    notes: notesOf(findings),
    hash,
  });
}

/** The cells of a run's row by which it is judged: whether it produced a clustering, and its notes. */
export function outcomeCells(findings: Findings, ending: Ending) {
  return { clustered: ending === 'done' && findings.aborted === undefined, ...noteCells(findings) };
}

/**
 * Where the time of a run went.
 * @param path its critical path; absent if there is none
 */
export function timingOf(
  causalGraph: CausalGraph,
  path: readonly Piece[] | undefined,
  { endNs }: Ends,
): Timing {
  const { contradiction: problem, links } = causalGraph;
  if (problem !== undefined) return withMainLinks({ links: [], problem }, () => []);
  return withMainLinks(
    {
      // As many as there are clients, and only looked at where somebody asks for them.
      get links() {
        return links.loads(endNs);
      },
      ...(path && { waits: waitedFor(path) }),
    },
    () => links.mainLoads(endNs),
  );
}

/** The main links are not enumerable: where a report is printed whole, all links are. */
function withMainLinks(timing: Omit<Timing, 'mainLinks'>, get: () => readonly LinkLoad[]): Timing {
  return Object.defineProperty(timing, 'mainLinks', { get }) as Timing;
}

/** Operations of the slowest party, among those that hold data or among the others. */
function slowest(ledger: Ledger, holding: boolean, loadOf: (role: string) => Load): number {
  const loads = ledger.roles.filter(({ holds = false }) => holds === holding).map(({ role }) => loadOf(role));
  return loads.toSorted((a, b) => b.durationNs - a.durationNs)[0]?.operations ?? 0;
}

function bytes(cells: readonly Traffic[], ledger: Ledger): Bytes {
  const sums = { toServer: 0, fromServer: 0, betweenClients: 0, betweenServers: 0 };
  for (const { from, to, wireBytes } of cells) {
    const [by, at] = [ledger.holds(from), ledger.holds(to)];
    sums[by ? (at ? 'betweenClients' : 'toServer') : at ? 'fromServer' : 'betweenServers'] += wireBytes;
  }
  return sums;
}

function total<K extends string>(cells: readonly Readonly<Record<K, number>>[], key: K): number {
  return cells.reduce((sum, cell) => sum + cell[key], 0);
}
