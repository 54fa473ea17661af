/** What MUFC and DC-KMeans state about their own privacy. */

import type { Claim, Privacy } from '../../src/core/kit/index.ts';
import { adversaries } from './attacks/adversaries.ts';
import { attacks } from './attacks/index.ts';
import { colludingOfSum, harmlessIn, HELPER, learnersOf } from '../blocks/index.ts';
import { aggregationOf, type SparseSession } from '../blocks/scma/session.ts';
import { Report } from '../blocks/prio3/messages.ts';
import { MASKED_VECTORS } from '../blocks/sums/messages.ts';
import type { Agreed } from './agreed.ts';
import { helperAlone } from './simulators/helper.ts';
import { withServer } from './simulators/server.ts';

export const privacy: Privacy<Agreed> = {
  attacks,
  claims: ({ secrecy, clients, removals, change }) =>
    secrecy === undefined
      ? [
          {
            says: "the server, and clients with it, learn every client's own centres and their sizes, and nothing else",
            coalition: { server: 1, client: clients.length - 1 },
            attacks: [],
            simulator: withServer,
          },
        ]
      : claimsOfSums(secrecy.sum, removals.length > 0, change === 'clear'),
  moduli: ({ secrecy }) => (secrecy === undefined ? [] : [secrecy.sum.modulus]),
  masked: MASKED_VECTORS,
  shared: [Report],
  adversaries,
  statement: ({ secrecy }) =>
    secrecy === undefined
      ? "Every client's own centres and their sizes go to the server in the clear: the centre of a cluster of one point is that point."
      : 'The server learns how many points all clients together have in each cell, so also where only one client has a centre; ' +
        'and after a removal what changed, which is what changed at the client concerned.' +
        (secrecy.sum.proven === undefined
          ? ''
          : " The helper learns nothing, and both together learn every client's cells.") +
        (secrecy.sum.blame === undefined
          ? ''
          : ` If somebody sends cells that do not decode, it also learns the sums of groups of at least ${secrecy.sum.blame}.`),
};

/**
 * What the server and clients learn of secure sums. With blame, groups are summed again if somebody sends cells that
 * do not decode: of a group in which all but one collude that one's cells are the sum.
 * @param removals whether there are requests, and `clear` whether what one changes at a client is sent in the clear
 */
function claimsOfSums(sum: SparseSession, removals: boolean, clear: boolean): Claim[] {
  const showsChanges = removals && clear;
  if (sum.proven !== undefined) return claimsOfProofs(showsChanges, removals);
  const { aggregation, blame, clients } = sum;
  const most = blame === undefined ? clients.length : blame - 2;
  if (most < 0) return [];
  const colluding = Math.min(most, harmlessIn(aggregationOf(sum, 0)));
  const groups = blame === undefined ? '' : `, of groups of at least ${blame} if somebody cheats,`;
  return [
    {
      says: 'a masked vector by itself tells the server nothing',
      coalition: { server: 1 },
      attacks: [],
      simulator: withServer,
    },
    ...(showsChanges
      ? []
      : [
          {
            says: "the server learns no single client's cells",
            coalition: { server: 1, client: Math.min(most, colludingOfSum(aggregation, clients.length)) },
            attacks: ['single-clients'],
            simulator: withServer,
          },
        ]),
    {
      says: `${learnersOf(colluding)} the sum of the others' cells${groups} and what requests change, and nothing else`,
      coalition: { server: 1, client: colluding },
      attacks: [],
      simulator: withServer,
    },
  ];
}

/** What one of two aggregators learns of cells with proofs. */
function claimsOfProofs(showsChanges: boolean, removals: boolean): Claim[] {
  const helperLearns = {
    says: "the helper learns no client's cells, and no sum, but how long the server takes to cluster it",
    coalition: { [HELPER]: 1 },
    attacks: ['single-clients'],
  };
  const serverLearns = {
    says: "the server learns no single client's cells",
    coalition: { server: 1 },
    attacks: ['single-clients'],
    simulator: withServer,
  };
  return [
    // When the next sum begins depends on what clients unlearn, which is not simulated.
    removals ? helperLearns : { ...helperLearns, simulator: helperAlone },
    ...(showsChanges ? [] : [serverLearns]),
  ];
}
