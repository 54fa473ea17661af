/** Points for k-FED, client by client, and what its reference projects them with. */

import { fromRows, row } from '../../src/core/base/matrix.ts';
import { Random } from '../../src/core/base/random.ts';
import { projectToSingularVectors } from '../../src/core/math/cluster/projection.ts';
import type { Point, Projection } from './kfed-reference.ts';

export type Shards = readonly (readonly Point[])[];

/** The product's own, which has tests of its own: bit for bit, so that every later decision must agree, ties too. */
export const ownProjection: Projection = (points, rank) => {
  const projected = projectToSingularVectors(fromRows(points), rank);
  return points.map((_, i) => [...row(projected, i)]);
};

/** Clients with points of some of the classes: blobs at random places, some of which touch. */
export function blobs(seed: number, d: number, classes: number, deviation: number): Shards {
  const stream = new Random(seed).stream('blobs');
  const noise = (): number => (stream.uniform() + stream.uniform() + stream.uniform() - 1.5) * deviation;
  const places = Array.from({ length: classes }, () =>
    Array.from({ length: d }, () => 10 * stream.uniform()),
  );
  return Array.from({ length: 6 }, (_, j) =>
    Array.from({ length: 8 + j }, (__, i) => places[(j + (i % 2)) % classes].map((x) => x + noise())),
  );
}
