/** The server's own points in the papers' Gaussians, and the optimal cost: what all runs on the same data have in common. */

import { inertia } from '../../../src/core/math/cluster/inertia.ts';
import { lloyd } from '../../../src/core/math/cluster/lloyd.ts';
import { row } from '../../../src/core/base/matrix.ts';
import { Random } from '../../../src/core/base/random.ts';
import type { DataSet } from '../../../src/run/data/data-set.ts';
import { gaussianMixture } from '../../../src/run/data/gaussian-mixture.ts';

/** The server's points from the clients' mixture. */
export interface OwnPoints {
  /** Points from each component. */
  readonly each: number;
  /** Points drawn uniformly in the unit cube. */
  readonly cube: number;
  /** Number of components of which it has none. */
  readonly missing?: number;
}

/** Points of the same mixture that no client has, from drawing more than the clients' points; and some in the unit cube. */
export function ownPoints(data: DataSet, seed: number, { each, cube, missing = 0 }: OwnPoints): number[][] {
  const [n, dimension] = [data.points.rows, data.points.columns];
  const components = data.classes?.length ?? 0;
  const more = gaussianMixture(
    {
      points: n + 20 * each * components,
      dimension,
      components,
      deviation: Math.sqrt(0.5),
      middle: 0.5,
      spread: 0.5,
      sizes: 'drawn',
      truth: 'component',
    },
    new Random(seed).scope('data'),
  );
  const taken = Array<number>(components).fill(0);
  const points: number[][] = [];
  for (let i = n; i < more.points.rows; i++) {
    const component = more.truth?.[i] ?? 0;
    if (component < missing || taken[component] === each) continue;
    taken[component]++;
    points.push([...row(more.points, i)]);
  }
  const stream = new Random(seed).stream('cube');
  for (let i = 0; i < cube; i++) points.push(Array.from({ length: dimension }, () => stream.uniform()));
  return points;
}

/** Cost per point for the centres that Lloyd finds from the true clusters; undefined if these are unknown. */
export function optimalCost({ points, truth }: DataSet, clusters: number): number | undefined {
  if (truth === undefined) return undefined;
  const start = { labels: Uint16Array.from(truth) };
  const { labels } = lloyd(points, clusters, start, { maxIterations: 50 });
  return inertia(points, labels, clusters) / points.rows;
}
