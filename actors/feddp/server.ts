/** The server of FedDP-KMeans: it sees noisy sums, and its own points. */

import {
  abort,
  type Attempt,
  attempt,
  type Behaviour,
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
  zeros,
} from '../../src/core/kit/index.ts';
import { type ReleasedStage, spentInWords, sumNoisily } from '../blocks/noise/index.ts';
import type { Agreed, Stage } from './agreed.ts';
import type { Elbow, FeddpOutcome } from './elbow.ts';
import { Centres, ProjectedCentres, Projection, Result } from './messages.ts';
import { coordinatesOf } from './statistics.ts';
import { bareStart, clusterOwn, divide, findElbow, span } from './tasks.ts';

/** Deviations of a server: it sends clients other values than follow from the sums. */
export interface Deviation {
  readonly directions?: (found: Matrix) => Matrix;
  /** Replaces the centres to send, given these and the first ones sent. */
  readonly centres?: (found: Matrix, first: Matrix) => Matrix;
}

/**
 * The server of FedDP-KMeans, as a behaviour.
 * @param directions how an adversary replaces what it sends, and `centres` those that it finds
 */
export function* server(
  self: Self,
  { agreed }: Given<Agreed>,
  { directions = asFound, centres: chosen = asFound }: Deviation = {},
): Behaviour {
  const { clients, dimension, clusters } = agreed;
  const own = fromRows(agreed.serverPoints);
  const opened: ReleasedStage[] = [];
  let missing: readonly string[] = [];
  let centres: Matrix = zeros(clusters, dimension);
  let projected: Matrix = own;
  let caveat: string | undefined;
  let elbow: Elbow | undefined;
  let turn = 0;
  if (agreed.initial !== 'feddp') centres = yield* startBare(self, agreed, own);

  let first: Matrix | undefined;
  for (const stage of agreed.stages) {
    if (stage.kind === 'round') {
      turn++;
      centres = chosen(centres, (first ??= centres));
      yield* round(turn);
      yield* phase('lloyd');
      yield* send(clients, Centres, { round: turn, values: centres.values });
    }
    const { came, asked } = yield* step(sumStage(self, stage));
    opened.push(...asked);
    if (came.kind === 'aborted') {
      // Before there are centres there is nothing to send.
      if (stage.kind !== 'round') return yield* abort(`${came.reason}; ${spentInWords(agreed, opened)}`);
      caveat = `round ${turn} came to nothing: ${came.reason}`;
      turn--;
      break;
    }
    const { values, survivors } = came.value;
    missing = clients.filter((client) => !survivors.includes(client));
    switch (stage.kind) {
      case 'outer': {
        yield* phase('projection');
        const found = yield* compute(span, { triangle: values, serverPoints: own, rank: clusters });
        const told = directions(found.directions);
        projected = told === found.directions ? found.points : coordinatesOf(own, told, 1);
        yield* send(clients, Projection, { directions: told.values, points: projected.values });
        break;
      }
      case 'weights': {
        yield* phase('centres');
        const { minimumWeight, starts } = agreed;
        const key = self.random.streamKey('cluster');
        const found = yield* compute(clusterOwn, {
          points: projected,
          weights: values,
          minimum: minimumWeight,
          clusters,
          starts,
          key,
        });
        yield* send(clients, ProjectedCentres, { values: found.values });
        if (agreed.elbow) {
          const input = { points: projected, weights: values, minimum: minimumWeight, clusters, starts };
          elbow = yield* compute(findElbow, { ...input, key: self.random.streamKey('elbow') });
        }
        break;
      }
      case 'centres':
        centres = yield* compute(divide, { sums: values, clusters });
        break;
      case 'round':
        centres = yield* compute(divide, { sums: values, clusters, before: centres });
        break;
    }
  }
  yield* phase('outcome');
  yield* send(clients, Result, { values: centres.values });
  const outcome: FeddpOutcome = {
    kind: 'clustered',
    iterations: turn,
    converged: false,
    centres,
    opened,
    ...(elbow && { elbow }),
    ...(missing.length > 0 && { missing }),
    ...(caveat !== undefined && { caveat }),
  };
  yield* finish(outcome);
}

const asFound = (found: Matrix): Matrix => found;

/** A noisy sum in real units, if it was opened, and what must be accounted for because it was asked for. */
interface Summed {
  readonly came: Attempt<{ readonly values: Float64Array; readonly survivors: readonly string[] }>;
  readonly asked: readonly ReleasedStage[];
}

function* sumStage(self: Self, { sum, releases }: Stage): Behaviour<Summed> {
  // After a crash the saved step returns this without running again.
  const asked: ReleasedStage[] = [];
  const summed = yield* attempt(sumNoisily(self, sum, asked));
  if (summed.kind === 'aborted') return { came: summed, asked };
  const { values, survivors } = summed.value;
  const real = values.slice();
  let at = 0;
  for (const { ranges, unit } of releases) {
    for (const { length } of ranges) {
      for (const end = at + length; at < end; at++) real[at] *= unit;
    }
  }
  return { came: { kind: 'completed', value: { values: real, survivors } }, asked };
}

function* startBare(
  self: Self,
  { initial, packing, clusters, starts }: Agreed,
  own: Matrix,
): Behaviour<Matrix> {
  yield* phase('start');
  const key = self.random.streamKey('start');
  if (initial === 'server-lloyd') {
    return yield* compute(clusterOwn, { points: own, minimum: 0, clusters, starts, key });
  }
  const rule = initial === 'sphere-packing' ? packing : 'server-kmeans++';
  return yield* compute(bareStart, { serverPoints: own, clusters, rule, key });
}
