/** What FastLloyd states about its own privacy. */

import { type Claim, type Privacy, role } from '../../src/core/kit/index.ts';
import { besidesTime, epsilonAgreed } from '../blocks/noise/index.ts';
import type { Agreed } from './agreed.ts';
import { commonKey, othersSums } from './attacks.ts';
import { MaskedSums } from './messages.ts';
import { server } from './server.ts';
import { clientsAlone, serverAlone } from './simulators.ts';

export const privacy: Privacy<Agreed> = {
  attacks: [commonKey, othersSums],
  adversaries: [
    {
      name: 'no-noise',
      summary: "the server leaves the noise out; clients cannot tell, and read each other's sums",
      roles: {
        server: role<Agreed>({
          parties: 'one',
          *play(self, { agreed }) {
            const noise = { ...agreed.noise, by: 'nobody' as const };
            yield* server(self, { agreed: { ...agreed, noise } });
          },
        }),
      },
    },
  ],
  claims({ noise, clients }) {
    if (noise.by !== 'server') return [];
    const ofServer: Claim = {
      says: "the server by itself learns nothing about anybody's points",
      coalition: { server: 1 },
      attacks: ['common-key'],
      simulator: serverAlone,
    };
    // How long its noise takes tells of it, and a client by itself has no others.
    if (noise.time === 'words' || clients.length < 2) return [ofServer];
    return [
      ofServer,
      {
        says: 'clients without the server learn no more about others than epsilon allows',
        coalition: { client: clients.length - 1 },
        attacks: ['others-sums'],
        simulator: clientsAlone,
      },
    ];
  },
  coalitions: ({ clients }) => [
    { members: ['server'] },
    { members: ['client-1'] },
    { members: ['server', 'client-1'] },
    ...(clients.length > 2 ? [{ any: clients.length - 1, draws: 10, server: false }] : []),
  ],
  moduli: ({ noise, stages }) => (noise.by === 'clients' ? [] : [stages[0].sum.session.modulus]),
  masked: [MaskedSums],
  statement(agreed) {
    const { noise, delta } = agreed;
    const total = `epsilon ${epsilonAgreed(agreed).toPrecision(3)} at delta ${delta} for adding or removing a point${besidesTime(noise)}`;
    switch (noise.by) {
      case 'nobody':
        return 'No noise is added: clients learn the exact sums of all others together, in every iteration.';
      case 'server':
        return (
          `The server learns nothing, clients learn noisy sums: ${total}, however many of them collude. ` +
          'The server together with one client reads the exact sums of everybody.'
        );
      case 'clients':
        return `Everybody learns noisy sums, with noise that no party knows: ${total}.`;
    }
  },
};
