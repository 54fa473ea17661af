/** A client of FedDP-KMeans: three sums of the initialisation, one for each round, and its own clusters at the end. */

import { powerOfTwo, square } from '../../src/core/kit/math.ts';
import { Coin, Fraction } from '../../src/core/kit/dp.ts';
import {
  attempt,
  collect,
  compute,
  finish,
  type GivenShard,
  handedOver,
  type LocalClustering,
  type Matrix,
  type MessageType,
  phase,
  round,
  type Self,
  silent,
} from '../../src/core/kit/index.ts';
import { type Agreed, FRACTION_STEPS, type Stage } from './agreed.ts';
import { Centres, ProjectedCentres, Projection, Result } from './messages.ts';
import type { SumsSetUp } from '../blocks/sums/index.ts';
import { contributeTo, prepareClient } from './sums.ts';
import { label, matrixOf, outer, placeOnGrid, type Shape, sum, type SumsInput, weigh } from './tasks.ts';

/** Undetectable deviations of a client: it uses other points, or contributes sums that no points have. */
export interface Lie {
  readonly points?: (agreed: Agreed, own: Matrix) => Matrix;
  /** Replaces its sums and counts, as integers. */
  readonly sums?: (agreed: Agreed, own: Float64Array) => Float64Array;
}

/** A client with its points as it contributes them. */
interface Contributor {
  readonly self: Self;
  readonly agreed: Agreed;
  /** On the grid; at client level as they are, since contributions are clipped there instead of points. */
  readonly points: Matrix;
  /** The value of one step of the points. */
  readonly unit: number;
  /** How an adversary replaces its sums. */
  readonly lie: NonNullable<Lie['sums']>;
  readonly setUp: SumsSetUp;
}

/**
 * The client of FedDP-KMeans, as a behaviour.
 * @param points how an adversary replaces its points, and `sums` its contributions
 */
export function* client(
  self: Self,
  { agreed, shard: own }: GivenShard<Agreed>,
  { points: told = (_, as) => as, sums: lie = (_, as) => as }: Lie = {},
) {
  const shard = told(agreed, own);
  const { initial, level, clip, bits, dimension } = agreed;
  const byPoint = level === 'point';
  const setUp = yield* prepareClient(self, agreed.stages);
  yield* phase('local');
  const points = byPoint ? yield* compute(placeOnGrid, { points: shard, shape: { clip, bits } }) : shard;
  const unit = byPoint ? clip / powerOfTwo(bits) : 1;
  const contributor: Contributor = { self, agreed, points, unit, lie, setUp };
  if (initial === 'feddp') yield* initialise(contributor);
  yield* iterate(contributor);
  const { values } = yield* fromServer(Result, agreed, (body) => areCentres(body, agreed));
  yield* phase('label');
  const labels = yield* compute(label, { points: shard, centres: matrixOf(values, dimension) });
  const local: LocalClustering = { labels };
  yield* finish(local);
}

/** FedDP-Init: contributes outer products, weights of the server's points, and sums around centres in a subspace. */
function* initialise(contributor: Contributor) {
  const { agreed, points, unit } = contributor;
  const { level, clusters, dimension, margin } = agreed;
  const [first, second, third] = agreed.stages;

  yield* contribute(contributor, first, yield* outerProducts(contributor));

  const { directions, points: coordinates } = yield* fromServer(Projection, agreed, (body) => {
    const right =
      body.directions.length === clusters * dimension &&
      body.points.length === agreed.serverPoints.length * clusters;
    return right && finite(body.directions) && finite(body.points);
  });
  const { weights, projected } = yield* compute(weigh, {
    points,
    unit,
    directions: matrixOf(directions, dimension),
    serverPoints: matrixOf(coordinates, clusters),
    whole: level === 'point' ? undefined : { clip: agreed.clips?.weights ?? 1, steps: FRACTION_STEPS },
  });
  yield* contribute(contributor, second, handedOver(weights));

  const { values } = yield* fromServer(
    ProjectedCentres,
    agreed,
    (body) => body.values.length === square(clusters) && finite(body.values),
  );
  const centres = matrixOf(values, clusters);
  yield* contributeSums(contributor, third, { compared: projected, centres, margin });
}

