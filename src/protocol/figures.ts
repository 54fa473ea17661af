/** Figures that several protocols have. */

import { inertiaAbout } from '../cluster/inertia.ts';
import type { Matrix } from '../base/matrix.ts';
import { quantise } from '../field/quantise.ts';
import { figure } from './figure.ts';

/** Of protocols that give centres: the sum of squared distances to them (MUFC: the induced loss). */
export const lossAtCentres = figure<unknown>({
  name: 'lossAtCentres',
  title: 'loss at centres',
  summary: "sum of squared distances of all points to the protocol's own centres",
  unit: 'number',
  better: 'down',
  of: ({ outcome: { centres }, points, labels }) =>
    labels && centres && inertiaAbout(points, labels, centres),
});

/** Of protocols that round: how many distinct points are left. What rounding merged no protocol can tell apart any more. */
export const distinctPoints = figure<{ readonly scale?: number | undefined }>({
  name: 'distinctPoints',
  title: 'distinct',
  summary: 'points that are still distinct after rounding',
  unit: 'number',
  better: 'up',
  of: ({ agreed: { scale }, points }) => (scale === undefined ? undefined : distinct(points, scale)),
  warning: ({ agreed: { scale }, points }) => {
    if (scale === undefined) return undefined;
    const left = distinct(points, scale);
    const before = distinct(points, undefined);
    if (left === undefined || before === undefined || left > MOST_MERGED * before) return undefined;
    return `rounding to multiples of 1/${scale} leaves ${left} of ${before} distinct points: protocol.scale is too small`;
  },
});

/** From this share on that is left, rounding is no worth a word. */
const MOST_MERGED = 0.9;

/** To count more takes too long for what it says. */
const MOST_COUNTED = 2 ** 22;

function distinct({ rows, columns, values }: Matrix, scale: number | undefined): number | undefined {
  if (values.length > MOST_COUNTED) return undefined;
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) {
    const point = values.subarray(row * columns, (row + 1) * columns);
    seen.add((scale === undefined ? point : point.map((x) => quantise(x, scale))).join());
  }
  return seen.size;
}
