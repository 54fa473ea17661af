/** Runs of FedDP-KMeans for its tables, as jobs: cost a point about the centres that came out, beside the best there is. */

import { epsilonAgreed } from '../../actors/blocks/noise/spent.ts';
import type { Agreed } from '../../actors/feddp/agreed.ts';
import { feddp, standard } from '../../actors/index.ts';
import { inertia } from '../../src/cluster/inertia.ts';
import { lloyd } from '../../src/cluster/lloyd.ts';
import { type Matrix, row } from '../../src/base/matrix.ts';
import { Random } from '../../src/base/random.ts';
import { gaussianMixture } from '../../src/data/gaussian-mixture.ts';
import { run } from '../../src/run/run.ts';
import { loadScenario, type Scenario } from '../../src/scenario/load.ts';
import { defineJob } from '../../src/workplace/job.ts';

const plugins = [standard];

/** Epsilon of each release, in proportion. */
export type Shares = Readonly<Record<string, number>>;

export interface FeddpOrder {
  readonly file: string;
  readonly seed: number;
  readonly variant: number;
  readonly set: readonly string[];
  /** Of all releases together. */
  readonly epsilon: number;
  readonly shares: Shares;
  /** Of the mixture: so many points of each component, and so many in the cube, are the server's; absent: the scenario's own. */
  readonly server?: { readonly each: number; readonly cube: number };
}

export interface FeddpRun {
  /** A point, about the centres that came out; absent where nothing did. */
  readonly cost?: number;
  /** A point, about the centres that Lloyd finds from the true clusters, where these are known. */
  readonly optimal?: number;
  readonly epsilon?: number;
}

export const feddpRun = defineJob(
  import.meta.url,
  'paper-feddp',
  async ({ file, seed, set, epsilon, shares, server }: FeddpOrder): Promise<FeddpRun> => {
    const points =
      server === undefined ? [] : [`protocol.server=${JSON.stringify(ownPoints(file, seed, set, server))}`];
    const at = (factor: number): Scenario =>
      loadScenario(file, { plugins, seed, set: [...set, ...points, budgetOf(shares, factor)] });
    const scenario = at(factorFor(at(1), shares, epsilon));
    const { findings } = await run(scenario, { plugins });
    const figure = (name: string): number | undefined => {
      const value = findings.figures?.find((one) => one.name === name)?.value;
      return typeof value === 'number' ? value : undefined;
    };
    const cost = figure('lossAtCentres');
    const reached = figure('epsilon');
    const n = scenario.data.points.rows;
    const optimal = optimalOf(scenario);
    return {
      ...(optimal !== undefined && { optimal }),
      ...(cost !== undefined && { cost: cost / n }),
      ...(reached !== undefined && { epsilon: reached }),
    };
  },
);

function budgetOf(shares: Shares, factor: number): string {
  const scaled = Object.entries(shares).map(([name, share]) => [name, share * factor]);
  return `protocol.budget=${JSON.stringify(Object.fromEntries(scaled))}`;
}

/** By what all epsilons must be multiplied for a total. Only the budget differs, so what is agreed on is computed, not loaded. */
function factorFor({ parameters, population }: Scenario, shares: Shares, epsilon: number): number {
  const total = (factor: number): number => {
    const budget = { ...(parameters as { budget?: object }).budget };
    for (const [name, share] of Object.entries(shares)) Object.assign(budget, { [name]: share * factor });
    return epsilonAgreed(feddp.agree({ ...parameters, budget } as never, population) as Agreed);
  };
  let [low, high] = [0, 1];
  while (total(high) < epsilon) [low, high] = [high, 2 * high];
  for (let i = 0; i < 20; i++) {
    const middle = (low + high) / 2;
    if (total(middle) < epsilon) low = middle;
    else high = middle;
  }
  return low;
}

/** Points of the same mixture that no client has: those that a larger one goes on with; and some in the unit cube. */
function ownPoints(
  file: string,
  seed: number,
  set: readonly string[],
  { each, cube }: NonNullable<FeddpOrder['server']>,
): { points: number[][] } {
  const { data } = loadScenario(file, { plugins, seed, set });
  const [n, dimension] = [data.points.rows, data.points.columns];
  const components = data.classes?.length ?? 0;
  const more = gaussianMixture(
    {
      points: n + 20 * each * components,
      dimension,
      components,
      deviation: Math.sqrt(0.5),
      middle: 0.5,
      spread: 0.5,
      sizes: 'drawn',
      truth: 'component',
    },
    new Random(seed).scope('data'),
  );
  const taken = new Map<string, number>();
  const points: number[][] = [];
  for (let i = n; i < more.points.rows; i++) {
    const component = more.classes?.[more.truth?.[i] ?? 0] ?? '';
    const count = taken.get(component) ?? 0;
    if (count === each) continue;
    taken.set(component, count + 1);
    points.push([...row(more.points, i)]);
  }
  const stream = new Random(seed).stream('cube');
  for (let i = 0; i < cube; i++) points.push(Array.from({ length: dimension }, () => stream.uniform()));
  return { points };
}

function optimalOf({ data, parameters }: Scenario): number | undefined {
  const { points, truth } = data;
  if (truth === undefined) return undefined;
  const { clusters } = parameters as { clusters: number };
  const start = { labels: Uint16Array.from(truth) };
  const { labels } = lloyd(points as Matrix, clusters, start, { maxIterations: 50 });
  return inertia(points, labels, clusters) / points.rows;
}
