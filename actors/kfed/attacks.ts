/** What the server learns from the centres that clients of k-FED send in the clear. */

import { squaredDistance } from '../../src/core/kit/cluster.ts';
import {
  fewestWithMean,
  type Judge,
  KnownPoints,
  fitOfMembers,
  messagesOf,
  scoreMembership,
} from '../../src/core/kit/attack.ts';
import {
  type Attack,
  fromRows,
  type Matrix,
  type Privacy,
  row,
  type Score,
  selectRows,
  type Truth,
  type View,
} from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { Centres } from './messages.ts';
import { withoutServer, withServer } from './simulators.ts';

/** The centres of one client that is not in the coalition. */
interface Seen {
  readonly client: number;
  readonly centres: Matrix;
}

const smallClusters: Attack<Agreed, readonly Seen[]> = {
  name: 'small-clusters',
  summary:
    'takes centres for points: those of clusters of one are points, and those of clusters of two or three nearly so',
  needs: { server: true },
  reads: [Centres],
  guess: centresSeen,
  score: scorePoints,
  fit: (seen, candidate) =>
    -seen.reduce((sum, { client, centres }) => {
      const own = selectRows(candidate.points, rowsOf(candidate.agreed, client));
      const nearest = distancesToNearest(centres, own);
      return nearest.reduce((total, distance) => total + distance, sum);
    }, 0),
};

const membership: Attack<Agreed, Judge> = {
  name: 'membership',
  summary: 'whether a candidate was in the data: members lie nearer to the centres',
  needs: { server: true, heldOut: true },
  reads: [Centres],
  guess(view) {
    const seen = centresSeen(view).flatMap(({ centres }) => rowsAsList(centres));
    const all = fromRows(seen, view.agreed.dimension);
    return (points) => distancesToNearest(points, all).map((distance) => -distance);
  },
  score: scoreMembership,
  fit: fitOfMembers,
};

function centresSeen({ agreed, members }: View<Agreed>): Seen[] {
  const { clients, dimension } = agreed;
  const messages = members.flatMap(({ received }) => messagesOf(received, Centres));
  // A client that gets no answer sends its centres again.
  const once = new Map(messages.map((message) => [message.from, message]));
  return [...once.values()]
    .filter(({ from }) => members.every(({ name }) => name !== from))
    .map(({ from, body: { values } }) => ({
      client: clients.indexOf(from),
      centres: { rows: values.length / dimension, columns: dimension, values },
    }));
}

function scorePoints(seen: readonly Seen[], { agreed, points, hidden }: Truth<Agreed>): Score {
  const exposed = [0, 0, 0];
  for (const { client, centres } of seen) {
    const own = selectRows(points, rowsOf(agreed, client));
    const known = new KnownPoints(own);
    for (const centre of rowsAsList(centres)) {
      const few = fewestWithMean(own, known, centre);
      if (few !== undefined) exposed[few.length - 1] += few.length;
    }
  }
  const [alone, two, three] = exposed;
  return {
    exposed: alone / Math.max(1, hidden.length),
    measures: { 'points sent as they are': alone, 'in clusters of two': two, 'of three': three },
    meaning:
      alone + two + three === 0
        ? 'no centre represents so few points'
        : `${alone} points exactly; ${two + three} more are known to anyone who knows the one or two other points of their clusters`,
  };
}

function rowsOf({ sizes }: Agreed, client: number): number[] {
  const first = sizes.slice(0, client).reduce((sum, size) => sum + size, 0);
  return Array.from({ length: sizes[client] }, (_, i) => first + i);
}

function rowsAsList(matrix: Matrix): Float64Array[] {
  return Array.from({ length: matrix.rows }, (_, i) => row(matrix, i));
}

/** The squared distance of each row to the nearest of others; infinite if there are none. */
function distancesToNearest(rows: Matrix, others: Matrix): number[] {
  return Array.from({ length: rows.rows }, (_, i) => {
    let nearest = Number.POSITIVE_INFINITY;
    for (let j = 0; j < others.rows; j++) nearest = Math.min(nearest, squaredDistance(rows, i, others, j));
    return nearest;
  });
}

export const privacy: Privacy<Agreed> = {
  attacks: [smallClusters, membership],
  claims: ({ clients }) => [
    {
      says: "the server, and clients with it, learn every client's centres, and nothing else",
      coalition: { server: 1, client: clients.length - 1 },
      attacks: [],
      simulator: withServer,
    },
    // A client by itself has no others.
    ...(clients.length < 2
      ? []
      : [
          {
            says: 'clients learn the clusters of their own centres, and nothing of the others',
            coalition: { client: clients.length - 1 },
            attacks: [],
            simulator: withoutServer,
          },
        ]),
  ],
  statement: () =>
    'k-FED shows the server the centres of every client: means of its points, and points where a cluster has only one.',
};
