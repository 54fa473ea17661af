/** A client of SecFC (Algorithm 1, lines 1 to 4 and 8 to 13). */

import { type Labels, NO_CLUSTER } from '../../src/cluster/labels.ts';
import { type ResidueMatrix, residentZeros } from '../../src/field/residues.ts';
import type { Matrix } from '../../src/matrix.ts';
import type { Self } from '../../src/sim/actor.ts';
import { type Behaviour, compute, finish, phase, receive, round, send } from '../../src/sim/effects.ts';
import type { Agreed } from './agreed.ts';
import { codedCentres, codedDistances, codedNorms, type DistancesInput } from './distances.ts';
import { encodeShares, sharesOf } from './encode.ts';
import { Assignment, CentreShares, Distances, Outcome, Ready, Shares } from './messages.ts';
import { checkResidues } from './shape.ts';

export function* client(self: Self, agreed: Agreed, shard: Matrix): Behaviour {
  const { clusters, timeoutNs } = agreed;
  yield* phase('share');
  const shares = yield* share(self, agreed, shard);
  const norms = yield* compute(codedNorms, { shares });
  yield* send('server', Ready, {});

  yield* phase('iterate');
  for (;;) {
    // A client that is slow finds several rounds in its mail, and only the newest is still of use.
    const order = yield* receive([Assignment, Outcome], {
      from: 'server',
      newest: true,
      timeoutNs,
      accept: ({ body }) => {
        if ('round' in body && !(body.round >= 1 && body.round <= agreed.maxIterations)) return 'wrong round';
        return validLabels(body.labels, agreed) || 'wrong labels';
      },
    });
    if (order === undefined) return yield* finish('the server fell silent');
    const { labels } = order.body;
    if (!('round' in order.body)) return yield* reveal(agreed, shares, order.body);
    yield* round(order.body.round);
    yield* answer(order.body.round, { shares, norms, labels, clusters });
  }
}

/** A behaviour of its own, so that the distances, larger than the shares may be, are let go of when they are sent. */
function* answer(number: number, input: DistancesInput): Behaviour {
  const values = yield* compute(codedDistances, input);
  yield* send('server', Distances, { round: number, values });
}

/** Phase 1: shares its own points with everybody, and returns its shares of all points. */
function* share(self: Self, agreed: Agreed, shard: Matrix): Behaviour<ResidueMatrix> {
  const { clients, sizes, offsets, points, width, moduli, timeoutNs } = agreed;
  const shares = residentZeros(points, width, moduli);
  const place = (owner: number, values: readonly Uint32Array[]): void =>
    values.forEach((plane, at) => shares.planes[at].set(plane, offsets[owner] * width));
  yield* deal(self, agreed, shard, (own) => place(self.index, own));

  const owners = new Map(clients.map((name, j) => [name, j]));
  owners.delete(self.name);
  while (owners.size > 0) {
    const mail = yield* receive(Shares, {
      timeoutNs,
      accept: ({ from, body: { values } }) => {
        const owner = owners.get(from);
        if (owner === undefined) return clients.includes(from) ? 'repeated' : 'unexpected sender';
        return checkResidues(values, moduli, sizes[owner] * width);
      },
    });
    if (mail === undefined)
      return yield* finish(`the shares of ${[...owners.keys()].join(', ')} did not come in time`);
    place(owners.get(mail.from) ?? 0, mail.body.values);
    owners.delete(mail.from);
  }
  return shares;
}

/**
 * Sends everybody their shares of its own points, and gives its own to `keep`. A behaviour of its own, so that the shares of
 * all are let go of when they are sent.
 */
function* deal(
  self: Self,
  { clients, scale, code, width, moduli }: Agreed,
  points: Matrix,
  keep: (own: readonly Uint32Array[]) => void,
): Behaviour {
  const noiseKey = self.random.secretKey('noise');
  const encoded = yield* compute(encodeShares, { points, scale, code, width, moduli, noiseKey });
  const of = (j: number): Uint32Array[] => moduli.map((_, plane) => sharesOf(encoded, plane, j));
  for (const [j, peer] of clients.entries()) {
    if (j !== self.index) yield* send(peer, Shares, { values: of(j) });
  }
  keep(of(self.index));
}

/** Helps to reveal the final centres, if the parties agreed to. */
function* reveal(
  agreed: Agreed,
  shares: ResidueMatrix,
  outcome: { labels: Labels; reveal: boolean },
): Behaviour {
  // Asked for though it was not agreed on: a server that wants to see more than it may.
  if (!outcome.reveal || !agreed.reveal) return;
  yield* phase('reveal');
  const { labels } = outcome;
  const values = yield* compute(codedCentres, { shares, labels, clusters: agreed.clusters });
  yield* send('server', CentreShares, { values });
}

function validLabels(labels: Labels, { points, clusters }: Agreed): boolean {
  return labels.length === points && labels.every((label) => label < clusters || label === NO_CLUSTER);
}
