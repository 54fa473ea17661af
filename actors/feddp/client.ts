/** A client of FedDP-KMeans: three sums of the initialisation, one for each round, and its own clusters at the end. */

import { powerOfTwo, square } from '../../src/core/kit/math.ts';
import { Coin, Fraction } from '../../src/core/kit/dp.ts';
import {
  attempt,
  type Behaviour,
  collect,
  compute,
  finish,
  fromRows,
  type GivenShard,
  type LocalClustering,
  type Matrix,
  type MessageType,
  phase,
  round,
  type Self,
  silent,
} from '../../src/core/kit/index.ts';
import { contributeNoisily } from '../blocks/noise/index.ts';
import { type Agreed, FRACTION_STEPS, type Stage } from './agreed.ts';
import { Centres, ProjectedCentres, Projection, Result } from './messages.ts';
import { label, matrixOf, outer, placeOnGrid, type Shape, sum, type SumsInput, weigh } from './tasks.ts';

/** Undetectable deviations of a client: it uses other points, or contributes sums that no points have. */
export interface Lie {
  readonly points?: (agreed: Agreed, own: Matrix) => Matrix;
  /** Replaces its sums and counts, as integers. */
  readonly sums?: (agreed: Agreed, own: Float64Array) => Float64Array;
}

/**
 * The client of FedDP-KMeans, as a behaviour.
 * @param points how an adversary replaces its points, and `sums` its contributions
 */
export function* client(
  self: Self,
  { agreed, shard: own }: GivenShard<Agreed>,
  { points: told = (_, as) => as, sums = (_, as) => as }: Lie = {},
): Behaviour {
  const shard = told(agreed, own);
  const { level, clip, bits, clusters, dimension } = agreed;
  const byPoint = level === 'point';
  yield* phase('local');
  // At client level contributions are clipped, not points.
  const points = byPoint ? yield* compute(placeOnGrid, { points: shard, shape: { clip, bits } }) : shard;
  const unit = byPoint ? clip / powerOfTwo(bits) : 1;
  let projected: Matrix = points;
  let serverPoints = fromRows(agreed.serverPoints);

  let turn = 0;
  let out = false;
  for (const stage of agreed.stages) {
    if (out) break;
    switch (stage.kind) {
      case 'outer': {
        const triangle = yield* compute(outer, { points, whole: wholeShape(agreed, 'outer') });
        yield* contribute(self, agreed, stage, triangle);
        break;
      }
      case 'weights': {
        const { directions, points: coordinates } = yield* fromServer(Projection, agreed, (body) => {
          const right =
            body.directions.length === clusters * dimension &&
            body.points.length === agreed.serverPoints.length * clusters;
          return right && finite(body.directions) && finite(body.points);
        });
        serverPoints = matrixOf(coordinates, clusters);
        const weighed = yield* compute(weigh, {
          points,
          unit,
          directions: matrixOf(directions, dimension),
          serverPoints,
          whole: byPoint ? undefined : { clip: agreed.clips?.weights ?? 1, steps: FRACTION_STEPS },
        });
        projected = weighed.projected;
        yield* contribute(self, agreed, stage, weighed.weights);
        break;
      }
      case 'centres': {
        const { values } = yield* fromServer(
          ProjectedCentres,
          agreed,
          (body) => body.values.length === square(clusters) && finite(body.values),
        );
        const centres = matrixOf(values, clusters);
        const input = { points, compared: projected, centres, margin: agreed.margin };
        const added = yield* addUp(agreed, stage, input);
        yield* contribute(self, agreed, stage, sums(agreed, added));
        break;
      }
      case 'round': {
        turn++;
        yield* round(turn);
        const now = turn;
        const { values } = yield* fromServer(
          Centres,
          agreed,
          (body) => body.round === now && body.values.length === clusters * dimension && finite(body.values),
        );
        // In steps of the grid, like its points: a factor does not change the nearest centre.
        const centres = matrixOf(
          values.map((x) => x / unit),
          dimension,
        );
        // If a sum is not opened, or proceeds without this client, the known centres stay.
        const added = yield* addUp(agreed, stage, { points, compared: points, centres, margin: 1 });
        const came = yield* attempt(contribute(self, agreed, stage, sums(agreed, added)));
        out = came.kind === 'aborted';
        break;
      }
    }
  }
  const { values } = yield* fromServer(
    Result,
    agreed,
    (body) => body.values.length === clusters * dimension && finite(body.values),
  );
  yield* phase('label');
  const labels = yield* compute(label, { points: shard, centres: matrixOf(values, dimension) });
  const local: LocalClustering = { labels };
  yield* finish(local);
}

function* addUp(agreed: Agreed, stage: Stage, input: Omit<SumsInput, 'whole'>): Behaviour<Float64Array> {
  const of = stage.kind === 'centres' ? 'means' : 'sums';
  const { clips } = agreed;
  const vector = wholeShape(agreed, of);
  const clip = of === 'means' ? clips?.indicators : clips?.counts;
  const whole = vector && { of, vector, counts: { clip: clip ?? 1, steps: FRACTION_STEPS } };
  return yield* compute(sum, { ...input, whole } as SumsInput);
}

/**
 * Contributes to a sum; with sampling, only noise unless the client is drawn, so that nobody can tell in which
 * releases it takes part.
 */
function* contribute(self: Self, { sampling }: Agreed, stage: Stage, values: Float64Array): Behaviour {
  if (sampling < 1) {
    const coin = new Coin(self.random.secretKey('sampling', `${stage.sum.number}`));
    const chance = new Fraction(Math.round(sampling * 2 ** 32), 2 ** 32);
    let at = 0;
    for (const { ranges } of stage.releases) {
      const from = at;
      for (const { length } of ranges) at += length;
      if (!coin.tossed(chance)) values = values.map((x, i) => (i >= from && i < at ? 0 : x));
    }
  }
  yield* contributeNoisily(self, stage.sum, values);
}

function wholeShape({ level, clips, bits }: Agreed, of: 'outer' | 'means' | 'sums'): Shape | undefined {
  return level === 'point' ? undefined : { clip: clips?.[of] ?? 1, bits };
}

/** The server's next message of this type. */
function* fromServer<B extends object>(
  type: MessageType<B>,
  { timeout }: Agreed,
  fits: (body: B) => boolean,
): Behaviour<B> {
  const [received] = yield* collect(type, {
    count: 1,
    from: 'server',
    // The server waits for the slowest client first.
    timeoutNs: 2 * timeout,
    accept: ({ body }) => fits(body) || 'wrong shape',
  });
  return received === undefined ? yield* silent('server') : received.body;
}

function finite(values: Float64Array): boolean {
  return values.every(Number.isFinite);
}
