/**
 * What coalitions that include the server can try against MUFC with secure sums: lone points in the sum of all, the
 * cells of single clients, what a removal removed, and membership in the data.
 */

import {
  fitOfMembers,
  type Judge,
  KnownPoints,
  messagesOf,
  scoreMembership,
} from '../../../src/core/kit/attack.ts';
import type { AnyAttack, Attack, Score, Truth, View } from '../../../src/core/kit/index.ts';
import type { Cell } from '../../blocks/index.ts';
import { Accepted, AggregateShare, Report } from '../../blocks/prio3/messages.ts';
import { Regroup } from '../../blocks/scma/messages.ts';
import { READ_TO_OPEN } from '../../blocks/sums/messages.ts';
import { Learn, Summary } from '../messages.ts';
import { Leave, Removed } from '../removal/messages.ts';
import type { Agreed } from '../agreed.ts';
import type { CubeGrid } from '../cube.ts';
import { cellNames, distanceToCells, namesOf, rowsOfClient } from './cells.ts';
import { type SeenSums, seenSums } from './sums.ts';

const reads = [...READ_TO_OPEN, Report, Accepted, AggregateShare, Regroup, Learn, Removed, Leave];

const inapplicable = ({ secrecy }: Agreed): string | undefined =>
  secrecy === undefined ? 'centres are sent in the clear anyway' : undefined;

const loneCells: Attack<Agreed, readonly Cell[]> = {
  name: 'lone-cells',
  summary: 'points that are a cluster of their own: cells of the total that contain one point',
  needs: { server: true },
  inapplicable,
  reads,
  guess: (view) => seenSums(view).opened.flatMap(({ cells }) => cells.filter(({ count }) => count === 1)),
  score(cells, truth) {
    const inside = rowsInside(cells, truth);
    const lone = new Set(namesOf(cells)).size;
    return {
      exposed: Math.min(lone, inside.size) / Math.max(1, truth.hidden.length),
      measures: { 'cells of one point': lone, 'points in such cells': inside.size },
      meaning:
        lone === 0
          ? 'no point is a cluster of its own'
          : `${lone} points are known to the width of a cell, but not whose they are`,
    };
  },
};

const singleClients: Attack<Agreed, SeenSums> = {
  name: 'single-clients',
  summary:
    'the cells of single clients, from parts of a sum that the coalition can open and from sums that differ by who took part',
  needs: { server: true },
  inapplicable,
  reads,
  guess: seenSums,
  score: scoreClients,
  fit: ({ alone }, { agreed, points }) =>
    [...alone].reduce((sum, [client, cells]) => sum + insideOf(client, cells, agreed, points), 0),
};

const removedPoints: Attack<Agreed, SeenSums['changes']> = {
  name: 'removed-points',
  summary: 'where removed points were, from the sums before and after (Chen et al. 2021)',
  needs: { server: true },
  inapplicable: (agreed) =>
    inapplicable(agreed) ?? (agreed.removals.length === 0 ? 'nothing is removed' : undefined),
  reads,
  guess: (view) => seenSums(view).changes,
  score(changes, { agreed, points }) {
    const right = changes.filter(
      ({ client, lost }) => lost.length > 0 && insideOf(client, lost, agreed, points) > 0,
    );
    return {
      exposed: right.length / Math.max(1, agreed.removals.length),
      measures: {
        'requests seen through': `${right.length} of ${agreed.removals.length}`,
        'cells that lost points': changes.reduce((sum, { lost }) => sum + lost.length, 0),
      },
      meaning:
        right.length === 0
          ? 'no change could be isolated'
          : `the cluster of the removed points, to the width of a cell, for ${right.length} requests`,
    };
  },
};

