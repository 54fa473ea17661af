/** What our experiments find about MUFC's items on unlearning. */

import { mean } from '../../../src/core/math/statistics/summary.ts';
import { DATA, type DataSet, FOLDERS } from '../mufc/data.ts';
import { type RemainingCurve, remainingCurves } from '../mufc/remaining.ts';
import { EVERYWHERE, POINTS } from '../mufc/subjects.ts';
import { AVERAGE, each, type Runs, speedOf, unlearningRuns } from '../mufc/unlearning.ts';
import type { PaperOptions } from '../options.ts';
import type { Cell, Experiment } from './item.ts';
import { standInOf } from './mufc-runs.ts';

/** How many runs the tables average. */
const RUNS = 5;
/** Figure 3e shows its time, and Figures 4e to h that of four others. */
const ADVERSARIAL_FIRST = 'tmi';

/** By how much a request is cheaper than retraining, a number for every seed, over all of its requests. */
function timesFewer(runs: Runs, title = 'exact, points'): number[] {
  const key = 'clustering';
  const before = mean((runs.get(POINTS) ?? []).map((run) => each(run, key)));
  return (runs.get(title) ?? []).map((run) => before / each(run, key));
}

/** A case for every seed. */
function seedsAbove(item: string, data: DataSet, times: readonly number[], least: readonly number[]): Cell {
  return {
    item,
    at: `${data.name}, ${mean(times).toPrecision(3)} times`,
    found: {
      kind: 'cases',
      held: times.filter((one, seed) => one > least[seed]).length,
      of: times.length,
    },
    ...standInOf(data),
  };
}

function cellsOf([data, runs]: readonly [DataSet, Runs]): Cell[] {
  const { before, own } = speedOf(runs);
  const single = timesFewer(runs);
  const nothing = single.map(() => 1);
  const adversarial = data.name === ADVERSARIAL_FIRST ? 'mufc-figure-3e' : 'mufc-figure-4-time';
  return [
    {
      item: `mufc-speed-up-${data.name}`,
      at: data.name,
      found: {
        kind: 'numbers',
        printed: `${data.speedUp}`,
        runs: RUNS,
        values: own.map((operations) => before / operations),
      },
      shownBy: 'mufc-unlearning',
      ...standInOf(data),
    },
    seedsAbove(`mufc-figure-3${data.panel}`, data, single, nothing),
    seedsAbove(adversarial, data, timesFewer(runs, 'exact, points, adversarial'), nothing),
    ...batchCells(data, runs),
  ];
}

/** Figure 5: the more points a request removes, the fewer times cheaper than retraining it is. */
function batchCells(data: DataSet, runs: Runs): Cell[] {
  const counts = [1, 10, 30].map((count) =>
    mean(timesFewer(runs, count === 1 ? undefined : `exact, points, ${count} at once`)),
  );
  return [1, 2].map((at) => ({
    item: 'mufc-figure-5',
    at: `${data.name}, ${[10, 30][at - 1]} at once: ${counts[at].toFixed(1)} times instead of ${counts[at - 1].toFixed(1)}`,
    found: { kind: 'cases', held: Number(counts[at] < counts[at - 1]), of: 1 },
    ...standInOf(data),
  }));
}

async function unlearning(options: PaperOptions): Promise<readonly Cell[]> {
  const { everywhere } = await unlearningRuns(options, EVERYWHERE);
  const standIns = everywhere.flatMap(([{ standIn, name }]) => (standIn === undefined ? [] : [name]));
  const skipped = DATA.filter(({ name }) => everywhere.every(([own]) => own.name !== name));
  return [
    ...everywhere.flatMap(cellsOf),
    ...skipped.flatMap(({ name, panel }) =>
      [`mufc-speed-up-${name}`, `mufc-figure-3${panel}`].map((item): Cell => {
        return { item, at: name, found: { kind: 'cases', held: 0, of: 0 } };
      }),
    ),
    {
      item: 'mufc-average',
      at: everywhere.map(([{ name }]) => name).join(', '),
      found: {
        kind: 'numbers',
        printed: `${AVERAGE}`,
        runs: RUNS,
        values: Array.from({ length: options.seeds }, (_, seed) =>
          mean(everywhere.map(([, runs]) => timesFewer(runs)[seed])),
        ),
      },
      shownBy: 'mufc-unlearning',
      ...(standIns.length > 0 && { standIn: `among them stand-ins: ${standIns.join(', ')}` }),
    },
  ];
}

/** Nearly constant: within this share of the ratio before any removal. */
const CONSTANT = 0.1;

async function remaining(options: PaperOptions): Promise<readonly Cell[]> {
  const curves = await remainingCurves(options);
  return curves.flatMap(({ data, points, marks }: RemainingCurve) => {
    const [first, ...later] = marks.map(({ ratios }) => mean(ratios));
    return later.map((ratio, at): Cell => ({
      item: points === 'random' ? 'mufc-figure-3d' : 'mufc-figure-4-loss',
      at: `${data.name}, ${marks[at + 1].requests} requests: ${ratio.toFixed(3)} instead of ${first.toFixed(3)}`,
      found: { kind: 'cases', held: Number(Math.abs(ratio / first - 1) <= CONSTANT), of: 1 },
      hashes: marks[at + 1].hashes,
      shownBy: 'mufc-remaining',
      ...standInOf(data),
    }));
  });
}

export const UNLEARNING: readonly Experiment[] = [
  {
    name: 'mufc-unlearning',
    command: 'npm run paper -- mufc-unlearning --data DIR --seeds 3',
    quick: 2,
    data: FOLDERS,
    cells: unlearning,
  },
  {
    name: 'mufc-remaining',
    command: 'npm run paper -- mufc-remaining --data DIR',
    quick: 1,
    data: FOLDERS,
    cells: remaining,
  },
];
