/** Figures that several protocols have. */

import { inertia, inertiaAbout } from '../math/cluster/inertia.ts';
import { NO_CLUSTER, sameLabels } from '../base/labels.ts';
import { lloyd } from '../math/cluster/lloyd.ts';
import type { Matrix } from '../base/matrix.ts';
import { quantise } from '../math/field/quantise.ts';
import { figure, type Measured } from './figure.ts';

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
  warning: ({ agreed: { scale }, points }, left) => {
    if (typeof left !== 'number') return undefined;
    const before = distinct(points, undefined);
    if (before === undefined || left > MOST_MERGED * before) return undefined;
    return `rounding to multiples of 1/${scale} leaves ${left} of ${before} distinct points: protocol.scale is too small`;
  },
});

/** Of protocols that round: by how much the loss falls where Lloyd goes on from the result, on the points as they are. */
export const roundingLoss = figure<{ readonly scale?: number | undefined }>({
  name: 'roundingLoss',
  title: 'rounding costs',
  summary:
    'share of the loss that is due to rounding: how much Lloyd on the unrounded points improves the result',
  unit: 'share',
  // A start outside may be better than one on rounded points, and rounding may cost more than all that there is.
  range: {},
  better: 'down',
  of: roundingCost,
  warning(measured, cost) {
    if (typeof cost !== 'number' || cost < MUCH) return undefined;
    const share = `${(100 * cost).toPrecision(3)} %`;
    return `rounding to multiples of 1/${measured.agreed.scale} costs ${share} of the loss: Lloyd on the points as they are does better from there`;
  },
});

const MUCH = 0.01;
/** What does not show. */
const NOTHING = 0.0001;
const MOST_ITERATIONS = 20;

function roundingCost({
  agreed: { scale },
  outcome,
  points,
  labels,
}: Measured<{ readonly scale?: number | undefined }>): number | undefined {
  if (scale === undefined || labels === undefined || !outcome.converged || labels.includes(NO_CLUSTER))
    return undefined;
  const clusters = labels.reduce((most, label) => Math.max(most, label), 0) + 1;
  if (points.values.length * clusters > MOST_COUNTED) return undefined;
  const options = { maxIterations: MOST_ITERATIONS };
  const reached = lloyd(points, clusters, { labels }, options).labels;
  if (sameLabels(reached, labels)) return undefined;
  const after = inertia(points, reached, clusters);
  const cost = after === 0 ? 0 : inertia(points, labels, clusters) / after - 1;
  return cost < NOTHING ? undefined : cost;
}

/** From this share on that is left, rounding is no worth a word. */
const MOST_MERGED = 0.9;

/** To count more takes too long for what it says. */
const MOST_COUNTED = 2 ** 22;

function distinct({ rows, columns, values }: Matrix, scale: number | undefined): number | undefined {
  if (values.length > MOST_COUNTED) return undefined;
  // Told apart by their bytes, of which zero has two kinds.
  const told = values.map((x) => (scale === undefined ? x : quantise(x, scale)) + 0);
  const bytes = Buffer.from(told.buffer);
  const size = columns * told.BYTES_PER_ELEMENT;
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) seen.add(bytes.toString('latin1', row * size, (row + 1) * size));
  return seen.size;
}
