/** A client of SecFC (Algorithm 1, lines 1 to 4 and 8 to 13). */

import { type Labels, NO_CLUSTER } from '../../src/cluster/labels.ts';
import { type ResidueMatrix, residueZeros } from '../../src/field/residues.ts';
import { type Matrix, row, zeros } from '../../src/matrix.ts';
import type { Self } from '../../src/sim/actor.ts';
import { type Behaviour, compute, finish, phase, receive, round, send } from '../../src/sim/effects.ts';
import { align } from '../alignment/client.ts';
import type { Alignment } from '../alignment/session.ts';
import type { Agreed } from './agreed.ts';
import { codedCentres, codedDistances, codedNorms } from './distances.ts';
import { addShares, encodeShares, sharesOf } from './encode.ts';
import { Assignment, CentreShares, Distances, Outcome, Ready, Shares } from './messages.ts';
import { checkResidues } from './shape.ts';

export function* client(self: Self, agreed: Agreed, shard: Matrix, identifiers: Uint32Array): Behaviour {
  const { clusters, timeoutNs } = agreed;
  const points = agreed.alignment === undefined ? shard : yield* placed(self, agreed, shard, identifiers);
  if (typeof points === 'string') return yield* finish(points);
  yield* phase('share');
  const shares = yield* share(self, agreed, points);
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
    const values = yield* compute(codedDistances, { shares, norms, labels, clusters });
    yield* send('server', Distances, { round: order.body.round, values });
  }
}

/** Appendix B: a vector for every point that there is, zero for those of others; or why nobody knows which there are. */
function* placed(
  self: Self,
  { alignment, points, dimension }: Agreed,
  shard: Matrix,
  identifiers: Uint32Array,
): Behaviour<Matrix | string> {
  const union = yield* align(self, alignment as Alignment, identifiers);
  if (typeof union === 'string') return union;
  const places = new Map(Array.from(union, (identifier, place) => [identifier, place]));
  const all = zeros(points, dimension);
  identifiers.forEach((identifier, i) =>
    all.values.set(row(shard, i), (places.get(identifier) as number) * dimension),
  );
  return all;
}

/** Phase 1: shares its own points with everybody, and returns its shares of all points. */
function* share(self: Self, agreed: Agreed, shard: Matrix): Behaviour<ResidueMatrix> {
  const { clients, alignment, sizes, offsets, points, width, scale, code, moduli, timeoutNs } = agreed;
  const noiseKey = self.random.secretKey('noise');
  const encoded = yield* compute(encodeShares, { points: shard, scale, code, width, moduli, noiseKey });
  for (const [j, peer] of clients.entries()) {
    if (j !== self.index)
      yield* send(peer, Shares, { values: moduli.map((_, plane) => sharesOf(encoded, plane, j)) });
  }

  const shares = residueZeros(points, width, moduli);
  const parts: (readonly Uint32Array[])[] = [];
  const place = (owner: number, values: readonly Uint32Array[]): void => {
    if (alignment === undefined)
      values.forEach((plane, at) => shares.planes[at].set(plane, offsets[owner] * width));
    else parts.push(values);
  };
  place(
    self.index,
    moduli.map((_, plane) => sharesOf(encoded, plane, self.index)),
  );

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
  if (alignment === undefined) return shares;
  return { ...shares, planes: yield* compute(addShares, { parts, moduli }) };
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
