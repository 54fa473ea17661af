/** SecFC, Figure 1: the time of an iteration against the number of clients, the dimension and the number of points. */

import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { standard } from '../../bin/standard.ts';
import { median } from '../../src/core/math/statistics/summary.ts';
import { table } from '../../src/run/report/table.ts';
import { run } from '../../src/run/execute/run.ts';
import { loadScenario } from '../../src/run/scenario/load.ts';
import { type PaperOptions, refuseData, refuseElsewhere } from './options.ts';
import { plot, type Series } from './plot.ts';

const plugins = [standard];

const SCENARIO = fileURLToPath(new URL('../../scenarios/paper/secfc-overhead.yaml', import.meta.url));
const FIGURE = 'docs/secfc-figure-1.svg';

/** What is varied around the paper's default, n=10, d=20, m=1000; t stays a third of the clients, rounded up. */
const AXES = [
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

/** Milliseconds on this machine, one thread. */
interface Times {
  readonly client: number;
  readonly server: number;
  readonly kfed: number;
}

const CURVES = [
  { key: 'client', title: 'SecFC, a client, an iteration' },
  { key: 'server', title: 'SecFC, the server, an iteration' },
  { key: 'kfed', title: 'k-FED, all parties, in all' },
] as const;

/**
 * Ends with a newline; writes the figure into the documentation. Times are for one thread, so runs are sequential
 * whatever `threads` says, and none is kept.
 */
export async function overheadFigure(options: PaperOptions): Promise<string> {
  const { seeds, onDone } = options;
  refuseElsewhere(options, 'this figure measures this machine');
  refuseData(options, 'this figure draws its data');
  const runs = AXES.reduce((sum, { values }) => sum + values.length, 0);
  await timesOf([], 2); // warms up
  let done = 0;
  const parts: string[] = [];
  const panels = [];
  for (const { symbol, name, values, set } of AXES) {
    const times: Times[] = [];
    for (const value of values) {
      times.push(await timesOf(set(value), seeds));
      onDone(++done, runs);
    }
    const series = CURVES.map(({ key, title }): Series => ({ title, values: times.map((all) => all[key]) }));
    panels.push({ title: `${name} ${symbol}`, at: values, series });
    const rows = series.map(({ title, values: ms }) => [
      title,
      ...ms.map((value) => value.toPrecision(3)),
      `${symbol}^${exponent(values.slice(-3), ms.slice(-3)).toFixed(2)}`,
    ]);
    parts.push(
      table(['ms', ...values.map((value) => `${symbol}=${value}`), 'grows as, in the last three'], rows, [
        'ms',
      ]),
    );
  }
  const caption = 'In ms; k = 4, n = 10, m = 1000, d = 20 unless varied.';
  const picture = plot('SecFC, Figure 1: time on one thread', caption, panels);
  writeFileSync(new URL(`../../${FIGURE}`, import.meta.url), picture);
  return [
    `SecFC, Figure 1: k=4, n=10, m=1000, d=20 unless varied, t=ceil(n/3), l=1; median of ${seeds} runs\n`,
    ...parts,
    `the paper's worst iteration took up to 16 s; the figure is in ${FIGURE}\n`,
  ].join('\n');
}

/** The medians over some seeds; a run's value is the mean of its iterations. */
async function timesOf(set: readonly string[], seeds: number): Promise<Times> {
  const all: Times[] = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const [secfc, kfed] = await Promise.all([workOf(set, seed, 0), workOf(set, seed, 1)]);
    const perRun = (task: string): number => {
      const cells = secfc.filter((cell) => cell.task === task);
      const sum = (key: 'measuredNs' | 'runs'): number => cells.reduce((total, cell) => total + cell[key], 0);
      return sum('measuredNs') / sum('runs') / 1e6;
    };
    all.push({
      client: perRun('secfc/coded-distances'),
      server: perRun('secfc/decode-labels'),
      kfed: kfed.reduce((total, { measuredNs }) => total + measuredNs, 0) / 1e6,
    });
  }
  const middle = (key: keyof Times): number => median(all.map((times) => times[key]));
  return { client: middle('client'), server: middle('server'), kfed: middle('kfed') };
}

async function workOf(set: readonly string[], seed: number, variant: number) {
  const { ledger } = await run(loadScenario(SCENARIO, { plugins, set, seed, variant }), { plugins });
  return ledger.work();
}

/** The slope of the least-squares line through the logarithms: 1 for linear growth, 0 for a constant. */
function exponent(at: readonly number[], values: readonly number[]): number {
  const x = at.map(Math.log);
  const y = values.map(Math.log);
  const centre = (all: readonly number[]): number => all.reduce((sum, value) => sum + value, 0) / all.length;
  const [cx, cy] = [centre(x), centre(y)];
  const along = x.reduce((sum, value, i) => sum + (value - cx) * (y[i] - cy), 0);
  return along / x.reduce((sum, value) => sum + (value - cx) ** 2, 0);
}
