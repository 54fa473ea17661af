/** What coalitions can try against SecFC, and what it keeps from them. */

import type { Claim, Coalitions, Privacy } from '../../../src/core/kit/index.ts';
import { Masked } from '../../blocks/secagg/messages.ts';
import type { Agreed } from '../agreed.ts';
import { CheckedShares, Shares } from '../messages.ts';
import { clientsAlone } from '../simulators/clients.ts';
import { withServer } from '../simulators/server.ts';
import { anchoredGeometry } from './anchored.ts';
import { assignments } from './assignments.ts';
import { unblinding } from './blinding.ts';
import { geometry, segments } from './geometry.ts';
import { halfSpaces } from './half-spaces.ts';
import { membership } from './membership.ts';
import { openings } from './openings.ts';
import { comparisons } from './order.ts';
import { owners } from './owners.ts';
import { isProbed, probedPoints, probing } from './probing.ts';
import { sharePooling, shareRank } from './shares.ts';
import { startSubsets } from './start-subsets.ts';
import { steering } from './steering.ts';

export const privacy: Privacy<Agreed> = {
  attacks: [
    shareRank(),
    sharePooling(),
    openings,
    assignments,
    halfSpaces,
    geometry,
    segments,
    anchoredGeometry,
    startSubsets,
    unblinding,
    comparisons,
    membership,
    owners,
    probedPoints,
  ],
  claims: claimsOf,
  // Vectors of an alignment are sums of their own.
  moduli: ({ moduli, alignment }, message) =>
    alignment !== undefined && message?.type === Masked ? [alignment.sum.modulus] : moduli.map(BigInt),
  shared: [Shares, CheckedShares],
  adversaries: [steering, probing],
  coalitions: ({ code: { n, l, t } }) => {
    const clients = [...new Set([1, t, t + 1, l + t])].filter((size) => size <= n);
    return [
      ...clients.map((any): Coalitions => ({ any, draws: 10, server: false })),
      { members: ['server'] },
      { members: ['server', 'client-1'] },
    ];
  },
  statement({ code: { t }, disclosure }) {
    const kept = `SecFC keeps every client's points from any ${t} others.`;
    const geometryText: Readonly<Record<Agreed['disclosure'], string>> = {
      distances:
        'As published it does not keep their geometry from the server, nor the points from the server and one client together.',
      blinded:
        'Blinding is heuristic: the server finds most factors by common divisors, and any client could tell it all.',
      order:
        'Comparisons do not keep it either: the server averages their factors out over the rounds, and any client could tell it all. No disclosure of the order alone is built in.',
    };
    return `${kept} ${geometryText[disclosure]}`;
  },
};

/** What t clients, the server, and both learn. */
function claimsOf(agreed: Agreed): Claim[] {
  const { t } = agreed.code;
  const whose = agreed.publish === undefined ? '' : ', and who holds which, as they publish';
  return [
    {
      says: `t = ${t}: any ${t === 1 ? 'client learns' : `${t} clients learn`} nothing of the others' points but their clusters${whose}`,
      coalition: { client: t },
      attacks: ['share-rank', 'share-pooling', ...(isProbed(agreed) ? [probedPoints.name] : [])],
      simulator: clientsAlone,
    },
    {
      says: `the server learns the polynomials that it interpolates, and nothing else of the points${whose}`,
      coalition: { server: 1 },
      attacks: [],
      simulator: withServer,
    },
    {
      says: `the server and ${t === 1 ? 'a client' : `${t} clients`} learn those polynomials and their own shares, and nothing else${whose}`,
      coalition: { server: 1, client: t },
      attacks: [],
      simulator: withServer,
    },
  ];
}
