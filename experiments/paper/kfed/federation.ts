/** k-FED as a function whose starts can be exchanged, to find those from which a published accuracy may come. */

import { accuracy } from '../../../src/core/math/cluster/accuracy.ts';
import { assignToCentres, centresOf } from '../../../src/core/math/cluster/centres.ts';
import { farthestFirst } from '../../../src/core/math/cluster/farthest-first.ts';
import { lloyd } from '../../../src/core/math/cluster/lloyd.ts';
import { projectToSingularVectors } from '../../../src/core/math/cluster/projection.ts';
import { kMeansPlusPlus } from '../../../src/core/math/cluster/seeding.ts';
import { separateFromCentres } from '../../../src/core/math/cluster/separation.ts';
import type { Labels } from '../../../src/core/base/labels.ts';
import { type Matrix, row, selectRows, zeros } from '../../../src/core/base/matrix.ts';
import type { Stream } from '../../../src/core/base/random.ts';

/** A client's clustering: k' centres, without those of empty clusters, and the centre of each of its points. */
export interface Local {
  readonly centres: Matrix;
  readonly labels: Labels;
}

const MOST = 300;

/**
 * A client as k-FED's authors publish it: singular vectors, k-means++ there, points near one seed, Lloyd.
 * @param projection onto as many singular vectors or more, where they are known
 */
export function localAsPublished(
  points: Matrix,
  clusters: number,
  stream: Stream,
  projection = projectToSingularVectors(points, clusters),
): Local {
  const projected = firstColumns(projection, clusters);
  const seeds = kMeansPlusPlus(projected, clusters, stream);
  return localFrom(points, clusters, separateFromCentres(projected, selectRows(projected, seeds)));
}

function firstColumns(matrix: Matrix, count: number): Matrix {
  const { rows, columns } = matrix;
  if (columns === count) return matrix;
  const first = zeros(rows, count);
  for (let i = 0; i < rows; i++) row(first, i).set(row(matrix, i).subarray(0, count));
  return first;
}

/** A client as SecFC's section 3.2 says: Lloyd, from its own stated start, a random cluster for every point. */
export function localAtRandom(points: Matrix, clusters: number, stream: Stream): Local {
  return localFrom(points, clusters, randomLabels(points.rows, clusters, stream));
}

function localFrom(points: Matrix, clusters: number, start: Labels): Local {
  const { labels } = lloyd(points, clusters, { labels: start }, { maxIterations: MOST });
  const occupied = [...new Set(labels)].toSorted((a, b) => a - b);
  const centres = selectRows(centresOf(points, labels, clusters), occupied);
  return { centres, labels: labels.map((h) => occupied.indexOf(h)) };
}

function randomLabels(count: number, clusters: number, stream: Stream): Labels {
  return Uint16Array.from({ length: count }, () => stream.integer(clusters));
}

/** All centres that the server has, and how many are the first client's. */
export interface Received {
  readonly centres: Matrix;
  readonly first: number;
}

/** What the server makes of them: the cluster of each. */
export type ServerStart = (received: Received, clusters: number, stream: Stream) => Labels;

const fromRows =
  (rows: (received: Received, clusters: number, stream: Stream) => ArrayLike<number>): ServerStart =>
  (received, clusters, stream) => {
    const { centres } = received;
    const start = selectRows(centres, Array.from(rows(received, clusters, stream)));
    // Fewer distinct centres than clusters.
    const filled = start.rows === clusters ? start : padded(start, clusters);
    return lloyd(centres, clusters, { centres: filled }, { maxIterations: MOST }).labels;
  };

/** The rows and no further centres. */
function padded({ rows, columns, values }: Matrix, to: number): Matrix {
  const all = zeros(to, columns);
  all.values.fill(Number.NaN).set(values.subarray(0, rows * columns));
  return all;
}

function distinct(count: number, of: number, stream: Stream): number[] {
  const drawn = new Set<number>();
  while (drawn.size < Math.min(count, of)) drawn.add(stream.integer(of));
  return [...drawn];
}

/** Starts of the server, the published one first. */
export const SERVER_STARTS: Readonly<Record<string, ServerStart>> = {
  "farthest first from the first client's (published)": fromRows(({ centres, first }, k) =>
    farthestFirst(centres, first, k),
  ),
  'farthest first from a random one': fromRows(({ centres }, k, stream) => {
    const from = stream.integer(centres.rows);
    const order = [from, ...Array.from({ length: centres.rows }, (_, i) => i).filter((i) => i !== from)];
    return Array.from(farthestFirst(selectRows(centres, order), 1, k), (at) => order[at]);
  }),
  'the same without Lloyd': ({ centres, first }, k) =>
    assignToCentres(centres, selectRows(centres, farthestFirst(centres, first, k))),
  'k-means++': fromRows(({ centres }, k, stream) => kMeansPlusPlus(centres, k, stream)),
  'k random centres': fromRows(({ centres }, k, stream) => distinct(k, centres.rows, stream)),
  'the first k centres': fromRows(({ centres }, k) =>
    Array.from({ length: Math.min(k, centres.rows) }, (_, i) => i),
  ),
  'a random cluster for every centre': ({ centres }, k, stream) => {
    const start = { labels: randomLabels(centres.rows, k, stream) };
    return lloyd(centres, k, start, { maxIterations: MOST }).labels;
  },
  'random points of the box': ({ centres }, k, stream) => {
    const start = zeros(k, centres.columns);
    for (let c = 0; c < centres.columns; c++) {
      const column = Array.from({ length: centres.rows }, (_, i) => row(centres, i)[c]);
      const [least, most] = [Math.min(...column), Math.max(...column)];
      for (let h = 0; h < k; h++) row(start, h)[c] = least + (most - least) * stream.uniform();
    }
    return lloyd(centres, k, { centres: start }, { maxIterations: MOST }).labels;
  },
};

/** A data set with the points of each client. */
export interface Federation {
  readonly points: Matrix;
  readonly truth: ArrayLike<number>;
  readonly rows: readonly ArrayLike<number>[];
}

/** Labels of all points, in the order of the data, if the server clusters centres as `start` does. */
export function induced(
  { points, rows }: Federation,
  locals: readonly Local[],
  clusters: number,
  start: ServerStart,
  stream: Stream,
): Labels {
  const all = Float64Array.from(locals.flatMap(({ centres }) => [...centres.values]));
  const centres = { rows: all.length / points.columns, columns: points.columns, values: all };
  const found = start({ centres, first: locals[0].centres.rows }, clusters, stream);
  const labels = new Uint16Array(points.rows);
  let at = 0;
  locals.forEach((local, client) => {
    local.labels.forEach((h, i) => (labels[rows[client][i]] = found[at + h]));
    at += local.centres.rows;
  });
  return labels;
}

/** Accuracy if labels stand in the order of the clients and classes in that of the data: a mistake that one could make. */
export function misplacedAccuracy({ rows, truth }: Federation, labels: Labels): number {
  const inOrder = rows.flatMap((own) => Array.from(own, (i) => labels[i]));
  return accuracy(inOrder, truth);
}
