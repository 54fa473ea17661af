/**
 * An empirical lower bound on FedDP-KMeans' privacy loss from one run (Steinke, Nasr and Jagielski 2023): canaries at
 * the clip, each in its own direction, and whether an observer of results of their outer products can tell which were
 * included. An excluded canary is replaced by the origin.
 */

import { powerOfTwo, square } from '../../src/core/kit/math.ts';
import { messagesOf } from '../../src/core/kit/attack.ts';
import { audit, type Matrix, row, zeros } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { type Canaries, common } from './canaries.ts';
import { dot, linearGuess } from '../blocks/noise/linear-guess.ts';
import { Projection } from './messages.ts';
import { openedSum } from './opened-sum.ts';
import { coordinatesOf, outerTriangle } from './statistics.ts';

/** Why no audit applies to proven sums. */
export const PROVEN = 'sums are shared between two aggregators, and none of these observers is both';

function inapplicable({ stages, noise }: Agreed): string | undefined {
  if (stages[0]?.kind !== 'outer') return 'it starts without outer products';
  if (noise.by === 'aggregators') return PROVEN;
  return noise.by === 'server'
    ? 'an adversary that sees sums in the clear needs no audit: see the attack clear-sums'
    : undefined;
}

/** Estimates how much of each canary is in a noisy sum: the linear estimator of least error, as canaries also hide each other. */
function presences(
  triangle: Float64Array,
  canaries: Canaries,
  { level, bits, stages }: Agreed,
): Float64Array {
  const d = canaries.columns;
  const [{ noise }] = stages[0].releases[0].ranges;
  const variance =
    noise.kind === 'gaussian' ? Number(noise.variance.numerator) / Number(noise.variance.denominator) : 0;
  // What one canary adds to an entry, up to sign.
  const size = (level === 'point' ? powerOfTwo(2 * bits) : powerOfTwo(bits)) / d;
  const seen = Float64Array.from({ length: canaries.rows }, (_, i) => {
    const one = outerTriangle({ rows: 1, columns: d, values: row(canaries, i) });
    // The inner product of two matrices by their triangles: entries off the diagonal count twice.
    return one.reduce((sum, x, at) => sum + (at < d ? 1 : 2) * x * triangle[at], 0) * size;
  });
  const overlap = overlaps(canaries, size * size);
  return linearGuess(seen, overlap, variance);
}

function overlaps(canaries: Canaries, unit: number): Matrix {
  const m = canaries.rows;
  const overlap = zeros(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      const value = unit * square(dot(row(canaries, i), row(canaries, j)));
      overlap.values[i * m + j] = value;
      overlap.values[j * m + i] = value;
    }
  }
  return overlap;
}

export const serverAudit = audit<Agreed, Canaries>({
  ...common,
  inapplicable,
  name: 'outer-products',
  summary:
    'which canaries the server detects in the noisy sum of outer products, with the clients that collude',
  watches: ({ clients, noise }) => ['server', ...clients.slice(0, noise.colluding)],
  score: (seen, canaries) =>
    presences(openedSum(seen, seen.view.agreed.stages[0]), canaries, seen.view.agreed),
});

export const clientsAudit = audit<Agreed, Canaries>({
  ...common,
  inapplicable,
  name: 'span',
  summary: 'which canaries clients detect in the span that the server sends them, without the server',
  watches: ({ clients, noise }) => clients.slice(0, Math.max(1, noise.colluding)),
  score({ view: { agreed, members } }, canaries) {
    const [told] = messagesOf(members[0].received, Projection);
    if (told === undefined) return new Float64Array(canaries.rows);
    const values = told.body.directions;
    const span = { rows: agreed.clusters, columns: agreed.dimension, values };
    const projected = coordinatesOf(canaries, span, 1);
    return Float64Array.from({ length: canaries.rows }, (_, i) =>
      row(projected, i).reduce((sum, x) => sum + x * x, 0),
    );
  },
});
