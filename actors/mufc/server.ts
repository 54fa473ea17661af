/** The server of a one-shot clustering with unlearning (MUFC, Algorithms 1, 4 and 5; DC-KMeans). */

import { inAnnouncedRange } from '../../src/kit/settings.ts';
import {
  abort,
  attempt,
  type Behaviour,
  type Clustered,
  collect,
  compute,
  finish,
  type Given,
  type Matrix,
  phase,
  round,
  type Self,
  send,
  step,
  zeros,
} from '../../src/kit/index.ts';
import { type Cell, iterateToEnd, sumCells } from '../blocks/index.ts';
import { relay } from './removal/server.ts';
import type { Agreed } from './agreed.ts';
import { Centres, Finished, Learn, Summary } from './messages.ts';
import { means, scatter, type Scattered, seed } from './tasks.ts';

/** What the clients' centres came to, in secret or in the clear. */
type Gathered =
  | { readonly cells: readonly Cell[]; readonly blamed: readonly number[] }
  | { readonly summaries: Scattered };

interface Found {
  readonly centres: Matrix;
  readonly iterations: number;
  readonly converged: boolean;
}

export function* server(self: Self, { agreed }: Given<Agreed>): Behaviour {
  const found = yield* attempt(serve(self, agreed));
  if (found.kind === 'completed') return yield* finish(found.value);
  yield* send(agreed.clients, Finished, { clustering: NONE });
  return yield* abort(found.reason, found);
}

/** The first clustering, and another one after every request that changes something. */
function* serve(self: Self, agreed: Agreed): Behaviour<Clustered> {
  const { clients, unlearning, removals } = agreed;
  const everybody = clients.map((_, j) => j);
  const sizes = [...agreed.sizes];
  const known = new Map<number, Summarised>();
  let fingerprint = '';
  let blamed: readonly number[] = [];
  let clustered: Found | undefined;
  let clustering = 0;

  for (let number = 0; number <= removals.length; number++) {
    yield* round(number);
    let contributing = everybody;
    if (number > 0) {
      const outcomes = yield* relay(self, { ...agreed, clustering }, number, removals[number - 1]);
      for (const { client, points } of outcomes) sizes[client] = Math.max(0, sizes[client] - points);
      const changed = outcomes.filter((outcome) => outcome.changed).map(({ client }) => client);
      if (changed.length === 0) continue;
      contributing = agreed.secrecy !== undefined || unlearning === 'retrain' ? everybody : changed;
      const names = contributing.map((client) => clients[client]);
      yield* send(names, Learn, { number, afresh: unlearning === 'retrain' });
    }
    const gathered = yield* gather(self, agreed, number, contributing, sizes, known);
    if ('cells' in gathered) {
      blamed = gathered.blamed;
      // Algorithm 4, line 8: the same sum has the same centres.
      const before = fingerprint;
      fingerprint = fingerprintOf(gathered.cells);
      if (fingerprint === before && unlearning !== 'retrain') continue;
    }
    clustered = yield* cluster(self, agreed, number, gathered);
    if (clustered === undefined) return yield* abort('there are no points left');
    yield* phase('tell');
    clustering = number;
    yield* send(clients, Centres, { number, values: clustered.centres.values });
  }
  yield* phase('tell');
  yield* send(clients, Finished, { clustering });
  const { centres, iterations, converged } = clustered as Found;
  return {
    kind: 'clustered',
    centres,
    iterations,
    converged,
    ...(blamed.length > 0 && { blamed: blamed.map((client) => clients[client]) }),
  };
}

/** What a client sent in the clear. */
interface Summarised {
  readonly centres: Float64Array;
  readonly sizes: Float64Array;
}

/** Line 5 of Algorithm 1, or lines 3 and 4 of Algorithm 5. */
function* gather(
  self: Self,
  agreed: Agreed,
  number: number,
  contributing: readonly number[],
  sizes: readonly number[],
  known: Map<number, Summarised>,
): Behaviour<Gathered> {
  const { clients, secrecy, dimension, localClusters, timeout, weighted } = agreed;
  if (secrecy !== undefined) {
    const { cells, blamed } = yield* step(sumCells(self, secrecy.sum, number, sizes));
    return { cells, blamed: blamed.flat() };
  }
  yield* phase('summary');
  const mail = yield* collect(Summary, {
    count: contributing.length,
    from: contributing.map((client) => clients[client]),
    timeoutNs: timeout,
    accept: ({ from, body }) => {
      if (body.number !== number) return 'late';
      const client = clients.indexOf(from);
      const rows = body.sizes.length;
      if (rows > localClusters[client] || body.centres.length !== rows * dimension) return 'wrong shape';
      const points = body.sizes.reduce((sum, size) => sum + size, 0);
      if (points !== sizes[client] || !body.sizes.every((size) => Number.isInteger(size) && size >= 0))
        return 'wrong sizes';
      return inAnnouncedRange(body.centres, agreed) || 'not in the announced range';
    },
  });
  // Who falls silent when its centres change must not be represented by the old ones.
  for (const client of contributing) known.delete(client);
  for (const { from, body } of mail) known.set(clients.indexOf(from), body);
  const parts = [...known].toSorted(([a], [b]) => a - b).map(([, part]) => part);
  const values = parts.flatMap(({ centres }) => [...centres]);
  const points = zeros(values.length / dimension, dimension);
  points.values.set(values);
  const weights = Float64Array.from(parts.flatMap((part) => [...part.sizes]));
  return { summaries: { points, ...(weighted && { weights }) } };
}

/** Lines 6 and 7 of Algorithm 1: full k-means++ on points that stand for those in the cells. */
function* cluster(
  self: Self,
  { secrecy, representatives, clusters, restarts, maxIterations }: Agreed,
  number: number,
  gathered: Gathered,
): Behaviour<Found | undefined> {
  yield* phase('cluster');
  const scattered: Scattered =
    'summaries' in gathered
      ? gathered.summaries
      : yield* compute(scatter, {
          cells: gathered.cells,
          grid: (secrecy as NonNullable<typeof secrecy>).grid,
          representatives,
          key: self.random.streamKey('scatter', `${number}`),
        });
  const { points, weights } = scattered;
  if (points.rows === 0) return undefined;
  let best: (Found & { readonly loss: number }) | undefined;
  for (let start = 1; start <= restarts; start++) {
    const seeds = {
      points,
      weights,
      clusters,
      key: self.random.streamKey('seed', `${number}`, `${start}`),
    };
    const { labels: seeded } = yield* compute(seed, seeds);
    const iterated = yield* iterateToEnd({ points, weights, start: seeded, clusters, maxIterations });
    const { labels, history, converged } = iterated;
    const { centres, loss } = yield* compute(means, { points, labels, clusters, weights });
    if (best === undefined || loss < best.loss)
      best = { centres, loss, iterations: history.length - 1, converged };
  }
  return best;
}

/** The cells and their counts in one order. */
function fingerprintOf(cells: readonly Cell[]): string {
  return cells
    .map(({ place, count }) => `${place.join()}:${count}`)
    .toSorted()
    .join(';');
}

/** The clustering that everybody knows without being told. */
const NONE = -1;