/** FedDP-Lloyds: contributes the sums around the centres of each round, until one is not opened. */
function* iterate(contributor: Contributor) {
  const { agreed, points, unit } = contributor;
  const rounds = agreed.stages.filter(({ kind }) => kind === 'round');
  for (const [done, stage] of rounds.entries()) {
    const turn = done + 1;
    yield* round(turn);
    const { values } = yield* fromServer(
      Centres,
      agreed,
      (body) => body.round === turn && areCentres(body, agreed),
    );
    // In steps of the grid, like its points: a factor does not change the nearest centre.
    const centres = matrixOf(
      values.map((x) => x / unit),
      agreed.dimension,
    );
    const came = yield* attempt(contributeSums(contributor, stage, { compared: points, centres, margin: 1 }));
    // If a sum is not opened, or proceeds without this client, the known centres stay.
    if (came.kind === 'aborted') return;
  }
}

/** The sum of its points' outer products, a vector so long that it is only held until it is masked. */
function* outerProducts({ agreed, points }: Contributor) {
  return handedOver(yield* compute(outer, { points, whole: wholeShape(agreed, 'outer') }));
}

/** Contributes its sums and counts around centres. */
function* contributeSums(
  contributor: Contributor,
  stage: Stage,
  around: Pick<SumsInput, 'compared' | 'centres' | 'margin'>,
) {
  const { agreed, points, lie } = contributor;
  const of = stage.kind === 'centres' ? 'means' : 'sums';
  const { clips } = agreed;
  const vector = wholeShape(agreed, of);
  const clip = of === 'means' ? clips?.indicators : clips?.counts;
  const whole = vector && ({ of, vector, counts: { clip: clip ?? 1, steps: FRACTION_STEPS } } as const);
  const sums = yield* compute(sum, { points, ...around, whole });
  yield* contribute(contributor, stage, handedOver(lie(agreed, sums)));
}

/**
 * Contributes to a sum; with sampling, only noise unless the client is drawn, so that nobody can tell in which
 * releases it takes part.
 */
function* contribute(contributor: Contributor, stage: Stage, values: () => Float64Array) {
  const { self, agreed, setUp } = contributor;
  const sampled = agreed.sampling < 1 ? handedOver(sample(contributor, stage, values())) : values;
  yield* contributeTo(self, stage.sum, sampled, setUp);
}

/** The values of the releases that the client is drawn for, and zeros in all others. */
function sample({ self, agreed }: Contributor, stage: Stage, values: Float64Array): Float64Array {
  const coin = new Coin(self.random.secretKey('sampling', `${stage.sum.number}`));
  const chance = new Fraction(Math.round(agreed.sampling * 2 ** 32), 2 ** 32);
  const sampled = values.slice();
  let at = 0;
  for (const { ranges } of stage.releases) {
    const from = at;
    for (const { length } of ranges) at += length;
    if (!coin.tossed(chance)) sampled.fill(0, from, at);
  }
  return sampled;
}

function wholeShape({ level, clips, bits }: Agreed, of: 'outer' | 'means' | 'sums'): Shape | undefined {
  return level === 'point' ? undefined : { clip: clips?.[of] ?? 1, bits };
}

/** The server's next message of this type. */
function* fromServer<B extends object>(
  type: MessageType<B>,
  { timeout }: Agreed,
  fits: (body: B) => boolean,
) {
  const [received] = yield* collect(type, {
    count: 1,
    from: 'server',
    // The server waits for the slowest client first.
    timeoutNs: 2 * timeout,
    accept: ({ body }) => fits(body) || 'wrong shape',
  });
  return received === undefined ? yield* silent('server') : received.body;
}

/** Whether a body holds centres of the points' dimension. */
function areCentres({ values }: { values: Float64Array }, { clusters, dimension }: Agreed): boolean {
  return values.length === clusters * dimension && finite(values);
}

function finite(values: Float64Array): boolean {
  return values.every(Number.isFinite);
}
