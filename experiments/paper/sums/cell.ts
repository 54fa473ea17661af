/** What secure sums cost in one run: the messages and computations of the sums alone, without the clustering around them. */

import { sum } from 'd3-array';
import { provenSums, secureSums } from '../../../actors/blocks/index.ts';
import { broughtBy } from '../../../src/core/protocol/subprotocol.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { defineJob } from '../../../src/studies/executor/job.ts';

export interface SumRequest {
  readonly file: string;
  readonly seed: number;
  readonly variant: number;
  readonly set: readonly string[];
  /** Of the run itself; absent: none, as many runs are made at once. */
  readonly threads?: number;
}

export interface SumCosts {
  readonly messages: number;
  /** Payloads, without the network's framing. */
  readonly bytes: number;
  /** What the server sends and receives of them. */
  readonly serverBytes: number;
  /** Counted operations of all clients together, and of those that aggregate. */
  readonly clients: number;
  readonly aggregators: number;
  /** Virtual time until the server has the result; absent if it has none. */
  readonly resultNs?: number;
  /** Of all computations, on this machine. */
  readonly measuredNs: number;
}

const parts = broughtBy([secureSums, provenSums]);
const TYPES = new Set(parts.messages.map(({ name }) => name));
const TASKS = new Set(parts.tasks.map(({ name }) => name));

/** One run of FedDP without noise, whose rounds are sums. */
export const sumCosts = defineJob(
  import.meta.url,
  'paper-sum-costs',
  async ({ file, seed, variant, set, threads = 0 }: SumRequest, surroundings): Promise<SumCosts> => {
    const scenario = loadScenario(file, { ...surroundings, seed, variant, set });
    const { ledger, outcome } = await run(scenario, { plugins: surroundings.plugins, threads });
    const traffic = ledger.traffic().filter(({ type }) => TYPES.has(type));
    const work = ledger.work().filter(({ task }) => TASKS.has(task));
    const isClient = (role: string): boolean => role === 'client';
    const resultNs = outcome?.kind === 'clustered' ? ledger.ends().resultNs : undefined;
    return {
      messages: sum(traffic, ({ messages }) => messages),
      bytes: sum(traffic, ({ payloadBytes }) => payloadBytes),
      serverBytes: sum(
        traffic.filter(({ from, to }) => from === 'server' || to === 'server'),
        ({ payloadBytes }) => payloadBytes,
      ),
      clients: sum(
        work.filter(({ by }) => isClient(by)),
        ({ operations }) => operations,
      ),
      aggregators: sum(
        work.filter(({ by }) => !isClient(by)),
        ({ operations }) => operations,
      ),
      ...(resultNs !== undefined && { resultNs }),
      measuredNs: sum(work, ({ measuredNs }) => measuredNs),
    };
  },
);
