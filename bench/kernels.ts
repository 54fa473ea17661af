/** Coded distances, the inner loop of SecFC: the bare kernel, the task around it, the pool around that, and other kernels. */

import { standard } from '../bin/standard.ts';
import { openPool } from '../src/run/plugin/executor.ts';
import { codedDistances, type DistancesInput } from '../actors/secfc/iteration/distances.ts';
import { inlineExecutor } from '../src/core/engine/compute/inline.ts';
import type { FieldKernel } from '../src/core/math/field/kernel.ts';
import { largestModuli } from '../src/core/math/field/moduli.ts';
import { referenceKernel } from '../src/core/math/field/reference-kernel.ts';
import { workingZeros } from '../src/core/math/field/residues.ts';
import { wordKernel } from '../src/core/math/field/word-kernel.ts';
import { bareDistances } from './bare-kernel.ts';
import { against, compare, print } from './table.ts';

const POINTS = 10_000;
const COLUMNS = 100;
const CLUSTERS = 4;
/** Bigints are slow, so fewer points are enough. */
const FEW_POINTS = 200;
/** One point in this many changes clusters after a round; later rounds of a clustering move fewer. */
const MOVING = 20;
const RUNS = 41;
const TASKS = 10;

export async function kernels(): Promise<void> {
  const moduli = largestModuli(1);
  const next = roundsOf(inputOf(moduli));
  const pool = openPool({ threads: 1, plugins: [standard] });
  const word = kernelTask(wordKernel, POINTS);
  const reference = kernelTask(referenceKernel, FEW_POINTS);
  const bareRun = bareDistances(moduli[0], POINTS, COLUMNS, CLUSTERS);
  const repeat = async (run: () => unknown): Promise<void> => {
    for (let i = 0; i < TASKS; i++) await run();
  };
  const ms = await compare(RUNS, {
    bare: () => repeat(bareRun),
    inline: () => repeat(() => inlineExecutor.start(codedDistances, next())()),
    // As in a round: all parties start, then results are awaited.
    pool: async () => {
      const results = Array.from({ length: TASKS }, () => pool.start(codedDistances, next()));
      for (const result of results) await result();
    },
  });
  const slow = await compare(5, { word, reference });
  await pool.close();
  const rate = (milliseconds: number, points = POINTS * TASKS): number =>
    (points * COLUMNS * CLUSTERS) / milliseconds / 1e6;
  const bare = rate(ms.bare);
  const bigint = rate(slow.reference, FEW_POINTS);
  const row = (name: string, own: number, ratio: string): string[] => [
    name,
    own.toFixed(3),
    ratio,
    (own / bigint).toFixed(0),
  ];
  print(
    `Coded distances, m=${POINTS}, d=${COLUMNS}, k=${CLUSTERS}, one residue, one thread, ${TASKS} tasks; median of ${RUNS}`,
    [
      ['', '10^9 multiply-adds/s', 'of the bare kernel', 'times bigint'],
      row('bare kernel', bare, '1'),
      row(
        'task in this thread, with the sums of clusters',
        rate(ms.inline),
        (rate(ms.inline) / bare).toFixed(2),
      ),
      row(
        'task on the pool, dispatch and result included',
        rate(ms.pool),
        against(rate(ms.pool) / bare, 'at least', 0.7),
      ),
      row('TypeScript kernel', rate(slow.word, POINTS), (rate(slow.word, POINTS) / bare).toFixed(2)),
      row('bigint kernel', bigint, (bigint / bare).toFixed(3)),
    ],
  );
}

/** The coded distances of ten clients on one thread and on two. */
export async function threads(): Promise<void> {
  const clients = Array.from({ length: 10 }, () => roundsOf(inputOf(largestModuli(3))));
  const pools = [1, 2].map((count) => openPool({ threads: count, plugins: [standard] }));
  const round = async (pool: (typeof pools)[number]): Promise<void> => {
    const results = clients.map((next) => pool.start(codedDistances, next()));
    for (const result of results) await result();
  };
  const ms = await compare(15, { one: () => round(pools[0]), two: () => round(pools[1]) });
  await Promise.all(pools.map(async (pool) => pool.close()));
  print(
    `Coded distances of 10 clients, m=${POINTS}, d=${COLUMNS}, k=${CLUSTERS}, three residues; median of 15`,
    [
      ['', 'ms', 'times as fast'],
      ['one thread', ms.one.toFixed(1), '1'],
      ['two threads', ms.two.toFixed(1), against(ms.one / ms.two, 'at least', 1.85)],
    ],
  );
}

function inputOf(moduli: readonly number[]): DistancesInput {
  const shares = workingZeros(POINTS, COLUMNS, moduli);
  shares.planes.forEach((plane, at) => plane.forEach((_, i) => (plane[i] = residue(i, moduli[at]))));
  const norms = moduli.map(() => new Uint32Array(new SharedArrayBuffer(4 * POINTS)));
  const labels = new Uint16Array(new SharedArrayBuffer(2 * POINTS)).map((_, i) => i % CLUSTERS);
  return { shares, norms, labels, clusters: CLUSTERS };
}

/** Successive rounds, in each of which one point in {@link MOVING} changes clusters. */
function roundsOf(input: DistancesInput): () => DistancesInput {
  const other = new Uint16Array(new SharedArrayBuffer(input.labels.byteLength));
  input.labels.forEach((label, i) => (other[i] = i % MOVING === 0 ? (label + 1) % CLUSTERS : label));
  let rounds = 0;
  return () => (rounds++ % 2 === 0 ? input : { ...input, labels: other });
}

/** Distances by a kernel other than the one used in tasks. */
function kernelTask(kernel: FieldKernel, points: number): () => void {
  const [p] = largestModuli(1);
  const rows = new Uint32Array(points * COLUMNS).map((_, i) => residue(i, p));
  const sums = rows.slice(0, CLUSTERS * COLUMNS);
  const sizes = [7, 8, 9, 10];
  const distances = new Uint32Array(points * CLUSTERS);
  const norms = new Uint32Array(points);
  return () => kernel.scaledDistances(p, rows, COLUMNS, norms, sums, sizes, distances);
}

function residue(i: number, p: number): number {
  return (i * 2_654_435_761) % p;
}
