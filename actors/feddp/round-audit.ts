/**
 * An empirical lower bound on FedDP-Lloyds' privacy loss from one run (Steinke, Nasr and Jagielski 2023): whether the
 * server can tell from the noisy sums of all rounds together which canaries were included. If it sends the same
 * centres in every round, these are one sum with fresh noise each time.
 */

import { powerOfTwo } from '../../src/core/kit/math.ts';
import { messagesOf } from '../../src/core/kit/attack.ts';
import { audit, type Matrix, type Observed, row, zeros } from '../../src/core/kit/index.ts';
import { squaredDistance } from '../../src/core/kit/cluster.ts';
import type { Agreed } from './agreed.ts';
import { type Canaries, common } from './canaries.ts';
import { dot, linearGuess } from '../blocks/noise/linear-guess.ts';
import { Centres } from './messages.ts';
import { PROVEN } from './audits.ts';
import { openedSum } from './opened-sum.ts';
import { matrixOf } from './tasks.ts';

/** What the server knows of one round. */
interface Round {
  /** The centre that each canary is nearest to. */
  readonly nearest: readonly number[];
  /** Noisy sums, in steps of the grid. */
  readonly sums: Matrix;
}

function roundsOf(seen: Observed<Agreed>, canaries: Canaries): Round[] {
  const { agreed, members } = seen.view;
  const { dimension: d, clusters, clip } = agreed;
  const points = zeros(canaries.rows, d);
  canaries.values.forEach((sign, at) => (points.values[at] = (sign * clip) / Math.sqrt(d)));
  const told = members.flatMap(({ sent }) => messagesOf(sent, Centres));
  return agreed.stages
    .filter(({ kind }) => kind === 'round')
    .flatMap((stage, turn) => {
      const order = told.find(({ body }) => body.round === turn + 1);
      if (order === undefined) return [];
      const centres = matrixOf(order.body.values, d);
      const sums = matrixOf(openedSum(seen, stage).slice(0, clusters * d), d);
      const nearest = Array.from({ length: points.rows }, (_, i) => nearestTo(points, i, centres));
      return [{ nearest, sums }];
    });
}

function nearestTo(points: Matrix, i: number, centres: Matrix): number {
  let best = 0;
  for (let h = 1; h < centres.rows; h++)
    if (squaredDistance(centres, h, points, i) < squaredDistance(centres, best, points, i)) best = h;
  return best;
}

export const roundAudit = audit<Agreed, Canaries>({
  ...common,
  name: 'rounds',
  summary: 'which canaries the server detects in the noisy sums of all rounds together',
  inapplicable({ stages, noise, level }) {
    if (stages.every(({ kind }) => kind !== 'round')) return 'it has no rounds';
    if (level === 'client') return 'it plants points';
    if (noise.by === 'aggregators') return PROVEN;
    return noise.by === 'server'
      ? 'an adversary that sees sums in the clear needs no audit: see the attack clear-sums'
      : undefined;
  },
  watches: ({ clients, noise }) => ['server', ...clients.slice(0, noise.colluding)],
  score(seen, canaries) {
    const { bits, stages } = seen.view.agreed;
    const rounds = roundsOf(seen, canaries);
    const m = canaries.rows;
    // What a canary adds to a coordinate, up to sign.
    const size = powerOfTwo(bits) / Math.sqrt(canaries.columns);
    const products = zeros(m, m);
    for (let i = 0; i < m; i++) {
      for (let j = 0; j <= i; j++) {
        const value = size * size * dot(row(canaries, i), row(canaries, j));
        products.values[i * m + j] = value;
        products.values[j * m + i] = value;
      }
    }
    const seenProducts = new Float64Array(m);
    const overlap = zeros(m, m);
    for (const { nearest, sums } of rounds) {
      nearest.forEach((cluster, i) => {
        seenProducts[i] += size * dot(row(canaries, i), row(sums, cluster));
        nearest.forEach((other, j) => {
          if (other === cluster) overlap.values[i * m + j] += products.values[i * m + j];
        });
      });
    }
    const noise = stages.find(({ kind }) => kind === 'round')?.sum.ranges[0].noise;
    const variance =
      noise?.kind === 'gaussian' ? Number(noise.variance.numerator) / Number(noise.variance.denominator) : 0;
    return linearGuess(seenProducts, overlap, variance);
  },
});
