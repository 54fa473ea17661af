/** MUFC as its paper measures it, on the data where they are there: loss ratios, unlearning, and what a sum gives away. */

import * as protocols from '../actors/index.ts';
import { inertia } from '../src/cluster/inertia.ts';
import { assignToCentres, lloyd } from '../src/cluster/lloyd.ts';
import { kMeansPlusPlus } from '../src/cluster/seeding.ts';
import { type Matrix, selectRows } from '../src/matrix.ts';
import { Random } from '../src/random.ts';
import { run, type RunResult } from '../src/run.ts';
import { loadScenario, type Scenario } from '../src/scenario/load.ts';
import { Bus } from '../src/sim/bus.ts';
import { sharedPath } from '../test/vectors.ts';
import { median, print } from './table.ts';

/** A data set of the paper, prepared as there, and what its tables say: loss ratios of MUFC, MUFC with full clients, k-FED, DC-KMeans. */
interface DataSet {
  readonly file: string;
  readonly clusters: number;
  readonly paper: readonly [number, number, number, number];
}

const DATA: readonly DataSet[] = [
  { file: 'mufc-celltype.yaml', clusters: 4, paper: [1.14, 1.03, 1.72, 1.46] },
  { file: 'mufc-gaussian.yaml', clusters: 10, paper: [1.25, 1.02, 1.25, 1.02] },
];

/** The protocols of Tables 1 and 2; every client clusters into as many clusters as the server. */
const COLUMNS: readonly { readonly title: string; readonly protocol: object }[] = [
  { title: 'MUFC', protocol: { name: 'mufc', local: 'initialise', restarts: 10 } },
  { title: 'MUFC, full clustering at clients', protocol: { name: 'mufc', local: 'full', restarts: 10 } },
  { title: 'k-FED', protocol: { name: 'kfed' } },
  { title: 'DC-KMeans', protocol: { name: 'dckmeans', restarts: 10 } },
];

/** Few neighbours, as otherwise most of the time goes into keys. */
const AGGREGATION = { neighbours: 6, threshold: 5 };

const SEEDS = 10;

function load({ file, clusters }: DataSet, seed: number, protocol: object): Scenario | undefined {
  if (sharedPath('data') === undefined) return undefined;
  const setting = { clusters, ...protocol };
  const own = 'local' in protocol ? { ...setting, aggregation: AGGREGATION } : setting;
  const path = new URL(file, import.meta.url).pathname;
  return loadScenario(path, { protocols, seed, set: [`protocol=${JSON.stringify(own)}`] });
}

/** The least loss of k-means++ in one place, run many times. */
function bestLoss(points: Matrix, clusters: number): number {
  const losses = Array.from({ length: 10 }, (_, i) => {
    const seeds = kMeansPlusPlus(points, clusters, new Random(i).stream('seeds'));
    const { labels } = lloyd(
      points,
      clusters,
      { centres: selectRows(points, seeds) },
      { maxIterations: 300 },
    );
    return inertia(points, labels, clusters);
  });
  return Math.min(...losses);
}

/** Tables 1 and 2: the induced loss over the best centralised one, mean and deviation over the seeds. */
export async function mufcLoss(): Promise<void> {
  for (const data of DATA) {
    const rows: [string, string][] = [];
    let best: number | undefined;
    for (const [c, { title, protocol }] of COLUMNS.entries()) {
      const ratios: number[] = [];
      for (let seed = 0; seed < SEEDS; seed++) {
        const scenario = load(data, seed, protocol);
        if (scenario === undefined)
          return print('MUFC: the data are not there', [['shared/data', 'missing']]);
        best ??= bestLoss(scenario.data.points, data.clusters);
        const { findings } = await run(scenario, { protocols });
        ratios.push((findings.inducedLoss ?? Number.NaN) / best);
      }
      const mean = ratios.reduce((sum, ratio) => sum + ratio, 0) / SEEDS;
      const deviation = Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / (SEEDS - 1));
      rows.push([title, `${mean.toFixed(3)} ± ${deviation.toFixed(3)}   paper ${data.paper[c].toFixed(2)}`]);
    }
    print(`Loss ratios, ${data.file}, ${SEEDS} seeds`, rows);
  }
}

/** What one round took: the slowest client and the server, one after the other. */
interface Cost {
  readonly operations: number;
  readonly clusteringOperations: number;
  readonly measuredNs: number;
}

const CLUSTERING = /^(one-shot|lloyd)\//;

