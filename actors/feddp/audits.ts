/**
 * FedDP-KMeans tested from below (Steinke, Nasr and Jagielski 2023): canaries at the clip, each in a direction of its own, and
 * whether who sees what came of their outer products can tell which were there. One that is out is the origin.
 */

import { messagesOf, rehearse } from '../../src/kit/attack.ts';
import { ModularVectors } from '../../src/kit/field.ts';
import {
  audit,
  type Matrix,
  type Observed,
  type PrivacyClaim,
  row,
  type Self,
  type Setup,
  type Stream,
  type World,
  zeros,
} from '../../src/kit/index.ts';
import { addNoise, componentsOf, epsilonOf, sumNoisily } from '../blocks/noise/index.ts';
import type { Agreed, Stage } from './agreed.ts';
import { Projection } from './messages.ts';
import type { Parameters } from './parameters.ts';
import { coordinatesOf, outerTriangle } from './statistics.ts';

/** Directions, one for each canary. */
type Canaries = Matrix;

/** What everything costs against a server with the clients that collude with it, where all others' shares are in. */
function claim(agreed: Agreed): PrivacyClaim | undefined {
  const { noise, clients, stages, delta, level } = agreed;
  if (noise.by === 'nobody') return undefined;
  const kept = noise.by === 'server' ? 1 : noise.policy === 'enforced' ? 1 : Number.POSITIVE_INFINITY;
  const opened = stages.map((_, stage) => ({ stage, survivors: clients.length, kept }));
  return {
    epsilon: epsilonOf(agreed, opened),
    delta,
    of: level === 'point' ? 'a point' : 'a client',
  };
}

function inapplicable({ stages, noise }: Agreed): string | undefined {
  if (stages[0]?.kind !== 'outer') return 'it starts without outer products';
  return noise.by === 'server' ? 'who sees clear sums needs no audit: see the attack clear-sums' : undefined;
}

/** Telling them apart takes the square of their number. */
const MOST_CANARIES = 500;

const common = {
  kind: 'canaries',
  runs: 1,
  inapplicable,
  claim,
  /** A point each, or a client each. */
  count: ({ parameters, points, shards }: Setup<never>): number =>
    Math.min(MOST_CANARIES, (parameters as Parameters).level === 'point' ? points.rows : shards.length),
  canaries({ points }: Setup<never>, count: number, random: Stream): Canaries {
    const directions = zeros(count, points.columns);
    // Signs alone: directions of one length, all but orthogonal.
    directions.values.forEach((_, at) => (directions.values[at] = random.integer(2) * 2 - 1));
    return directions;
  },
  plant(
    { parameters, points, shards }: Setup<never>,
    canaries: Canaries,
    isIn: readonly boolean[],
  ): World<never> {
    const { level, clip, clips } = parameters as Parameters;
    const d = points.columns;
    const planted = zeros(points.rows, d);
    const put = (canary: number, at: number, length: number): void => {
      if (!isIn[canary]) return;
      for (let c = 0; c < d; c++) {
        planted.values[at * d + c] = (canaries.values[canary * d + c] * length) / Math.sqrt(d);
      }
    };
    for (let i = 0; i < canaries.rows; i++) {
      // A client's outer product is as long as the sum of the squares of its points.
      if (level === 'point') put(i, i, clip ?? 1);
      else shards[i].forEach((at) => put(i, at, Math.sqrt(clips?.outer ?? 1)));
    }
    return { points: planted };
  },
} as const satisfies object;

/** The noisy sum of outer products as the server opens it, without what members of the coalition put in. */
function openedOuter({ view: { agreed, members } }: Observed<Agreed>): Float64Array {
  const [stage] = agreed.stages;
  const server = members.find(({ name }) => name === 'server');
  if (server === undefined) return new Float64Array(stage.sum.session.length);
  const self: Self = { name: 'server', index: 0, random: server.random() };
  const opened = rehearse(sumNoisily(self, stage.sum, []), server.received);
  const values = opened?.values.slice() ?? new Float64Array(stage.sum.session.length);
  for (const { name, random } of members)
    if (name !== 'server') takeOff(values, agreed, stage, random().scope('noise', `${stage.sum.number}`));
  return values;
}

