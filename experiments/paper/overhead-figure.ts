/** SecFC, Figure 1: the work of an iteration against the number of clients, the dimension and the number of points. */

import { fileURLToPath } from 'node:url';
import { standard } from '../../bin/standard.ts';
import { Bus } from '../../src/core/engine/messages/bus.ts';
import { median } from '../../src/core/math/statistics/summary.ts';
import { table } from '../../src/run/report/table.ts';
import { run } from '../../src/run/execute/run.ts';
import { startText } from '../../src/run/report/notes.ts';
import { loadFairly } from '../../src/run/scenario/fair-start.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { countTick } from '../../src/output/figure/scale.ts';
import { ActorCosts, type Cost } from './critical-path.ts';
import { type PaperOptions, refuseData, refuseElsewhere, writeFigure } from './options.ts';
import { plot, type Series } from './plot.ts';

const plugins = [standard];

const SCENARIO = fileURLToPath(new URL('../../scenarios/paper/secfc-overhead.yaml', import.meta.url));
const FIGURE = 'secfc-figure-1.svg';

/** What is varied around the paper's default, n=10, d=20, m=1000; t stays a third of the clients, rounded up. */
export const AXES = [
  {
    symbol: 'n',
    name: 'clients',
    values: [5, 10, 20, 40, 80],
    set: (n: number) => [`clients=${n}`, `protocol.privacy=${Math.ceil(n / 3)}`],
  },
  {
    symbol: 'd',
    name: 'dimension',
    values: [20, 40, 80, 160, 320],
    set: (d: number) => [`data.dimension=${d}`],
  },
  {
    symbol: 'm',
    name: 'points',
    values: [1000, 2000, 4000, 8000, 16_000],
    set: (m: number) => [`data.points=${m}`],
  },
] as const;

/** Along the critical path: the client that works most, then the server. SecFC's centres are part of its iterations. */
export interface Overhead {
  /** Before the first iteration: shares of all points, and their norms. */
  readonly sharing: Cost;
  /** The mean over all iterations. */
  readonly client: Cost;
  readonly server: Cost;
  readonly iteration: Cost;
  readonly secfc: Cost;
  readonly kfed: Cost;
}

const CURVES = [
  { key: 'sharing', title: 'SecFC, sharing, once' },
  { key: 'client', title: 'SecFC, an iteration, client' },
  { key: 'server', title: 'SecFC, an iteration, server' },
  { key: 'iteration', title: 'SecFC, an iteration, both' },
  { key: 'secfc', title: 'SecFC, in all' },
  { key: 'kfed', title: 'k-FED, in all' },
] as const;

/**
 * Ends with a newline; writes the figure. A time is for one thread, so runs are sequential whatever `threads` says,
 * and none is kept.
 */
export async function overheadFigure(options: PaperOptions): Promise<string> {
  const { seeds, onDone, fairStart } = options;
  refuseElsewhere(options, 'this figure measures this machine');
  refuseData(options, 'this figure draws its data');
  const { scenario, set: laid } = loadFairly(SCENARIO, { plugins, fairStart });
  const { start = 'random' } = scenario.parameters;
  const runs = AXES.reduce((sum, { values }) => sum + values.length, 0);
  await overheadOf(laid, 2); // warms up
  let done = 0;
  let slowestNs = 0;
  const parts: string[] = [];
  const panels = [];
  for (const { symbol, name, values, set } of AXES) {
    const found: Overhead[] = [];
    for (const value of values) {
      found.push(await overheadOf([...laid, ...set(value)], seeds));
      onDone(++done, runs);
    }
    const rows = CURVES.map(({ key, title }) => {
      const all = found.map((overhead) => overhead[key].operations);
      const slope = exponent(values.slice(-3), all.slice(-3)).toFixed(2);
      return [title, ...all.map(countTick), `${symbol}^${slope}`];
    });
    const head = values.map((value) => `${symbol}=${value}`);
    parts.push(table(['operations', ...head, 'grows as, in the last three'], rows, ['operations']));
    slowestNs = Math.max(slowestNs, ...found.map(({ iteration }) => iteration.measuredNs));
    const series = CURVES.filter(({ key }) => DRAWN.has(key)).map(({ key, title }): Series => {
      return { title, values: found.map((overhead) => overhead[key].operations) };
    });
    panels.push({ title: `${name} ${symbol}`, at: values, series });
  }
  const caption =
    'Operations of the slowest client and the server; k = 4, n = 10, m = 1000, d = 20 unless varied.';
  const picture = plot('SecFC, Figure 1: work along the critical path', caption, panels);
  const place = writeFigure(options, FIGURE, picture);
  return [
    `SecFC, Figure 1: the slowest client and the server; k=4, n=10, m=1000, d=20 unless varied, t=ceil(n/3), l=1; median of ${seeds} runs; start: ${startText(start)}\n`,
    ...parts,
    `the slowest iteration took ${(slowestNs / 1e9).toPrecision(2)} s here, the paper's at up to 16 s; the figure is in ${place}\n`,
  ].join('\n');
}

