/**
 * FastLloyd (Diaa, Humphries and Kerschbaum 2025): Lloyd's iterations under differential privacy, with split trust.
 * The server adds noise to masked sums that it cannot read; clients unmask sums that already contain noise. Only
 * clients learn the centres.
 */

import { lossAtCentres, protocol, role, withinTimeout } from '../../src/core/kit/index.ts';
import {
  deltaFigure,
  enoughNoise,
  epsilonAgreedFigure,
  epsilonFigure,
  epsilonProvidedFigure,
  noisySums,
} from '../blocks/noise/index.ts';
import { problems } from './admit.ts';
import { totalsAudit } from './audit.ts';
import { neighboursAudit } from './neighbours.ts';
import { type Agreed, agree } from './agreed.ts';
import { client } from './client.ts';
import { cost, paperBits } from './cost.ts';
import { nicvFigure } from './figures.ts';
import { oneTotal } from './invariants.ts';
import { introduce, mask, sealForAll, unmask, unseal } from './group.ts';
import { CommonKey, Introduction, MaskedSums, MaskedTotal, NoisyTotal } from './messages.ts';
import { parameters } from './parameters.ts';
import { privacy } from './privacy.ts';
import { server } from './server.ts';
import { addUp, begin, label, move, place, sumUp } from './tasks.ts';

const retransmitAfterNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

export const fastlloyd = protocol({
  name: 'fastlloyd',
  summary: "FastLloyd: Lloyd's iterations on sums to which the server adds noise and which it cannot read",
  parameters,
  roles: {
    server: role({ parties: 'one', play: server, retransmitAfterNs }),
    client: role({ parties: 'many', play: client, retransmitAfterNs }),
  },
  reports: 'server',
  messages: [Introduction, CommonKey, MaskedSums, MaskedTotal, NoisyTotal],
  tasks: [introduce, sealForAll, unseal, mask, unmask, place, begin, sumUp, move, addUp, label],
  uses: [noisySums],
  check: problems,
  agree,
  cost,
  paper: { of: 'k(d+1) elements up and down for each client and iteration', bits: paperBits },
  figures: [
    lossAtCentres,
    nicvFigure,
    epsilonFigure,
    epsilonAgreedFigure,
    epsilonProvidedFigure,
    deltaFigure,
  ],
  properties: { enoughNoise },
  invariants: [oneTotal],
  privacy,
  audits: [neighboursAudit, totalsAudit],
});