/** A client's own share of the noise: it knows its seeds. */
function takeOff(
  values: Float64Array,
  { noise, clients }: Agreed,
  { sum }: Stage,
  random: ReturnType<Observed['view']['members'][number]['random']>,
): void {
  const { modulus, length } = sum.session;
  const kept = noise.policy === 'enforced' ? 1 : Number.POSITIVE_INFINITY;
  const share = addNoise.run({
    modulus,
    values: new Float64Array(length),
    ranges: sum.ranges,
    components: componentsOf(noise, clients.length).slice(0, kept),
    own: random.secretKey('own'),
    surplus: random.secretKey('surplus'),
  });
  new ModularVectors(modulus).centred(share).forEach((x, at) => (values[at] -= x));
}

/** How much each canary seems to be in a noisy sum: the linear guess that errs least, as canaries hide each other too. */
function presences(
  triangle: Float64Array,
  canaries: Canaries,
  { level, bits, stages }: Agreed,
): Float64Array {
  const d = canaries.columns;
  const [{ noise }] = stages[0].releases[0].ranges;
  const variance =
    noise.kind === 'gaussian' ? Number(noise.variance.numerator) / Number(noise.variance.denominator) : 0;
  // What one adds to an entry, whatever the sign.
  const size = (level === 'point' ? 4 ** bits : 2 ** bits) / d;
  const seen = Float64Array.from({ length: canaries.rows }, (_, i) => {
    const one = outerTriangle({ rows: 1, columns: d, values: row(canaries, i) });
    // Of a matrix by its triangle: off the diagonal every entry stands twice.
    return one.reduce((sum, x, at) => sum + (at < d ? 1 : 2) * x * triangle[at], 0) * size;
  });
  const overlap = overlaps(canaries, size * size);
  // Of fair coins, of variance 1/4, under noise.
  const ridge = 4 * variance;
  return conjugateGradients(
    (x) => x.map((value, i) => ridge * value + dot(row(overlap, i), x)),
    seen.map((value) => value + ridge / 2),
  );
}

function overlaps(canaries: Canaries, unit: number): Matrix {
  const m = canaries.rows;
  const overlap = zeros(m, m);
  for (let i = 0; i < m; i++) {
    for (let j = 0; j <= i; j++) {
      const value = unit * dot(row(canaries, i), row(canaries, j)) ** 2;
      overlap.values[i * m + j] = value;
      overlap.values[j * m + i] = value;
    }
  }
  return overlap;
}

const MOST_STEPS = 200;

/** Solves for x where `times` multiplies by a positive definite matrix (Hestenes and Stiefel 1952). */
function conjugateGradients(times: (x: Float64Array) => Float64Array, right: Float64Array): Float64Array {
  const x = new Float64Array(right.length);
  let rest = right.slice();
  let direction = right.slice();
  let square = dot(rest, rest);
  const enough = 1e-16 * square;
  for (let step = 0; step < MOST_STEPS && square > enough; step++) {
    const image = times(direction);
    const length = square / dot(direction, image);
    direction.forEach((value, i) => (x[i] += length * value));
    rest = rest.map((value, i) => value - length * image[i]);
    const next = dot(rest, rest);
    direction = direction.map((value, i) => rest[i] + (next / square) * value);
    square = next;
  }
  return x;
}

function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

export const serverAudit = audit<Agreed, Canaries>({
  ...common,
  name: 'outer-products',
  summary: 'which canaries the server sees in the noisy sum of outer products, with the clients that collude',
  watches: ({ clients, noise }) => ['server', ...clients.slice(0, noise.colluding)],
  score: (seen, canaries) => presences(openedOuter(seen), canaries, seen.view.agreed),
});

export const clientsAudit = audit<Agreed, Canaries>({
  ...common,
  name: 'span',
  summary: 'which canaries clients see in the span that the server tells them, without the server',
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
