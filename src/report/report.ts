/** What is said about a run, computed from its trace alone: rows by round and by phase, totals, findings. */

import type { Ending } from '../sim/simulation.ts';
import type { Findings } from '../run/findings.ts';
import type { Balance, Share, Traffic, Work } from '../trace/account.ts';
import type { Ledger } from '../trace/ledger.ts';
import type { Ends, Part } from '../trace/timeline.ts';

/** Wire bytes by direction. */
export interface Bytes {
  readonly toServer: number;
  readonly fromServer: number;
  readonly betweenClients: number;
}

/** A stretch of the run: all of them together are the run, in time, messages, bytes and work. */
export interface RoundRow extends Bytes {
  readonly part: Part;
  /** Of a delivery and of what is late: the last round. */
  readonly round: number;
  /** The phases in it, as the senders and workers named them. */
  readonly phases: readonly string[];
  /** From this round's first label to the next round's, the last one to the result; then the delivery, then what is late. */
  readonly durationNs: number;
  readonly messages: number;
  readonly operationsSlowestClient: number;
  readonly operationsServer: number;
  /** Measured on this machine, all parties together. */
  readonly measuredNs: number;
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
  readonly work: readonly Work[];
  readonly balance: Balance;
  /** Absent when the trace is cut off. */
  readonly outcome?: Outcome;
}

export interface Outcome {
  readonly ending: Ending;
  readonly ends: Ends;
  readonly hash?: string;
  readonly findings: Findings;
}

/** How a run ended, as it says itself or its trace does. */
export interface RunEnd {
  readonly ending: Ending;
  readonly endNs: number;
  readonly hash?: string;
  readonly findings: Findings;
}

/** @param end absent where the trace is cut off */
export function report(ledger: Ledger, end?: RunEnd): Report {
  const traffic = ledger.traffic();
  const work = ledger.work();
  return {
    rounds: ledger.stretches(end?.endNs).map(({ part, round, startNs, endNs }) => {
      const within = (cell: { part: Share; round: number }): boolean =>
        cell.part === part && cell.round === round;
      const sent = traffic.filter(within);
      const done = work.filter(within);
      const busiest = (role: string): number =>
        part === 'late' ? 0 : ledger.slowest(round, role, part).operations;
      return {
        part,
        round,
        phases: ledger.phases.filter((phase) => [...sent, ...done].some((cell) => cell.phase === phase)),
        durationNs: endNs - startNs,
        messages: total(sent, 'messages'),
        ...bytes(sent),
        operationsSlowestClient: busiest('client'),
        operationsServer: busiest('server'),
        measuredNs: total(done, 'measuredNs'),
      };
    }),
    phases: ledger.phases.flatMap((phase) => {
      const sent = traffic.filter((cell) => cell.phase === phase);
      const done = work.filter((cell) => cell.phase === phase);
      if (sent.length === 0 && done.length === 0) return [];
      return {
        phase,
        messages: total(sent, 'messages'),
        elements: total(sent, 'elements'),
        ...bytes(sent),
        operationsClients: total(
          done.filter(({ by }) => by !== 'server'),
          'operations',
        ),
        operationsServer: total(
          done.filter(({ by }) => by === 'server'),
          'operations',
        ),
        measuredNs: total(done, 'measuredNs'),
      };
    }),
    traffic,
    work,
    balance: ledger.balance,
    ...(end && { outcome: outcomeOf(ledger, end) }),
  };
}

export function outcomeOf(ledger: Ledger, { ending, endNs, hash, findings }: RunEnd): Outcome {
  return { ending, ends: ledger.ends(endNs), findings, ...(hash !== undefined && { hash }) };
}

function bytes(cells: readonly Traffic[]): Bytes {
  const where = (match: (cell: Traffic) => boolean): number => total(cells.filter(match), 'wireBytes');
  return {
    toServer: where(({ to }) => to === 'server'),
    fromServer: where(({ from, to }) => from === 'server' && to !== 'server'),
    betweenClients: where(({ from, to }) => from !== 'server' && to !== 'server'),
  };
}

function total<K extends string>(cells: readonly Readonly<Record<K, number>>[], key: K): number {
  return cells.reduce((sum, cell) => sum + cell[key], 0);
}
