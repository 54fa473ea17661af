/** The server of FedDP-KMeans: it sees noisy sums, and its own points. */

import {
  type Attempt,
  attempt,
  compute,
  finish,
  fromRows,
  type Given,
  type Matrix,
  phase,
  round,
  type Self,
  send,
  step,
} from '../../src/core/kit/index.ts';
import { abortAfter, type ReleasedProvenSum, type ReleasedStage } from '../blocks/noise/index.ts';
import type { SumsSetUp } from '../blocks/sums/index.ts';
import type { Agreed, Stage } from './agreed.ts';
import type { Elbow, FeddpOutcome } from './elbow.ts';
import { Centres, ProjectedCentres, Projection, Result } from './messages.ts';
import { coordinatesOf } from './statistics.ts';
import { prepareServer, sumUp } from './sums.ts';
import { bareStart, clusterOwn, divide, findElbow, span } from './tasks.ts';

/** Deviations of a server: it sends clients other values than follow from the sums. */
export interface Deviation {
  readonly directions?: (found: Matrix) => Matrix;
  /** Replaces the centres to send, given these and the first ones sent. */
  readonly centres?: (found: Matrix, first: Matrix) => Matrix;
}

/** The sums that the server has asked for. */
interface Sums {
  readonly self: Self;
  readonly agreed: Agreed;
  /** All that must be accounted for, opened or not. */
  readonly asked: ReleasedStage[];
  /** The clients that are not in the latest one. */
  missing: readonly string[];
  /** Clients whose proofs failed, in the order in which they did. */
  readonly refused: Set<string>;
  readonly setUp: SumsSetUp;
}

/**
 * The server of FedDP-KMeans, as a behaviour.
 * @param directions how an adversary replaces what it sends, and `centres` those that it finds
 */
export function* server(
  self: Self,
  { agreed }: Given<Agreed>,
  { directions = asFound, centres: chosen = asFound }: Deviation = {},
) {
  const prepared = yield* attempt(prepareServer(self, agreed.stages));
  if (prepared.kind === 'aborted') return yield* abortAfter(prepared, []);
  const sums: Sums = {
    self,
    agreed,
    asked: [],
    missing: [],
    refused: new Set(),
    setUp: prepared.value,
  };
  const start: Start =
    agreed.initial === 'feddp'
      ? yield* initialise(sums, directions)
      : { centres: yield* startBare(self, agreed) };
  const { centres, iterations, caveat } = yield* iterate(sums, start.centres, chosen);
  yield* phase('outcome');
  yield* send(agreed.clients, Result, { values: centres.values });
  const { asked, missing, refused } = sums;
  const outcome: FeddpOutcome = {
    kind: 'clustered',
    iterations,
    converged: false,
    centres,
    opened: asked,
    ...(start.elbow && { elbow: start.elbow }),
    ...(missing.length > 0 && { missing }),
    ...(refused.size > 0 && { blamed: [...refused] }),
    ...(caveat !== undefined && { caveat }),
  };
  yield* finish(outcome);
}

const asFound = (found: Matrix): Matrix => found;

/** The centres from which the rounds begin, and what told how many there should be. */
interface Start {
  readonly centres: Matrix;
  readonly elbow?: Elbow | undefined;
}

/** FedDP-Init: from sums of outer products a subspace, from weights centres in it, from sums around these the centres. */
function* initialise(sums: Sums, directions: (found: Matrix) => Matrix) {
  const { self, agreed } = sums;
  const { clients, clusters, minimumWeight: minimum, starts } = agreed;
  const [first, second, third] = agreed.stages;
  const own = fromRows(agreed.serverPoints);

  const triangle = yield* openOrAbort(sums, first);
  yield* phase('projection');
  const found = yield* compute(span, { triangle, serverPoints: own, rank: clusters });
  const told = directions(found.directions);
  const points = told === found.directions ? found.points : coordinatesOf(own, told, 1);
  yield* send(clients, Projection, { directions: told.values, points: points.values });

  const weights = yield* openOrAbort(sums, second);
  yield* phase('centres');
  const weighted = { points, weights, minimum, clusters, starts };
  const projected = yield* compute(clusterOwn, { ...weighted, key: self.random.streamKey('cluster') });
  yield* send(clients, ProjectedCentres, { values: projected.values });
  const elbow = agreed.elbow
    ? yield* compute(findElbow, { ...weighted, key: self.random.streamKey('elbow') })
    : undefined;

  const values = yield* openOrAbort(sums, third);
  return { centres: yield* compute(divide, { sums: values, clusters }), elbow };
}

