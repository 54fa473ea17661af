/** What our experiments find about MUFC's items on unlearning. */

import { mean } from '../../../src/core/math/statistics/summary.ts';
import { DATA } from '../mufc.ts';
import { ELSEWHERE, SUBJECTS } from '../mufc-subjects.ts';
import { AVERAGE, perRequest, type Runs, speedOf, unlearningRuns } from '../mufc-unlearning.ts';
import type { PaperOptions } from '../options.ts';
import type { Cell, Experiment } from './item.ts';

/** How many runs the tables average. */
const RUNS = 5;
const PANELS: Readonly<Record<string, string>> = { celltype: 'g', gaussian: 'h', postures: 'j' };
const [RETRAINED, EXACT] = ELSEWHERE;

/** By how much a request is cheaper than retraining, a number for every seed, over all of its requests. */
function timesFewer(runs: Runs): number[] {
  const before = perRequest(runs, RETRAINED, EXACT.key);
  return (runs.get(EXACT.title) ?? []).map((run) => before / mean(run[EXACT.key]));
}

/** Whether one subject's request costs less than another's. */
function cheaper(runs: Runs, title: string, other: string): boolean {
  const [own, beside] = [title, other].map((name) => SUBJECTS.find((one) => one.title === name));
  if (own === undefined || beside === undefined) return false;
  return (own.batch ?? 1) * perRequest(runs, own, own.key) < perRequest(runs, beside, own.key);
}

const one = (held: boolean): Cell['found'] => ({ kind: 'cases', held: Number(held), of: 1 });

async function unlearning(options: PaperOptions): Promise<readonly Cell[]> {
  const { celltype, elsewhere } = await unlearningRuns(options);
  const sets = [[DATA[0], celltype] as const, ...elsewhere];
  const each = sets.flatMap(([{ name, speedUp }, runs]): Cell[] => {
    if (speedUp === undefined) return [];
    const standIn = name.startsWith('digits')
      ? { standIn: 'digits of MNIST' }
      : name === 'postures'
        ? { standIn: '11,022 of the 74,975 rows' }
        : {};
    const key = name.startsWith('digits') ? 'femnist' : name;
    const { before, own } = speedOf(runs);
    const values = own.map((operations) => before / operations);
    return [
      {
        item: `mufc-speed-up-${key}`,
        at: name,
        found: { kind: 'numbers', printed: `${speedUp}`, runs: RUNS, values },
        shownBy: 'mufc-unlearning',
        ...standIn,
      },
      {
        item: `mufc-figure-3${PANELS[key] ?? 'k'}`,
        at: name,
        found: { kind: 'cases', held: timesFewer(runs).filter((times) => times > 1).length, of: own.length },
        ...standIn,
      },
    ];
  });
  return [
    ...each,
    {
      item: 'mufc-average',
      at: sets.map(([{ name }]) => name).join(', '),
      found: {
        kind: 'numbers',
        printed: `${AVERAGE}`,
        runs: RUNS,
        values: Array.from({ length: options.seeds }, (_, seed) =>
          mean(sets.map(([, runs]) => timesFewer(runs)[seed])),
        ),
      },
      standIn: 'other data sets than the seven of the paper',
    },
    {
      item: 'mufc-figure-4-time',
      at: 'celltype',
      found: one(cheaper(celltype, 'exact, points, adversarial', 'retrained, points')),
    },
    ...[10, 30].map((batch) => ({
      item: 'mufc-figure-5',
      at: `celltype, ${batch} at once`,
      found: one(cheaper(celltype, `exact, ${batch} requests in secret`, 'retrained, points, in secret')),
    })),
  ];
}

export const UNLEARNING: Experiment = {
  name: 'mufc-unlearning',
  command: 'npm run paper -- mufc-unlearning --data DIR --seeds 3',
  data: ['celltype', 'mufc-gaussian', 'postures', 'letter', 'mnist-t10k'],
  cells: unlearning,
};
