/** What MUFC and DC-KMeans state about their own privacy. */

import type { Privacy } from '../../src/core/kit/index.ts';
import { adversaries } from './attacks/adversaries.ts';
import { attacks } from './attacks/index.ts';
import { Masked } from '../blocks/secagg/messages.ts';
import type { Agreed } from './agreed.ts';

export const privacy: Privacy<Agreed> = {
  attacks,
  claims: ({ secrecy }) =>
    secrecy === undefined
      ? []
      : [
          {
            says: 'a masked vector by itself tells the server nothing',
            clients: 0,
            server: true,
            attacks: [],
          },
          {
            says: "the server learns no single client's cells",
            clients: 0,
            server: true,
            attacks: ['single-clients'],
          },
        ],
  moduli: ({ secrecy }) => (secrecy === undefined ? [] : [secrecy.sum.modulus]),
  masked: [Masked],
  adversaries,
  statement: ({ secrecy }) =>
    secrecy === undefined
      ? "Every client's own centres and their sizes go to the server in the clear: the centre of a cluster of one point is that point."
      : 'The server learns how many points all clients together have in each cell, so also where only one client has a centre; ' +
        'and after a removal what changed, which is what changed at the client concerned.',
};
