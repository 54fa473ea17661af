/**
 * Lemma 17 of FedDP-KMeans (Appendix E.1): one private round after which regions far apart lie close together. The text at
 * hand lost the proof's constants; here the distance of samples of a component is given, and the others follow from it.
 */

import { histogram } from '../../../../actors/feddp/statistics.ts';
import { type Matrix, row, selectRows } from '../../../../src/core/base/matrix.ts';
import type { Stream } from '../../../../src/core/base/random.ts';
import { squaredDistance } from '../../../../src/core/math/cluster/squared-distance.ts';
import { nearestRow } from './nearest-row.ts';
import { noisyCounts } from './noise.ts';

export interface Reduction {
  /** Any two samples of a component of the mixture are at most so far apart. */
  readonly reach: number;
  /** So many of the server's points within reach keep a point of its, whatever the clients have. */
  readonly frozen: number;
  /** So many of the clients' points near one of the server's keep it otherwise. */
  readonly least: number;
  readonly epsilon: number;
}

export interface Reduced {
  /** The clients' points, moved. */
  readonly points: Matrix;
  /** Those of the server's points that are kept, moved. */
  readonly server: Matrix;
  /** By how much each of these was moved. */
  readonly shifts: Matrix;
  /** How many regions there are: parts of space that are moved as one. */
  readonly regions: number;
}

/**
 * Keeps the server's points that have enough points near them, joins those into regions, and moves the regions next to each
 * other, each as a whole. A client's point moves with the nearest of the server's points.
 * @returns nothing left of the server's points if no place has enough points
 */
export function reduceDiameter(points: Matrix, server: Matrix, given: Reduction, stream: Stream): Reduced {
  const counts = noisyCounts(histogram(points, server), given.epsilon, stream);
  const kept = Uint32Array.from({ length: server.rows }, (_, q) => q).filter((q) =>
    isKept(q, server, counts, given),
  );
  const left = selectRows(server, kept);
  const { region, regions } = regionsOf(left, 3 * given.reach);
  const shifts = shiftsOf(left, region, given.reach);
  const moved = selectRows(
    points,
    Uint32Array.from({ length: points.rows }, (_, i) => i),
  );
  for (let i = 0; left.rows > 0 && i < points.rows; i++) add(moved, i, shifts, nearestRow(left, points, i));
  for (let q = 0; q < left.rows; q++) add(left, q, shifts, q);
  return { points: moved, server: left, shifts, regions };
}

/** Whether the server has many points about its q-th, or the clients have. */
function isKept(
  q: number,
  server: Matrix,
  counts: Float64Array,
  { reach, frozen, least }: Reduction,
): boolean {
  let own = 0;
  let clients = 0;
  for (let other = 0; other < server.rows; other++) {
    const distance = Math.sqrt(squaredDistance(server, q, server, other));
    if (distance <= reach) own++;
    // A sample is at most `reach` from its nearest point of the server's, and that so twice from this one.
    if (distance <= 2 * reach) clients += counts[other];
  }
  return own >= frozen || clients >= least;
}

/** The connected components of points at most `near` apart: the server's points nearest to samples of one component are. */
function regionsOf(points: Matrix, near: number): { region: Uint32Array; regions: number } {
  const NONE = points.rows;
  const region = new Uint32Array(points.rows).fill(NONE);
  let regions = 0;
  for (let start = 0; start < points.rows; start++) {
    if (region[start] !== NONE) continue;
    const open = [start];
    region[start] = regions;
    for (let at = open.pop(); at !== undefined; at = open.pop())
      for (let q = 0; q < points.rows; q++)
        if (region[q] === NONE && squaredDistance(points, at, points, q) <= near * near) {
          region[q] = regions;
          open.push(q);
        }
    regions++;
  }
  return { region, regions };
}

/** Moves the first point of each region to its place on a line, where regions do not touch. */
function shiftsOf(points: Matrix, region: Uint32Array, reach: number): Matrix {
  const shifts = selectRows(
    points,
    Uint32Array.from({ length: points.rows }, () => 0),
  );
  const first = (r: number): number => region.indexOf(r);
  let widest = 0;
  for (const [q, r] of region.entries())
    widest = Math.max(widest, Math.sqrt(squaredDistance(points, first(r), points, q)));
  const apart = 3 * (widest + 2 * reach);
  for (const [q, r] of region.entries()) {
    const from = row(points, first(r));
    const shift = row(shifts, q);
    for (let c = 0; c < shift.length; c++) shift[c] = (c === 0 ? apart * r : 0) - from[c];
  }
  return shifts;
}

function add(to: Matrix, at: number, shifts: Matrix, by: number): void {
  const point = row(to, at);
  const shift = row(shifts, by);
  for (let c = 0; c < point.length; c++) point[c] += shift[c];
}
