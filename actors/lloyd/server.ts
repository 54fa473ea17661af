/** The server of centralised Lloyd: clusters the points that arrive in time, and sends every client the labels of its own. */

import { spreadLabels, startsOf } from '../../src/core/kit/cluster.ts';
import {
  abort,
  type Clustered,
  collect,
  defined,
  finish,
  type GivenStart,
  type Matrix,
  phase,
  type Self,
  sendEach,
  unlessEmpty,
  zeros,
} from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { iterateFromAll } from '../blocks/lloyd-iterations.ts';
import { Points, Result } from './messages.ts';

/** The server of centralised Lloyd, as a behaviour. */
export function* server(_self: Self, { agreed, start }: GivenStart<Agreed>) {
  const { clients, clusters, centreSeparation, maxIterations, empty } = agreed;
  yield* phase('collect');
  const { present, places, firsts, points } = yield* collectPoints(agreed);
  if (present.length === 0) return yield* abort('no points came in time', { missing: clients });

  yield* phase('iterate');
  const starts = startsOf(start, agreed.points).map((all) => Uint16Array.from(places, (at) => all[at]));
  const { history, converged, iterations } = yield* iterateFromAll(starts, {
    points,
    clusters,
    centreSeparation,
    maxIterations,
    empty,
  });
  const all = history.map((labels) => spreadLabels(labels, places, agreed.points));
  const last = history[history.length - 1];

  yield* phase('tell');
  yield* sendEach(present, Result, (place) => ({
    labels: { clusters, values: last.slice(firsts[place], firsts[place + 1]) },
  }));
  const came = new Set(present);
  const missing = clients.filter((client) => !came.has(client));
  const clustered: Clustered = defined({
    kind: 'clustered',
    labels: all[all.length - 1],
    history: all,
    iterations,
    converged,
    missing: unlessEmpty(missing),
  });
  yield* finish(clustered);
}

interface Collected {
  /** The clients whose points arrived in time, in order. */
  readonly present: readonly string[];
  /** The index of each of their points among all. */
  readonly places: Uint32Array;
  /** Where the points of each of them begin, and where the last end. */
  readonly firsts: Uint32Array;
  readonly points: Matrix;
}

/** The points that arrive in time, of those that clients announced. */
export function* collectPoints(agreed: Agreed) {
  const { clients, sizes, dimension, timeout } = agreed;
  const sizeOf = new Map(clients.map((client, j) => [client, sizes[j]]));
  const received = yield* collect(Points, {
    count: clients.length,
    from: clients,
    timeoutNs: timeout,
    accept: ({ from, body: { values } }) => {
      if (values.length !== (sizeOf.get(from) ?? 0) * dimension) return 'wrong shape';
      return inRange(values, agreed) || 'not in the announced range';
    },
  });
  const valuesOf = new Map(received.map(({ from, body }) => [from, body.values]));
  const present = clients.filter((client) => valuesOf.has(client));
  const firsts = new Uint32Array(present.length + 1);
  present.forEach((client, i) => (firsts[i + 1] = firsts[i] + (sizeOf.get(client) ?? 0)));
  const points = zeros(firsts[present.length], dimension);
  const places = new Uint32Array(points.rows);
  let [place, at] = [0, 0];
  for (const [j, client] of clients.entries()) {
    const values = valuesOf.get(client);
    if (values !== undefined) {
      points.values.set(values, at * dimension);
      for (let i = 0; i < sizes[j]; i++) places[at++] = place + i;
    }
    place += sizes[j];
  }
  return { present, places, firsts, points } satisfies Collected;
}

/** Whether every coordinate is in the announced range: finite, and on the grid if there is one. */
function inRange(values: Float64Array, { scale, dimension, minimum, maximum }: Agreed): boolean {
  return values.every((x, at) => {
    const c = at % dimension;
    return x >= minimum[c] && x <= maximum[c] && (scale === undefined || Number.isInteger(x));
  });
}
