/** A client of SecFC (Algorithm 1, lines 1 to 4 and 8 to 13). */

import { type Labels, NO_CLUSTER } from '../../src/cluster/labels.ts';
import { type ResidueMatrix, residueZeros } from '../../src/field/residues.ts';
import type { Matrix } from '../../src/matrix.ts';
import type { Self } from '../../src/sim/actor.ts';
import { type Behaviour, compute, finish, phase, receive, round, send } from '../../src/sim/effects.ts';
import type { Agreed } from './agreed.ts';
import { codedCentres, codedDistances, codedNorms } from './distances.ts';
import { Holding } from './holding.ts';
import { Assignment, CentreShares, Distances, Openings, Outcome, Ready, Stopped } from './messages.ts';
import { areOwners, Part } from './part.ts';
import { share, type Shared } from './share.ts';

/** Rounds of waiting that the server may need before it says anything: for shares, for reports, twice, and its own computing. */
const PATIENCE = 5;

export function* client(self: Self, agreed: Agreed, shard: Matrix): Behaviour {
  yield* phase('share');
  const { shares, opened } = yield* share(self, agreed, shard);
  const matrix = stack(shares, agreed);
  const norms = yield* compute(codedNorms, { shares: matrix });
  const missing = shares.flatMap((values, owner) => (values === undefined ? owner : []));
  const report = { missing: Uint32Array.from(missing) };
  if (opened === undefined) yield* send('server', Ready, report);
  else yield* send('server', Openings, { ...report, ...opened });
  yield* serve(agreed, new Holding(matrix, norms, missing));
}

/** The shares of all points in order of their owners, zeros where they did not come. */
function stack(shares: Shared['shares'], { points, width, moduli, sizes, offsets }: Agreed): ResidueMatrix {
  const matrix = residueZeros(points, width, moduli);
  for (const [owner, values = []] of shares.entries()) {
    // Masks of a dealing that is checked stand behind the points.
    values.forEach((plane, at) =>
      matrix.planes[at].set(plane.subarray(0, sizes[owner] * width), offsets[owner] * width),
    );
  }
  return matrix;
}

/**
 * Answers the server's orders to the end. Every order says whose points take part, so a client that comes back with the
 * shares it kept goes on from here, with the next order. One that lacks shares learns from the orders that it
 * cannot answer.
 */
export function* serve(agreed: Agreed, holding: Holding): Behaviour {
  const { clusters, timeoutNs } = agreed;
  yield* phase('iterate');
  for (;;) {
    // A client that is slow finds several rounds in its mail, and only the newest is still of use.
    const order = yield* receive([Assignment, Outcome, Stopped], {
      from: 'server',
      newest: true,
      timeoutNs: PATIENCE * timeoutNs,
      accept: ({ body }) => {
        if ('round' in body && !(body.round >= 1 && body.round <= agreed.maxIterations)) return 'wrong round';
        if (!('labels' in body)) return true;
        if (!areOwners(body.missing, agreed)) return 'wrong owners';
        return validLabels(body.labels, new Part(agreed, body.missing), clusters) || 'wrong labels';
      },
    });
    if (order === undefined) return yield* finish('the server fell silent');
    if (!('labels' in order.body)) return yield* finish('the server stopped');
    const { missing, labels } = order.body;
    const lacking = holding.lacks(missing);
    const part = new Part(agreed, missing);
    if (!('round' in order.body)) {
      if (lacking.length > 0) return yield* finish(lackingText(agreed, lacking));
      return yield* reveal(agreed, holding, part, order.body);
    }
    yield* round(order.body.round);
    if (lacking.length > 0) continue;
    const values = yield* compute(codedDistances, { ...holding.of(part), labels, clusters });
    yield* send('server', Distances, { round: order.body.round, values });
  }
}

/** Helps to reveal the final centres, if the parties agreed to. */
function* reveal(
  agreed: Agreed,
  holding: Holding,
  part: Part,
  outcome: { labels: Labels; reveal: boolean },
): Behaviour {
  // Asked for though it was not agreed on: a server that wants to see more than it may.
  if (!outcome.reveal || !agreed.reveal) return;
  yield* phase('reveal');
  const { labels } = outcome;
  const { shares } = holding.of(part);
  const values = yield* compute(codedCentres, { shares, labels, clusters: agreed.clusters });
  yield* send('server', CentreShares, { values });
}

function lackingText({ clients }: Agreed, owners: readonly number[]): string {
  const names = owners.map((owner) => clients[owner]).join(', ');
  return `could not answer without the shares of ${names}`;
}

function validLabels(labels: Labels, { points }: Part, clusters: number): boolean {
  return labels.length === points && labels.every((label) => label < clusters || label === NO_CLUSTER);
}
