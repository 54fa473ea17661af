/** The effect of lying clients on FedDP-KMeans: within the clip, and beyond it, which only proofs detect. */

import { fileURLToPath } from 'node:url';
import { standard } from '../../../bin/standard.ts';
import { row } from '../../../src/core/base/matrix.ts';
import { table } from '../../../src/run/report/table.ts';
import { spread } from '../../../src/core/math/statistics/spread.ts';
import { run } from '../../../src/run/execute/run.ts';
import { loadScenario } from '../../../src/run/scenario/load.ts';
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
    const { mean, deviation } = spread(found.map(({ loss }) => loss));
    rows.push([who, `${mean.toFixed(2)} ± ${deviation.toFixed(2)}`, farthestOf(found), farthestOf(exact)]);
    onDone(rows.length, LIES.length);
  }
  return [
    `FedDP-KMeans, 20 clients of 1000 points about 4 places, T = 1: what clients that lie do; seeds: ${seeds}\n`,
    table(['who lies', 'cost a point', 'farthest centre, in clips', 'without noise'], rows, ['who lies']),
  ].join('\n');
}

interface Came {
  readonly loss: number;
  readonly farthest: number;
}

function farthestOf(all: readonly Came[]): string {
  const farthest = all.map((one) => one.farthest);
  return `${Math.min(...farthest).toFixed(3)} to ${Math.max(...farthest).toFixed(3)}`;
}

async function played(seed: number, set: readonly string[]): Promise<Came> {
  const scenario = loadScenario(FILE, { plugins, seed, set });
  const { findings, outcome } = await run(scenario, { plugins });
  const loss = findings.figures?.find(({ name }) => name === 'lossAtCentres')?.value;
  const centres = outcome?.kind === 'clustered' ? outcome.centres : undefined;
  const lengths = Array.from({ length: centres?.rows ?? 0 }, (_, h) =>
    centres === undefined ? 0 : Math.sqrt(row(centres, h).reduce((sum, x) => sum + x * x, 0)),
  );
  return { loss: Number(loss) / scenario.data.points.rows, farthest: Math.max(...lengths) / CLIP };
}
