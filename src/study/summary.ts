/** One run in the figures that comparisons are about. */

import { fsum } from 'd3-array';
import type { Findings } from '../run/findings.ts';
import { report } from '../report/report.ts';
import type { RunResult } from '../run/run.ts';
import { merged, type Waited } from '../timing/critical-path.ts';
import type { Ending } from '../sim/simulation.ts';

/** Of what a result waits for, so many are kept: the rest is small. */
const MOST_WAITS = 8;

export interface RunSummary {
  readonly ending: Ending;
  readonly findings: Findings;
  /** Rounds in which something was said or computed. */
  readonly rounds: number;
  readonly messages: number;
  /** Payload and framing, by direction. */
  readonly toServer: number;
  readonly fromServer: number;
  readonly betweenClients: number;
  /** Counted. */
  readonly operationsClients: number;
  readonly operationsServer: number;
  /** Virtual time until the server had the result, or knew that there is none; where it never did, until the run was over. */
  readonly resultNs: number;
  /** Until the last party knew it; absent where the server never had one. */
  readonly knownNs?: number;
  /** Until nothing could happen any more. */
  readonly endNs: number;
  /** Bytes that the server's links carried, both ways, and of these what it only forwarded between clients. */
  readonly serverCarried?: number;
  readonly serverForwarded?: number;
  /** What the result waited for most. */
  readonly waits?: readonly Waited[];
  /** The time that all tasks took on this machine. */
  readonly measuredNs: number;
  readonly hash: string;
}

export function summarise(result: RunResult): RunSummary {
  const { phases, timing } = report(result.ledger, result, result.chronicle);
  const server = timing?.links.filter(({ holds }) => !holds) ?? [];
  const { resultNs, knownNs, endNs } = result.ledger.ends(result.endNs);
  const total = (
    key:
      | 'messages'
      | 'toServer'
      | 'fromServer'
      | 'betweenClients'
      | 'operationsClients'
      | 'operationsServer'
      | 'measuredNs',
  ): number => phases.reduce((sum, phase) => sum + phase[key], 0);
  return {
    ending: result.ending,
    findings: result.findings,
    rounds: result.ledger.rounds.length,
    messages: total('messages'),
    toServer: total('toServer'),
    fromServer: total('fromServer'),
    betweenClients: total('betweenClients'),
    operationsClients: total('operationsClients'),
    operationsServer: total('operationsServer'),
    resultNs: resultNs ?? endNs,
    ...(knownNs !== undefined && { knownNs }),
    endNs,
    ...(server.length > 0 && {
      serverCarried: fsum(server.map(({ bytes }) => bytes)),
      serverForwarded: fsum(server.map(({ forwardedBytes }) => forwardedBytes)),
    }),
    ...(timing?.waits && { waits: merged(timing.waits).slice(0, MOST_WAITS) }),
    measuredNs: total('measuredNs'),
    hash: result.hash ?? '',
  };
}
