/** Figures that several protocols have. */

import { platform } from '#platform';
import { inertia, inertiaAbout } from '../math/cluster/inertia.ts';
import { NO_CLUSTER, sameLabels } from '../base/labels.ts';
import { lloyd } from '../math/cluster/lloyd.ts';
import { type Matrix, selectRows } from '../base/matrix.ts';
import { quantise } from '../math/field/quantise.ts';
import { figure, type Measured } from './figure.ts';

/** For protocols that yield centres: the sum of squared distances to them (MUFC: the induced loss). */
export const lossAtCentres = figure<unknown>({
  name: 'lossAtCentres',
  title: 'loss at centres',
  summary: "sum of squared distances of all points to the protocol's own centres",
  unit: 'number',
  range: { least: 0 },
  better: 'down',
  about: 'quality',
  over: 'counted',
  of: ({ outcome: { centres }, points, labels }) =>
    labels && centres && inertiaAbout(points, labels, centres),
});

/**
 * For protocols that round: how many points in clusters became equal to another by it, each group of equal ones but for its first. No
 * protocol can tell them apart.
 */
export const mergedPoints = figure<{ readonly scale?: number | undefined }>({
  name: 'mergedPoints',
  title: 'points merged',
  summary: 'points in clusters that rounding made equal to another',
  unit: 'number',
  range: { least: 0 },
  better: 'down',
  rank: 'exception',
  of: (measured) => {
    const [before, after] = distinctAround(measured);
    return before === undefined || after === undefined ? undefined : before - after;
  },
  warning: (measured, merged) => {
    if (typeof merged !== 'number' || merged === 0) return undefined;
    const [before] = distinctAround(measured);
    if (before === undefined || merged < MUCH_MERGED * before) return undefined;
    return `rounding to multiples of 1/${measured.agreed.scale} leaves ${before - merged} of ${before} distinct points: protocol.scale is too small`;
  },
});

/** How many points in clusters are distinct before and after rounding. */
function distinctAround({
  agreed: { scale },
  points,
  labels,
}: Measured<{ readonly scale?: number | undefined }>): (number | undefined)[] {
  if (scale === undefined || labels === undefined) return [];
  const inClusters = selectRows(
    points,
    Uint32Array.from(labels.keys()).filter((row) => labels[row] !== NO_CLUSTER),
  );
  return [distinct(inClusters, undefined), distinct(inClusters, scale)];
}

/**
 * For protocols that round: by how much Lloyd, continuing from the result on the unrounded points, lowers the
 * loss.
 */
export const roundingLoss = figure<{ readonly scale?: number | undefined }>({
  name: 'roundingLoss',
  title: 'rounding costs',
  summary:
    'share of the loss that is due to rounding: how much Lloyd on the unrounded points improves the result',
  unit: 'share',
  // A start from outside may be better than one on rounded points, and rounding may cost more than the whole
  // loss.
  range: {},
  better: 'down',
  rank: 'detail',
  of: roundingCost,
  warning(measured, cost) {
    if (typeof cost !== 'number' || cost < MUCH) return undefined;
    const share = `${(100 * cost).toPrecision(3)} %`;
    return `rounding to multiples of 1/${measured.agreed.scale} costs ${share} of the loss: Lloyd on the points as they are does better from there`;
  },
});

const MUCH = 0.01;
/** Too little to matter. */
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

/** From this fraction of the distinct points on, there is a warning about rounding. */
const MUCH_MERGED = 0.1;

/** With more values, counting takes too long for its use. */
const MOST_COUNTED = 2 ** 22;

function distinct({ rows, columns, values }: Matrix, scale: number | undefined): number | undefined {
  if (values.length > MOST_COUNTED) return undefined;
  // Compared by their bytes; adding 0 turns -0 into 0.
  const told = values.map((x) => (scale === undefined ? x : quantise(x, scale)) + 0);
  const bytes = new Uint8Array(told.buffer);
  const size = columns * told.BYTES_PER_ELEMENT;
  const seen = new Set<string>();
  for (let row = 0; row < rows; row++) seen.add(platform.bytes.toLatin1(bytes, row * size, (row + 1) * size));
  return seen.size;
}
