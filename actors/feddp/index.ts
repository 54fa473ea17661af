/**
 * FedDP-KMeans (Scott, Lampert and Saulpic 2025): clustering under differential privacy of points or whole clients,
 * with the help of a few public points of the server. Implemented as the paper intends: all sums are masked integers,
 * and their noise is made of shares, so that nobody knows it.
 */

import { protocol, lossAtCentres, role, withinTimeout } from '../../src/core/kit/index.ts';
import {
  deltaFigure,
  enoughNoise,
  epsilonAgreedFigure,
  epsilonFigure,
  epsilonProvidedFigure,
  noisySums,
} from '../blocks/noise/index.ts';
import { provenSums } from '../blocks/prio3/index.ts';
import { problems } from './admit.ts';
import { type Agreed, agree } from './agreed.ts';
import { privacy } from './attacks.ts';
import { clientsAudit, serverAudit } from './audits.ts';
import { neighboursAudit } from './neighbours.ts';
import { client } from './client.ts';
import { cost, paperBits } from './cost.ts';
import { elbowFigure, separationFigure } from './figures.ts';
import { helper } from './helper.ts';
import { Centres, ProjectedCentres, Projection, Result } from './messages.ts';
import { type Parameters as Settings, parameters } from './parameters.ts';
import { roundAudit } from './round-audit.ts';
import { server } from './server.ts';
import {
  bareStart,
  clusterOwn,
  divide,
  findElbow,
  label,
  outer,
  placeOnGrid,
  span,
  sum,
  weigh,
} from './tasks.ts';

const retransmitAfterNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

export const feddp = protocol({
  name: 'feddp',
  summary: 'FedDP-KMeans: masked noisy sums, differentially private for points or clients',
  parameters,
  roles: {
    server: role({ parties: 'one', play: server, retransmitAfterNs }),
    helper: role({
      parties: 'one',
      play: helper,
      retransmitAfterNs,
      needed: ({ aggregation }: Settings) => aggregation.protocol === 'prio3',
    }),
    client: role({ parties: 'many', play: client, retransmitAfterNs }),
  },
  reports: 'server',
  messages: [Projection, ProjectedCentres, Centres, Result],
  tasks: [placeOnGrid, outer, weigh, sum, span, clusterOwn, bareStart, divide, findElbow, label],
  uses: [noisySums, provenSums],
  check: problems,
  agree,
  cost,
  paper: { of: 'sums of every client and what it is sent (sections 2 and 3)', bits: paperBits },
  figures: [
    lossAtCentres,
    epsilonFigure,
    epsilonAgreedFigure,
    epsilonProvidedFigure,
    deltaFigure,
    separationFigure,
    elbowFigure,
  ],
  properties: { enoughNoise },
  privacy,
  audits: [neighboursAudit, serverAudit, clientsAudit, roundAudit],
});
