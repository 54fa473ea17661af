/** The jobs from which MUFC's tables are computed. */

import { iterate } from '../../../actors/blocks/index.ts';
import { keptTasks } from '../../../actors/mufc/kept/tasks.ts';
import { means, scatter, seed } from '../../../actors/mufc/tasks.ts';
import { inertia } from '../../../src/core/math/cluster/inertia.ts';
import { lloyd } from '../../../src/core/math/cluster/lloyd.ts';
import { kMeansPlusPlus } from '../../../src/core/math/cluster/seeding.ts';
import { assert } from '../../../src/core/base/errors.ts';
import { NO_CLUSTER } from '../../../src/core/base/labels.ts';
import { type Matrix, selectRows } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import { Bus } from '../../../src/core/engine/messages/bus.ts';
import { defineJob } from '../../../src/studies/executor/job.ts';
import { figuresOfRun } from '../../../src/run/tidy/run-row.ts';
import { ActorCosts } from '../critical-path.ts';

export interface DataRequest {
  readonly file: string;
  readonly seed: number;
  readonly set: readonly string[];
  readonly clusters: number;
  /** Runs of centralised k-means++. */
  readonly central: number;
}

/** The least loss of some runs of centralised k-means++, which the paper takes as the best. */
function leastLoss(points: Matrix, clusters: number, runs: number): number {
  const losses = Array.from({ length: runs }, (_, i) => {
    const seeds = kMeansPlusPlus(points, clusters, new Random(i).stream('seeds'));
    const start = { centres: selectRows(points, seeds) };
    return inertia(points, lloyd(points, clusters, start, { maxIterations: 300 }).labels, clusters);
  });
  return Math.min(...losses);
}

export const bestLoss = defineJob(
  import.meta.url,
  'paper-best-loss',
  ({ file, set, clusters, central, seed: own }: DataRequest, surroundings): Promise<number> => {
    const { points } = loadScenario(file, { ...surroundings, seed: own, set }).data;
    return Promise.resolve(leastLoss(points, clusters, central));
  },
);

/** What is left of a clustering after removal requests. */
export interface Remaining {
  /** The loss of the points that are left, over that of the best centralised clustering of these points. */
  readonly ratio: number;
  readonly hash: string | undefined;
}

export const remainingLoss = defineJob(
  import.meta.url,
  'paper-remaining-loss',
  async (request: DataRequest & { variant: number }, surroundings): Promise<Remaining> => {
    const { file, clusters, central, ...options } = request;
    const scenario = loadScenario(file, { ...surroundings, ...options });
    const result = await run(scenario, { plugins: surroundings.plugins });
    const { lossAtCentres: loss, hash } = figuresOfRun(result);
    const { labels } = result;
    assert(labels !== undefined && typeof loss === 'number', 'a clustering with centres');
    const left = [...labels.keys()].filter((row) => labels[row] !== NO_CLUSTER);
    const best = leastLoss(selectRows(scenario.data.points, left), clusters, central);
    return { ratio: loss / best, hash };
  },
);

/** The cost of each request: for the client that computed most and the server together, and all bytes. */
export interface RequestCosts {
  readonly requests: number;
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
    request: Omit<DataRequest, 'clusters' | 'central'> & { variant: number; requests: number },
    surroundings,
  ): Promise<RequestCosts> => {
    const { file, requests, ...options } = request;
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
      requests,
      operations: each((round) => all.path(round).operations),
      clustering: each((round) => clustering.path(round).operations),
      measuredNs: each((round) => clustering.path(round).measuredNs),
      bytes: each((round) => sent.get(round) ?? 0),
    };
  },
);
