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
import { ActorCosts } from './critical-path.ts';

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

const CLUSTERING = new Set<string>([seed, means, scatter, iterate, ...keptTasks].map(({ name }) => name));
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
    const all = new ActorCosts(bus);
    const clustering = new ActorCosts(bus, (task) => CLUSTERING.has(task));
    const sent = new Map<number, number>();
    bus.on('sent', ({ from, wireBytes }) => {
      const round = all.roundOf(from);
      sent.set(round, (sent.get(round) ?? 0) + wireBytes);
    });
    const { plugins } = surroundings;
    await run(loadScenario(file, { ...surroundings, ...options }), { plugins, bus });

    const rounds = Math.max(all.rounds, ...sent.keys());
    const each = (of: (round: number) => number): number[] =>
      Array.from({ length: rounds }, (_, i) => of(i + 1));
    return {
      operations: each((round) => all.path(round).operations),
      clustering: each((round) => clustering.path(round).operations),
      measuredNs: each((round) => clustering.path(round).measuredNs),
      bytes: each((round) => sent.get(round) ?? 0),
    };
  },
);
