/**
 * MUFC, Figures 3d and 4a to d: the loss ratio while points are removed. A run of r requests ends as a longer one stands
 * after r, since each request has random streams of its own.
 */

import { spread } from '../../../src/core/math/statistics/spread.ts';
import { table } from '../../../src/run/report/table.ts';
import { runBatch } from '../../../src/studies/batch/batch.ts';
import { detailsOf } from '../keys.ts';
import type { PaperOptions } from '../options.ts';
import { dataIn, type DataSet, type FoundData, HASHED, SMALL, SMALLER } from './data.ts';
import { remainingLoss } from './jobs.ts';

/** How points are chosen, with the figure that shows it. */
export const CHOICES = ['random', 'adversarial'] as const;
const MARKS = [0, 10, 100, 1000] as const;
/** In haste, so many requests at most. */
const HASTY = 10;

/** The ratio over all seeds after each number of requests. */
export interface RemainingCurve {
  readonly data: DataSet;
  readonly points: (typeof CHOICES)[number];
  readonly marks: readonly {
    readonly requests: number;
    readonly ratios: readonly number[];
    readonly hashes: readonly string[];
  }[];
}

/**
 * Every request clusters all points of a mixture again, from ten starts, so it is a smaller one; of that, as many central
 * runs as otherwise are fast.
 */
function smallerOf(found: FoundData): FoundData {
  const { data } = found;
  if (data.name !== 'gaussian') return found;
  return { ...found, data: { ...data, standIn: SMALLER }, central: data.central, set: SMALL };
}

/** For each data set that the folder has, except one with which a run takes minutes, and each choice of points. */
export async function remainingCurves(options: PaperOptions): Promise<readonly RemainingCurve[]> {
  const { seeds, quick } = options;
  const all = dataIn(options);
  const curves = (quick === true ? all.map(smallerOf) : all).flatMap((found) => {
    if (found.data.part !== undefined) return [];
    const most = Math.min(found.data.requests, quick === true ? HASTY : Infinity);
    const marks = MARKS.filter((mark) => mark <= most);
    return CHOICES.map((points) => ({ ...found, points, marks }));
  });
  const requests = curves.flatMap(({ data: { clusters }, central, file, set, points, marks }) =>
    marks.flatMap((mark) => {
      const remove = mark === 0 ? [] : [`protocol.remove=${JSON.stringify([{ points, requests: mark }])}`];
      return Array.from({ length: seeds }, (_, i) => {
        return { file, set: [...set, HASHED, ...remove], clusters, central, seed: i + 1, variant: 0 };
      });
    }),
  );
  const found = await runBatch(remainingLoss, requests, { ...options, ...detailsOf(requests) });
  let at = 0;
  return curves.map(({ data, points, marks }) => ({
    data,
    points,
    marks: marks.map((mark) => {
      const own = found.slice(at, (at += seeds));
      return {
        requests: mark,
        ratios: own.map(({ ratio }) => ratio),
        hashes: own.flatMap(({ hash }) => hash ?? []),
      };
    }),
  }));
}

/** Ends with a newline. */
export async function mufcRemaining(options: PaperOptions): Promise<string> {
  const curves = await remainingCurves(options);
  const rows = curves.map(({ data, points, marks }) => [
    data.name,
    points,
    ...MARKS.map((mark) => {
      const found = marks.find(({ requests }) => requests === mark);
      if (found === undefined) return '';
      const { mean, deviation } = spread(found.ratios);
      return `${mean.toFixed(3)} ± ${deviation.toFixed(3)}`;
    }),
  ]);
  return [
    `MUFC, Figures 3d and 4a to d: loss of the points that are left over the best centralised loss of these; ${options.seeds} seeds\n`,
    table(['', 'removed', ...MARKS.map((mark) => `after ${mark}`)], rows, ['', 'removed']),
  ].join('\n');
}