/** What the figure shows: what the paper's does, and what the paper leaves out. */
const DRAWN = new Set<keyof Overhead>(['sharing', 'iteration', 'kfed']);

/** The medians over some seeds. */
export async function overheadOf(set: readonly string[], seeds: number): Promise<Overhead> {
  const all: Overhead[] = [];
  for (let seed = 1; seed <= seeds; seed++) all.push(await overheadOfSeed(set, seed));
  const middle = (key: keyof Overhead): Cost => ({
    operations: median(all.map((one) => one[key].operations)),
    measuredNs: median(all.map((one) => one[key].measuredNs)),
  });
  return {
    sharing: middle('sharing'),
    client: middle('client'),
    server: middle('server'),
    iteration: middle('iteration'),
    secfc: middle('secfc'),
    kfed: middle('kfed'),
  };
}

async function overheadOfSeed(set: readonly string[], seed: number): Promise<Overhead> {
  const secfc = await costsOf(set, seed, 0);
  const kfed = await costsOf(set, seed, 1);
  const iterations = Array.from({ length: secfc.rounds }, (_, i) => secfc.path(i + 1));
  const sharing = secfc.path(0);
  return {
    sharing,
    client: mean(iterations.map(({ client }) => client)),
    server: mean(iterations.map(({ server }) => server)),
    iteration: mean(iterations),
    secfc: total([sharing, ...iterations]),
    kfed: total(Array.from({ length: kfed.rounds + 1 }, (_, round) => kfed.path(round))),
  };
}

/** @param variant 0: SecFC; 1: k-FED */
async function costsOf(set: readonly string[], seed: number, variant: number): Promise<ActorCosts> {
  const bus = new Bus();
  const costs = new ActorCosts(bus);
  await run(loadScenario(SCENARIO, { plugins, set, seed, variant }), { plugins, bus });
  return costs;
}

function total(costs: readonly Cost[]): Cost {
  return {
    operations: costs.reduce((sum, { operations }) => sum + operations, 0),
    measuredNs: costs.reduce((sum, { measuredNs }) => sum + measuredNs, 0),
  };
}

function mean(costs: readonly Cost[]): Cost {
  const { operations, measuredNs } = total(costs);
  return { operations: operations / costs.length, measuredNs: measuredNs / costs.length };
}

/** The slope of the least-squares line through the logarithms: 1 for linear growth, 0 for a constant. */
export function exponent(at: readonly number[], values: readonly number[]): number {
  const x = at.map(Math.log);
  const y = values.map(Math.log);
  const centre = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [cx, cy] = [centre(x), centre(y)];
  const along = x.reduce((sum, value, i) => sum + (value - cx) * (y[i] - cy), 0);
  return along / x.reduce((sum, value) => sum + (value - cx) ** 2, 0);
}