/** Centres that cost no privacy: from the server's own points, or from their radius alone. */
function* startBare(self: Self, agreed: Agreed) {
  const { initial, packing, clusters, starts } = agreed;
  yield* phase('start');
  const own = fromRows(agreed.serverPoints);
  const key = self.random.streamKey('start');
  if (initial === 'server-lloyd') {
    return yield* compute(clusterOwn, { points: own, minimum: 0, clusters, starts, key });
  }
  const rule = initial === 'sphere-packing' ? packing : 'server-kmeans++';
  return yield* compute(bareStart, { serverPoints: own, clusters, rule, key });
}

interface Iterated {
  readonly centres: Matrix;
  readonly iterations: number;
  readonly caveat?: string;
}

/** FedDP-Lloyds: in each round the centres to all, and new ones from the sums around them, until a sum is not opened. */
function* iterate(sums: Sums, start: Matrix, chosen: (found: Matrix, first: Matrix) => Matrix) {
  const { clients, clusters, stages } = sums.agreed;
  const rounds = stages.filter(({ kind }) => kind === 'round');
  let centres = start;
  for (const [done, stage] of rounds.entries()) {
    const turn = done + 1;
    centres = chosen(centres, start);
    yield* round(turn);
    yield* phase('lloyd');
    yield* send(clients, Centres, { round: turn, values: centres.values });
    const came = yield* open(sums, stage);
    if (came.kind === 'aborted')
      return {
        centres,
        iterations: done,
        caveat: `round ${turn} came to nothing: ${came.reason}`,
      } satisfies Iterated;
    centres = yield* compute(divide, { sums: came.value, clusters, before: centres });
  }
  return { centres, iterations: rounds.length } satisfies Iterated;
}

/** Opens the sum of a stage, in real units. */
function* open(sums: Sums, stage: Stage) {
  const { came, asked }: Summed = yield* step(sumStage(sums.self, stage, sums.setUp));
  sums.asked.push(...asked);
  if (came.kind === 'aborted') return came;
  const { values, survivors, refused } = came.value;
  for (const client of refused) sums.refused.add(client);
  sums.missing = sums.agreed.clients.filter((client) => !survivors.includes(client));
  return { kind: 'completed', value: values } satisfies Attempt<Float64Array>;
}

/** Opens a sum without which there are no centres to send. */
function* openOrAbort(sums: Sums, stage: Stage) {
  const came = yield* open(sums, stage);
  if (came.kind === 'completed') return came.value;
  return yield* abortAfter(came, sums.asked);
}

/** A noisy sum in real units, if it was opened, and what must be accounted for because it was asked for. */
interface Summed {
  readonly came: Attempt<ReleasedProvenSum>;
  readonly asked: readonly ReleasedStage[];
}

function* sumStage(self: Self, { sum, releases }: Stage, setUp: SumsSetUp) {
  // After a crash the saved step returns this without running again.
  const asked: ReleasedStage[] = [];
  const summed = yield* attempt(sumUp(self, sum, asked, setUp));
  if (summed.kind === 'aborted') return { came: summed, asked } satisfies Summed;
  const { values, survivors, refused } = summed.value;
  const real = values.slice();
  let at = 0;
  for (const { ranges, unit } of releases) {
    for (const { length } of ranges) {
      for (const end = at + length; at < end; at++) real[at] *= unit;
    }
  }
  return { came: { kind: 'completed', value: { values: real, survivors, refused } }, asked } satisfies Summed;
}
