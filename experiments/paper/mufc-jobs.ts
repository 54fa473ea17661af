/** The jobs from which MUFC's tables are computed. */

import { iterate } from '../../actors/blocks/index.ts';
import { keptTasks } from '../../actors/mufc/kept/tasks.ts';
import { means, scatter, seed } from '../../actors/mufc/tasks.ts';
import { inertia } from '../../src/core/math/cluster/inertia.ts';
import { lloyd } from '../../src/core/math/cluster/lloyd.ts';
import { kMeansPlusPlus } from '../../src/core/math/cluster/seeding.ts';
import { selectRows } from '../../src/core/base/matrix.ts';
import { Random } from '../../src/core/base/random.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { defineJob } from '../../src/studies/executor/job.ts';

const RUNS = 20;

export interface DataRequest {
  readonly file: string;
  readonly seed: number;
  readonly set: readonly string[];
  readonly clusters: number;
}

/** The least loss of 20 runs of centralised k-means++, which the paper takes as the best. */
export const bestLoss = defineJob(
  import.meta.url,
  'paper-best-loss',
  ({ file, set, clusters, seed: own }: DataRequest, surroundings): Promise<number> => {
    const { points } = loadScenario(file, { ...surroundings, seed: own, set }).data;
    const losses = Array.from({ length: RUNS }, (_, i) => {
      const seeds = kMeansPlusPlus(points, clusters, new Random(i).stream('seeds'));
      const start = { centres: selectRows(points, seeds) };
      return inertia(points, lloyd(points, clusters, start, { maxIterations: 300 }).labels, clusters);
    });
    return Promise.resolve(Math.min(...losses));
  },
);

/** The cost of each request: for the client that computed most and the server together, and all bytes. */
export interface RequestCosts {
  /** Counted operations, including secure sums. */
  readonly operations: readonly number[];
  /** Operations of the clustering alone. */
  readonly clustering: readonly number[];
  /** Nanoseconds of the clustering, on this machine. */
  readonly measuredNs: readonly number[];
  readonly bytes: readonly number[];
}

const CLUSTERING = new Set([seed, means, scatter, iterate, ...keptTasks].map(({ name }) => name));
const KEYS = ['operations', 'clustering', 'measuredNs'] as const;
type Sums = Record<(typeof KEYS)[number], number>;
const nothing = (): Sums => ({ operations: 0, clustering: 0, measuredNs: 0 });

/** @returns the costs by request; those of several requests together are at the last one */
export const requestCosts = defineJob(
  import.meta.url,
  'paper-request-costs',
  async (
    request: Omit<DataRequest, 'clusters'> & { variant: number },
    surroundings,
  ): Promise<RequestCosts> => {
    const { file, ...options } = request;
    const bus = new Bus();
    const roundOf = new Map<number, number>();
    /** By round, then by actor. */
    const work = new Map<number, Map<number, Sums>>();
    const sent = new Map<number, number>();
    const cell = (actor: number): Sums => {
      const round = roundOf.get(actor) ?? 0;
      const actors = work.get(round) ?? new Map<number, Sums>();
      const found = actors.get(actor) ?? nothing();
      work.set(round, actors.set(actor, found));
      return found;
    };
    bus.on('labelled', ({ actor, round }) => roundOf.set(actor, round));
    bus.on('computing', ({ actor, task, operations }) => {
      cell(actor).operations += operations;
      if (CLUSTERING.has(task)) cell(actor).clustering += operations;
    });
    bus.on('computed', ({ actor, task, measuredNs }) => {
      if (CLUSTERING.has(task)) cell(actor).measuredNs += measuredNs;
    });
    bus.on('sent', ({ from, wireBytes }) => {
      const round = roundOf.get(from) ?? 0;
      sent.set(round, (sent.get(round) ?? 0) + wireBytes);
    });
    const { plugins } = surroundings;
    await run(loadScenario(file, { ...surroundings, ...options }), { plugins, bus });

    const rounds = Math.max(0, ...work.keys(), ...sent.keys());
    const each = (of: (round: number) => number): number[] =>
      Array.from({ length: rounds }, (_, i) => of(i + 1));
    const both = (key: keyof Sums) => (round: number) => {
      const actors = [...(work.get(round) ?? [])];
      const clients = actors.filter(([actor]) => actor > 0).map(([, cost]) => cost[key]);
      const server = work.get(round)?.get(0)?.[key] ?? 0;
      return server + Math.max(0, ...clients);
    };
    return {
      operations: each(both('operations')),
      clustering: each(both('clustering')),
      measuredNs: each(both('measuredNs')),
      bytes: each((round) => sent.get(round) ?? 0),
    };
  },
);