const membership: Attack<Agreed, Judge> = {
  name: 'membership',
  summary: 'whether a candidate was in the data: members lie nearer to the cells that hold points',
  needs: { server: true, heldOut: true },
  inapplicable,
  reads,
  guess(view: View<Agreed>) {
    const cells = seenSums(view).opened.flatMap((sum) => sum.cells);
    const grid = gridOf(view.agreed);
    return (points) =>
      Array.from({ length: points.rows }, (_, i) =>
        cells.length === 0 ? 0 : -distanceToCells(points, i, cells, grid),
      );
  },
  score: scoreMembership,
  fit: fitOfMembers,
};

/** A centre in the clear, and its client. */
interface ClearCentre {
  readonly client: number;
  readonly centre: Float64Array;
}

const clearCentres: Attack<Agreed, readonly ClearCentre[]> = {
  name: 'clear-centres',
  summary:
    'takes centres sent in the clear for points: drawn centres are points, and so are those of clusters of one',
  needs: { server: true },
  inapplicable: ({ secrecy }) => (secrecy === undefined ? undefined : 'centres are summed securely'),
  reads: [Summary],
  guess: ({ agreed: { clients, dimension }, members }) =>
    members
      .flatMap(({ received }) => messagesOf(received, Summary))
      .flatMap(({ from, body: { centres, sizes } }) =>
        Array.from(sizes, (_, h) => ({
          client: clients.indexOf(from),
          centre: centres.slice(h * dimension, (h + 1) * dimension),
        })),
      ),
  score(centres, { points, hidden }) {
    const known = new KnownPoints(points);
    const hiding = new Set(hidden);
    const rows = new Set(centres.flatMap(({ centre }) => known.rowsOf(centre)).filter((i) => hiding.has(i)));
    return {
      exposed: rows.size / Math.max(1, hidden.length),
      measures: { 'centres sent': centres.length, 'that are points': rows.size },
      meaning: rows.size === 0 ? 'no centre is a point' : `${rows.size} points exactly, and whose they are`,
    };
  },
  fit: (centres, { points }) => {
    const known = new KnownPoints(points);
    return centres.filter(({ centre }) => known.rowsOf(centre).length > 0).length;
  },
};

export const attacks: readonly AnyAttack[] = [
  clearCentres,
  loneCells,
  singleClients,
  removedPoints,
  membership,
];

function gridOf({ secrecy }: Agreed): CubeGrid {
  return secrecy?.grid ?? { dimension: 1, levels: 1 };
}

/** The hidden points that lie in these cells. */
function rowsInside(cells: readonly Cell[], { agreed, points, hidden }: Truth<Agreed>): Set<number> {
  const names = new Set(namesOf(cells));
  const own = cellNames(points, gridOf(agreed));
  return new Set(hidden.filter((i) => names.has(own[i])));
}

/** How many of a client's points lie in these cells. */
function insideOf(client: number, cells: readonly Cell[], agreed: Agreed, points: Truth['points']): number {
  const names = new Set(namesOf(cells));
  const own = cellNames(points, gridOf(agreed));
  return rowsOfClient(agreed.sizes, client).filter((i) => names.has(own[i])).length;
}

function scoreClients({ alone, opened }: SeenSums, { agreed, points, hidden }: Truth<Agreed>): Score {
  const hiding = new Set(hidden);
  const others = agreed.sizes
    .map((_, client) => client)
    .filter((client) => rowsOfClient(agreed.sizes, client).some((i) => hiding.has(i)));
  // Drawn centres are points of their clients; means need not have a point nearby.
  const right = others.filter((client) => {
    const cells = alone.get(client) ?? [];
    return cells.length > 0 && (agreed.iterate || insideOf(client, cells, agreed, points) >= cells.length);
  });
  return {
    exposed: right.length / Math.max(1, others.length),
    measures: {
      'clients opened': `${right.length} of ${others.length}`,
      'sums opened': opened.length,
      'smallest sum': Math.min(...opened.map(({ clients }) => clients.length), agreed.clients.length),
    },
    meaning:
      right.length === 0
        ? 'no client can be told from the others in a sum'
        : `where all centres of ${right.length} clients are, and how many points each has: what a secure sum is meant to hide`,
  };
}
