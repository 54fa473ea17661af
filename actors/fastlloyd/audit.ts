/**
 * An empirical lower bound on FastLloyd's privacy loss from one run (Steinke, Nasr and Jagielski 2023): canaries far
 * from the first centres, each in its own direction, and whether clients can tell from the noisy sums of all
 * iterations which were included. An excluded canary belongs to nobody.
 */

import { powerOfTwo, square } from '../../src/core/kit/math.ts';
import {
  audit,
  type Matrix,
  row,
  selectRows,
  type Setup,
  type Stream,
  type World,
  zeros,
} from '../../src/core/kit/index.ts';
import { claimOf } from '../blocks/noise/index.ts';
import { dot, linearGuess } from '../blocks/noise/linear-guess.ts';
import type { Agreed } from './agreed.ts';
import { intoCube, outOfCube } from './cube.ts';
import { localSums } from './iteration.ts';
import type { Parameters } from './parameters.ts';
import { begin } from './tasks.ts';
import { knownCentres, receivedTotals } from './received.ts';

const MOST_CANARIES = 500;

/** Standard deviations of the noise in a sum's elements; 1 without noise. */
function deviations({ stages }: Agreed, iteration: number): Float64Array {
  return Float64Array.from(
    stages[iteration].sum.ranges.flatMap(({ length, noise }) => {
      const variance =
        noise.kind === 'gaussian'
          ? Number(noise.variance.numerator) / Number(noise.variance.denominator)
          : 2 * square(noise.t / noise.s);
      return Array<number>(length).fill(variance > 0 ? Math.sqrt(variance) : 1);
    }),
  );
}

export const totalsAudit = audit<Agreed, Matrix>({
  kind: 'canaries',
  name: 'totals',
  summary: 'which canaries clients detect in the noisy sums that they receive, without the server',
  runs: 1,
  inapplicable: ({ noise }) => (noise.by === 'nobody' ? 'sums have no noise' : undefined),
  watches: ({ clients, noise }) => clients.slice(0, Math.max(1, noise.colluding)),
  claim: (agreed) => claimOf(agreed, 1, 'a point'),
  count: ({ points }: Setup<never>): number => Math.min(MOST_CANARIES, points.rows),
  canaries({ parameters, points, population }: Setup<never>, count: number, random: Stream): Matrix {
    const { clusters, bits, packingSeed: seed } = parameters as Parameters;
    const side = powerOfTwo(bits);
    const centres = begin.run({ clusters, dimension: points.columns, bits, seed });
    const corners = zeros(count, points.columns);
    for (let i = 0; i < count; i++) {
      // As far from a first centre as the cube has room, and therefore within its radius.
      row(centres, i % clusters).forEach((x, c) => {
        const moved = x + (random.integer(2) * 2 - 1) * side;
        row(corners, i)[c] = Math.max(-side, Math.min(side, moved));
      });
    }
    return outOfCube(corners, population, bits);
  },
  plant({ points, shards }: Setup<never>, canaries: Matrix, isIn: readonly boolean[]): World<never> {
    const planted = { ...points, values: points.values.slice() };
    planted.values.set(canaries.values);
    return { points: planted, shards: shards.map((shard) => shard.filter((at) => isIn[at] ?? true)) };
  },
  score({ view }, canaries) {
    const { agreed } = view;
    const centres = knownCentres(view);
    const points = intoCube(canaries, agreed, agreed.bits);
    const m = canaries.rows;
    const seen = new Float64Array(m);
    const overlap = zeros(m, m);
    for (const { iteration, sums } of receivedTotals(view)) {
      const unit = deviations(agreed, iteration);
      const scaled = sums.map((x, at) => x / unit[at]);
      const parts = Array.from({ length: m }, (_, i) =>
        localSums(selectRows(points, [i]), centres[iteration], agreed.stages[iteration].step).map(
          (x, at) => x / unit[at],
        ),
      );
      parts.forEach((part, i) => {
        seen[i] += dot(part, scaled);
        parts.forEach((other, j) => (row(overlap, i)[j] += dot(part, other)));
      });
    }
    return linearGuess(seen, overlap, 1);
  },
});
