/**
 * What the clusters of every round tell clients about the others' points: each point lies nearer to the centre of its
 * cluster than to any other centre, so in an intersection of half-spaces that shrinks with every round. Clients do
 * not know the centres; the means of their own points in the same clusters stand in for them, where these are
 * reliable enough. The guess is a point of the intersection near the centre of the last cluster, found by projections
 * (Agmon 1954).
 */

import { square } from '../../../src/core/kit/math.ts';
import { type Labels, NO_CLUSTER } from '../../../src/core/kit/cluster.ts';
import { messagesOf } from '../../../src/core/kit/attack.ts';
import {
  type Attack,
  type Matrix,
  row,
  type Score,
  type Truth,
  type View,
  zeros,
} from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';
import { Cohort } from '../cohort.ts';
import { Assignment } from '../messages.ts';
import { fitLocated, type Located, scoreLocated } from './located.ts';

export const halfSpaces: Attack<Agreed, Located> = {
  name: 'half-spaces',
  summary: "where the others' points lie, from the clusters of all rounds and the clients' own points",
  needs: { clients: 1 },
  inapplicable: ({ alignment }) =>
    alignment === undefined ? undefined : 'nobody knows which points are whose',
  reads: [Assignment],
  guess: guessPoints,
  score: scorePoints,
  fit: fitLocated,
};

interface Round {
  readonly labels: Labels;
  /** Means of the members' own points; NaN for a cluster in which they have none. */
  readonly centres: Matrix;
  /** How far these may be from the centres of all points: estimated mean squared error. */
  readonly doubt: Float64Array;
}

function guessPoints({ agreed, population, members }: View<Agreed>): Located {
  const { points, dimension, offsets, clients } = agreed;
  const guess = zeros(points, dimension);
  guess.values.fill(Number.NaN);
  const own = new Map<number, Float64Array>();
  for (const { name, shard } of members) {
    const first = offsets[clients.indexOf(name)];
    if (shard === undefined) continue;
    for (let i = 0; i < shard.rows; i++) own.set(first + i, row(shard, i));
  }
  const client = members.find(({ shard }) => shard !== undefined);
  const messages = messagesOf(client?.received ?? [], Assignment);
  const rounds = messages
    .toSorted((a, b) => a.body.round - b.body.round)
    .map(({ body }): Round => {
      const labels = new Cohort(agreed, body.missing).spread(body.labels.values);
      return { labels, ...centresOf(own, labels, agreed) };
    });
  const last = rounds.at(-1);
  if (last === undefined) return guess;
  for (let i = 0; i < points; i++) {
    if (own.has(i) || last.labels[i] === NO_CLUSTER) continue;
    const start = row(last.centres, last.labels[i]);
    const middle = start.map((x, c) =>
      Number.isNaN(x) ? (population.minimum[c] + population.maximum[c]) / 2 : x,
    );
    row(guess, i).set(project(middle, i, rounds));
  }
  return guess;
}

/** Projects onto one half-space after the other, as long as one is violated. */
function project(start: Float64Array, i: number, rounds: readonly Round[]): Float64Array {
  const x = start.slice();
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    let missed = false;
    // The clusters of a round follow from the centres of the one before.
    for (let r = 1; r < rounds.length; r++) {
      const { centres, doubt } = rounds[r - 1];
      const nearest = rounds[r].labels[i];
      if (nearest === NO_CLUSTER) continue;
      const a = row(centres, nearest);
      for (let h = 0; h < centres.rows; h++) {
        if (h === nearest) continue;
        const b = row(centres, h);
        let [over, length] = [0, 0];
        for (let c = 0; c < x.length; c++) {
          over += (x[c] - (a[c] + b[c]) / 2) * (b[c] - a[c]);
          length += square(b[c] - a[c]);
        }
        if (!(over > 1e-9 * length && length > SURE * (doubt[nearest] + doubt[h]))) continue;
        missed = true;
        for (let c = 0; c < x.length; c++) x[c] -= (over / length) * (b[c] - a[c]);
      }
    }
    if (!missed) break;
  }
  return x;
}

const SWEEPS = 20;

/** A pair of centres is used if its squared distance exceeds this many times its squared error. */
const SURE = 9;

/** The means of the members' own points in each cluster. */
function centresOf(
  own: ReadonlyMap<number, Float64Array>,
  labels: Labels,
  { clusters, dimension }: Agreed,
): Omit<Round, 'labels'> {
  const centres = zeros(clusters, dimension);
  const sizes = new Uint32Array(clusters);
  for (const [i, x] of own) {
    if (labels[i] === NO_CLUSTER) continue;
    const sum = row(centres, labels[i]);
    sizes[labels[i]]++;
    x.forEach((value, c) => (sum[c] += value));
  }
  const doubt = new Float64Array(clusters);
  sizes.forEach((size, h) => row(centres, h).forEach((sum, c) => (row(centres, h)[c] = sum / size)));
  for (const [i, x] of own) {
    const h = labels[i];
    if (h !== NO_CLUSTER) x.forEach((value, c) => (doubt[h] += square(value - row(centres, h)[c])));
  }
  // A single point does not tell its error.
  sizes.forEach(
    (size, h) => (doubt[h] = size < 2 ? Number.POSITIVE_INFINITY : doubt[h] / (size * (size - 1))),
  );
  return { centres, doubt };
}

function scorePoints(guess: Located, truth: Truth<Agreed>): Score {
  const { explained, ...score } = scoreLocated(guess, truth);
  return {
    ...score,
    meaning:
      explained === undefined
        ? 'no clusters were announced'
        : `${(100 * explained).toFixed(1)} % of the squared error of the best guess that is the same for all points is gone, by clusters that the protocol announces by design`,
  };
}