/** Runs a scenario and returns what each request cost. */
async function requests(scenario: Scenario): Promise<{ costs: Cost[]; result: RunResult }> {
  const bus = new Bus();
  const round = new Map<number, number>();
  const counted = new Map<string, { operations: number; clustering: number; ns: number }>();
  const cell = (actor: number) => {
    const key = `${round.get(actor) ?? 0} ${actor}`;
    const found = counted.get(key) ?? { operations: 0, clustering: 0, ns: 0 };
    counted.set(key, found);
    return found;
  };
  bus.on('labelled', ({ actor, round: number }) => round.set(actor, number));
  bus.on('computing', ({ actor, task, operations }) => {
    cell(actor).operations += operations;
    if (CLUSTERING.test(task)) cell(actor).clustering += operations;
  });
  bus.on('computed', ({ actor, task, measuredNs }) => {
    if (CLUSTERING.test(task)) cell(actor).ns += measuredNs;
  });
  const result = await run(scenario, { protocols, bus });
  const rounds = Math.max(...round.values());
  const costs = Array.from({ length: rounds }, (_, i): Cost => {
    const of = (key: 'operations' | 'clustering' | 'ns'): number => {
      const parts = [...counted].filter(([name]) => name.startsWith(`${i + 1} `));
      const server = parts.find(([name]) => name.endsWith(' 0'))?.[1][key] ?? 0;
      const clients = parts.filter(([name]) => !name.endsWith(' 0')).map(([, work]) => work[key]);
      return server + Math.max(0, ...clients);
    };
    return { operations: of('operations'), clusteringOperations: of('clustering'), measuredNs: of('ns') };
  });
  return { costs, result };
}

const REQUESTS = 6;

/** Speed-up of unlearning over training everything again, by the total over requests. */
export async function mufcUnlearning(): Promise<void> {
  const [celltype] = DATA;
  for (const points of ['random', 'adversarial']) {
    for (const count of [1, 10, 30]) {
      const remove = [{ points, count, requests: REQUESTS }];
      const totals = async (protocol: object): Promise<{ total: Cost; best: Cost } | undefined> => {
        const scenario = load(celltype, 1, { remove, ...protocol });
        if (scenario === undefined) return undefined;
        const { costs } = await requests(scenario);
        const sum = (key: keyof Cost): number => costs.reduce((all, cost) => all + cost[key], 0);
        const least = (key: keyof Cost): number => median(costs.map((cost) => cost[key]));
        const all = (of: (key: keyof Cost) => number): Cost => ({
          operations: of('operations'),
          clusteringOperations: of('clusteringOperations'),
          measuredNs: of('measuredNs'),
        });
        return { total: all(sum), best: all(least) };
      };
      const mufc = { name: 'mufc', local: 'initialise' };
      const retrain = await totals({ ...mufc, unlearning: 'retrain' });
      if (retrain === undefined) return print('MUFC: the data are not there', [['shared/data', 'missing']]);
      const rows: [string, string][] = [];
      for (const [title, protocol] of [
        ['MUFC, exact', { ...mufc, unlearning: 'exact' }],
        ['MUFC, lazy', { ...mufc, unlearning: 'lazy' }],
        ['DC-KMeans', { name: 'dckmeans' }],
      ] as const) {
        const found = await totals(protocol);
        if (found === undefined) continue;
        const times = (key: keyof Cost): string => {
          const ratio = retrain.total[key] / Math.max(1, found.total[key]);
          return `${ratio.toFixed(ratio < 10 ? 2 : 0)}x`;
        };
        rows.push([
          title,
          `clustering ${times('clusteringOperations')}, measured ${times('measuredNs')}, with the sum in secret ${times('operations')}`,
        ]);
      }
      print(`Speed-up over retraining, Celltype, ${REQUESTS} ${points} requests of ${count} points`, rows);
    }
  }
}

/** How many points a sum exposes: centres that are points, to the width of a cell; and the difference of two sums. */
export async function mufcExposure(): Promise<void> {
  for (const data of DATA) {
    const scenario = load(data, 1, { name: 'mufc', local: 'initialise' });
    if (scenario === undefined) return print('MUFC: the data are not there', [['shared/data', 'missing']]);
    const { points } = scenario.data;
    const levels = Math.ceil(Math.sqrt(points.rows));
    const cellOf = (row: number): string =>
      Array.from(points.values.subarray(row * points.columns, (row + 1) * points.columns), (x) =>
        Math.min(levels - 1, Math.floor((x + 0.5) * levels)),
      ).join();
    const inCell = new Map<string, number>();
    for (let row = 0; row < points.rows; row++) inCell.set(cellOf(row), (inCell.get(cellOf(row)) ?? 0) + 1);
    let cells = 0;
    let alone = 0;
    for (const [j, shard] of scenario.shards.entries()) {
      const own = selectRows(points, shard);
      const seeds = kMeansPlusPlus(own, data.clusters, new Random(1).stream(`${j}`));
      assignToCentres(own, selectRows(own, seeds));
      for (const seed of new Set(seeds)) {
        cells++;
        if (inCell.get(cellOf(shard[seed])) === 1) alone++;
      }
    }
    print(`What one sum exposes, ${data.file}: ${levels} levels of ${(1 / levels).toFixed(4)}`, [
      ['cells with points of somebody', `${cells}`],
      ['of these, with one point of all', `${alone}`],
      ['share of all points', `${((100 * alone) / points.rows).toFixed(1)} %`],
    ]);
  }
}
