/** What coalitions learn in k-FED: with the server every client's centres, clients the clusters of their own. */

import {
  assignToCentres,
  centresOf,
  farthestFirst,
  kMeansPlusPlus,
  type Labels,
  projectToSingularVectors,
  separateFromCentres,
} from '../../src/core/kit/cluster.ts';
import {
  blankShard,
  clientsIn,
  type HoldingClient,
  programmed,
  withOutput,
  withReceived,
} from '../../src/core/kit/attack.ts';
import {
  compute,
  fromRows,
  type Matrix,
  phase,
  type Population,
  type RealRun,
  receive,
  row,
  type Self,
  selectRows,
  send,
  silent,
  simulator,
  Stream,
  zeros,
} from '../../src/core/kit/index.ts';
import { IdealLloyd } from '../blocks/ideal-lloyd.ts';
import { iterate } from '../blocks/lloyd-iterations.ts';
import type { Agreed } from './agreed.ts';
import { Centres, Clusters } from './messages.ts';
import { server } from './server.ts';
import { centres, project, seed, spread } from './tasks.ts';

/** The clustering of one client's points (Algorithm 1). */
interface Local {
  /** Of its clusters that are not empty. */
  readonly centres: Matrix;
  /** How often it iterated: how late it sends them shows that. */
  readonly iterations: number;
}

/** Clients send the centres that they are told: the server is meant to see them. */
export const withServer = simulator<Agreed, { local(index: number): Local }>({
  functionality: (real) => ({ local: (index) => localIn(real, index) }),
  standIns: {
    client(self, { agreed, population, functionality }) {
      return sendAfter(self, agreed, population, functionality.local(self.index));
    },
  },
});

/** All centres clustered (Algorithm 2), and what takes its time. */
interface Combined {
  /** How many centres a client has, and how often it iterated. */
  shape(index: number): { readonly rows: number; readonly iterations: number };
  /** The start of these clients' centres, and what follows labels. */
  start(present: readonly number[]): Labels;
  next(present: readonly number[], labels: Labels): Labels;
}

/** Clients send centres without meaning, and the server is told their clusters instead of computing them. */
export const withoutServer = simulator<Agreed, Combined>({
  functionality(real) {
    const { clusters } = real.agreed;
    const locals = real.agreed.clients.map((_, index) => localIn(real, index));
    const stacked = (present: readonly number[]): Matrix =>
      fromRows(present.flatMap((index) => rowsOf(locals[index].centres)));
    return {
      shape: (index) => ({ rows: locals[index].centres.rows, iterations: locals[index].iterations }),
      start(present) {
        const all = stacked(present);
        const first = locals[present[0]].centres.rows;
        return assignToCentres(all, selectRows(all, farthestFirst(all, first, clusters)));
      },
      next(present, labels) {
        const all = stacked(present);
        return new IdealLloyd(all, labels).next({ places: [...labels.keys()], labels, clusters });
      },
    };
  },
  standIns: {
    client(self, { agreed, population, functionality }) {
      const { rows, iterations } = functionality.shape(self.index);
      const blank = fromRows(Array.from({ length: rows }, () => population.minimum));
      return sendAfter(self, agreed, population, { centres: blank, iterations });
    },
    server(self, { agreed, functionality }) {
      const came = new Set<number>();
      const present = (): number[] => [...came].toSorted((a, b) => a - b);
      return programmed(
        server(self, { agreed }),
        withReceived(Centres, (body, from) => {
          came.add(agreed.clients.indexOf(from));
          return body;
        }),
        withOutput(spread, () => functionality.start(present())),
        withOutput(iterate, ({ labels }) => functionality.next(present(), labels)),
      );
    },
  },
});

/** A client that takes as long as one with such a clustering, and sends its centres. */
function* sendAfter(
  self: Self,
  agreed: Agreed,
  population: Population,
  { centres: found, iterations }: Local,
) {
  const clusters = agreed.localClusters[self.index];
  const points = blankShard(population, self.index);
  const labels = new Uint16Array(points.rows);
  yield* phase('local');
  yield* compute(project, { points, clusters });
  yield* compute(seed, {
    projected: zeros(points.rows, clusters),
    key: self.random.streamKey('seeding'),
  });
  for (let done = 0; done < iterations; done++)
    yield* compute(iterate, { points, labels, clusters, separate: false });
  yield* compute(centres, { points, labels, clusters });
  yield* send('server', Centres, { values: found.values });
  const answer = yield* receive(Clusters, { from: 'server', timeoutNs: 2 * agreed.timeout });
  if (answer === undefined) yield* silent('server');
}

function localIn(real: RealRun<Agreed>, index: number): Local {
  const { localClusters, maxIterations } = real.agreed;
  const { shard, random }: HoldingClient = clientsIn(real)[index];
  const clusters = localClusters[index];
  const projected = projectToSingularVectors(shard, clusters);
  const seeds = kMeansPlusPlus(projected, clusters, new Stream(random().streamKey('seeding')));
  let labels = separateFromCentres(projected, selectRows(projected, seeds));
  const lloyd = new IdealLloyd(shard, labels);
  let iterations = 0;
  for (let moves = true; moves && iterations < maxIterations; iterations++) {
    const next = lloyd.next({ places: [...labels.keys()], labels, clusters });
    moves = next.some((h, i) => h !== labels[i]);
    labels = next;
  }
  const occupied = [...new Set(labels)].toSorted((a, b) => a - b);
  return { centres: selectRows(centresOf(shard, labels, clusters), occupied), iterations };
}

function rowsOf(matrix: Matrix): Float64Array[] {
  return Array.from({ length: matrix.rows }, (_, i) => row(matrix, i));
}
