/**
 * What the helper of proven cells learns without the server: nothing of anybody's cells, as shares of one aggregator are
 * uniform and proofs tell nothing. When the server is done shows how many cells hold points, and how often it iterated.
 */

import { kMeansPlusPlus } from '../../../src/core/kit/cluster.ts';
import {
  blankShard,
  clientsIn,
  messagesOf,
  programmed,
  randomIn,
  withOutput,
} from '../../../src/core/kit/attack.ts';
import { type RealRun, type Self, simulator, Stream } from '../../../src/core/kit/index.ts';
import { iterate } from '../../blocks/lloyd-iterations.ts';
import { Accepted } from '../../blocks/prio3/messages.ts';
import type { Cell } from '../../blocks/scma/grid.ts';
import { byPlace } from '../../blocks/scma/server.ts';
import { decodeCells } from '../../blocks/scma/tasks.ts';
import type { Agreed } from '../agreed.ts';
import { tally } from '../cells.ts';
import { client } from '../client.ts';
import { server } from '../server.ts';
import { scatter, seed } from '../tasks.ts';
import { withBlankProofs } from './blank-proofs.ts';
import { IdealClient, lloydFrom, movedLabels, ORDERS } from './ideal-client.ts';

/** What is known of the server's clustering by how long it takes. */
interface Effort {
  /** How many cells hold points, and how many points all hold. */
  readonly cells: number;
  readonly points: number;
  /** How often the server iterates from each start. */
  readonly iterations: readonly number[];
}

interface Leakage {
  effort(): Effort;
}

/** For runs without removal requests. */
export const helperAlone = simulator<Agreed, Leakage>({
  reads: [...ORDERS, Accepted],
  functionality: (real) => ({ effort: () => effortIn(real) }),
  standIns: {
    client: (self, { agreed, population }) => {
      const blank = { agreed, shard: blankShard(population, self.index), identifiers: new Uint32Array() };
      return programmed(client(self as Self<never>, blank), ...withBlankProofs(agreed));
    },
    server(self, { agreed, functionality }) {
      let [start, left] = [0, 0];
      return programmed(
        server(self as Self<never>, { agreed }),
        withOutput(decodeCells, ({ shape }) => cellsLike(functionality.effort(), agreed, shape.levels)),
        withOutput(seed, (_, seeded) => {
          left = functionality.effort().iterations[start++] ?? 0;
          return seeded;
        }),
        withOutput(iterate, ({ labels, clusters }) => movedLabels(labels, clusters, --left > 0)),
      );
    },
  },
});

/** As many cells with as many points, the first ones of the grid. */
function cellsLike({ cells, points }: Effort, { dimension }: Agreed, levels: number): Cell[] {
  return Array.from({ length: cells }, (_, number): Cell => {
    let rest = number;
    const place = Array.from({ length: dimension }, () => {
      const level = rest % levels;
      rest = Math.floor(rest / levels);
      return level;
    });
    return { place, count: number === 0 ? points - cells + 1 : 1 };
  });
}

/** Lines 5 to 7 of Algorithm 1, by the kit's mathematics. */
function effortIn(real: RealRun<Agreed>): Effort {
  const { agreed, members } = real;
  const { clusters, restarts, maxIterations, representatives, secrecy } = agreed;
  const accepted = messagesOf(
    members.flatMap(({ sent }) => sent),
    Accepted,
  ).at(0);
  const parties = new Set(accepted?.body.parties);
  const all = clientsIn(real)
    .filter(({ index }) => parties.has(index))
    .flatMap((one) => new IdealClient(agreed, one).cells.get(0) ?? []);
  const cells = [...tally(all).values()].toSorted(byPlace);
  const random = randomIn(real, 'server');
  const { points, weights } = scatter.run({
    cells,
    grid: (secrecy as NonNullable<typeof secrecy>).grid,
    representatives,
    key: random.streamKey('scatter', '0'),
  });
  const iterations = Array.from({ length: cells.length === 0 ? 0 : restarts }, (_, at) => {
    const stream = new Stream(random.streamKey('seed', '0', `${at + 1}`));
    const chosen = kMeansPlusPlus(points, clusters, stream, { weights });
    return lloydFrom(points, chosen, { clusters, maxIterations, weights }).iterations;
  });
  return { cells: cells.length, points: cells.reduce((sum, { count }) => sum + count, 0), iterations };
}
