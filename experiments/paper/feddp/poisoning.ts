/** The effect of lying clients on FedDP-KMeans: within the clip, and beyond it, which only proofs detect. */

import { fileURLToPath } from 'node:url';
import { sum } from 'd3-array';
import { standard } from '../../../bin/standard.ts';
import { row } from '../../../src/core/base/matrix.ts';
import { table } from '../../../src/run/report/table.ts';
import { spread } from '../../../src/core/math/statistics/spread.ts';
import { mean } from '../../../src/core/math/statistics/summary.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
import type { Ledger } from '../../../src/run/trace/ledger.ts';
import type { PaperOptions } from '../options.ts';

const plugins = [standard];
const FILE = fileURLToPath(new URL('../../../scenarios/feddp.yaml', import.meta.url));
const CLIP = 2;

const EXACT = 'protocol.noise.by=nobody';
const MASKED: readonly string[] = [];
const PROVEN = ['protocol.aggregation.protocol=prio3', 'protocol.noise.by=aggregators'];

const LIES: readonly (readonly [who: string, adversary: string, liars: number, sums: readonly string[]])[] = [
  ['nobody', '', 0, MASKED],
  ['1 client of 20, within the clip', 'false-points', 1, MASKED],
  ['5 clients of 20, within the clip', 'false-points', 5, MASKED],
  ['1 client of 20, beyond the clip', 'beyond-the-clip', 1, MASKED],
  ['nobody, with proofs', '', 0, PROVEN],
  ['1 client of 20, within the clip, with proofs', 'false-points', 1, PROVEN],
  ['1 client of 20, beyond the clip, with proofs', 'beyond-the-clip', 1, PROVEN],
];

/** Ends with a newline. */
export async function feddpPoisoning({ seeds, onDone }: PaperOptions): Promise<string> {
  const rows: string[][] = [];
  const honest: (readonly Came[])[] = [];
  for (const [who, adversary, liars, sums] of LIES) {
    const members = Array.from({ length: liars }, (_, j) => `client-${j + 1}`);
    const lie = liars === 0 ? [] : [`collusion=${JSON.stringify([{ members, adversary }])}`];
    const set = [...sums, ...lie];
    const found: Came[] = [];
    const exact: Came[] = [];
    for (let seed = 1; seed <= seeds; seed++) {
      found.push(await played(seed, set));
      exact.push(await played(seed, [...set, EXACT]));
    }
    if (liars === 0) honest.push(found);
    const losses = spread(found.map(({ loss }) => loss));
    rows.push([
      who,
      `${losses.mean.toFixed(2)} ± ${losses.deviation.toFixed(2)}`,
      farthestOf(found),
      farthestOf(exact),
    ]);
    onDone(rows.length, LIES.length);
  }
  return [
    `FedDP-KMeans, 20 clients of 1000 points about 4 places, T = 1: what clients that lie do; seeds: ${seeds}\n`,
    table(['who lies', 'cost a point', 'farthest centre, in clips', 'without noise'], rows, ['who lies']),
    'What proofs cost where nobody lies: in a run of four sums, mean of the seeds\n',
    overhead(honest),
  ].join('\n');
}

/** What a run costs all of its parties. */
interface Cost {
  readonly messages: number;
  /** Payloads. */
  readonly bytes: number;
  /** Counted operations of all clients, and of those that aggregate. */
  readonly clients: number;
  readonly aggregators: number;
  /** Virtual time to the result, by sums. */
  readonly sumNs: number;
}

interface Came {
  readonly loss: number;
  readonly farthest: number;
  readonly cost: Cost;
}

const COSTS: readonly (readonly [title: string, of: (cost: Cost) => number])[] = [
  ['messages', ({ messages }) => messages],
  ['kB of payloads', ({ bytes }) => bytes / 1e3],
  ['M operations, all clients', ({ clients }) => clients / 1e6],
  ['M operations, aggregators', ({ aggregators }) => aggregators / 1e6],
  ['ms of virtual time, a sum', ({ sumNs }) => sumNs / 1e6],
];

/** Masks beside proofs, and their ratio. */
function overhead(runs: readonly (readonly Came[])[]): string {
  const rows = COSTS.map(([title, of]) => {
    const [without, having] = runs.map((own) => mean(own.map(({ cost }) => of(cost))));
    return [title, without.toPrecision(4), having.toPrecision(4), (having / without).toPrecision(3)];
  });
  return table(['', 'masks', 'proofs', 'ratio'], rows, ['']);
}

function farthestOf(all: readonly Came[]): string {
  const farthest = all.map((one) => one.farthest);
  return `${Math.min(...farthest).toFixed(3)} to ${Math.max(...farthest).toFixed(3)}`;
}

async function played(seed: number, set: readonly string[]): Promise<Came> {
  const scenario = loadScenario(FILE, { plugins, seed, set });
  const { findings, outcome, ledger } = await run(scenario, { plugins });
  const loss = findings.figures?.find(({ name }) => name === 'lossAtCentres')?.value;
  const centres = outcome?.kind === 'clustered' ? outcome.centres : undefined;
  const lengths = Array.from({ length: centres?.rows ?? 0 }, (_, h) =>
    centres === undefined ? 0 : Math.sqrt(row(centres, h).reduce((square, x) => square + x * x, 0)),
  );
  return {
    loss: Number(loss) / scenario.data.points.rows,
    farthest: Math.max(...lengths) / CLIP,
    cost: costOf(ledger),
  };
}

/** Three sums of the initialisation and one round. */
const SUMS = 4;

function costOf(ledger: Ledger): Cost {
  const traffic = ledger.traffic();
  const work = ledger.work();
  const operations = (isClient: boolean): number =>
    sum(
      work.filter(({ by }) => (by === 'client') === isClient),
      (cell) => cell.operations,
    );
  return {
    messages: sum(traffic, ({ messages }) => messages),
    bytes: sum(traffic, ({ payloadBytes }) => payloadBytes),
    clients: operations(true),
    aggregators: operations(false),
    sumNs: (ledger.ends().resultNs ?? NaN) / SUMS,
  };
}
