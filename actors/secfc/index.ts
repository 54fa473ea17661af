/**
 * SecFC (Li, Hou, Buyukates and Avestimehr 2022): exact Lloyd over Lagrange-coded secret shares. Any t clients together
 * learn nothing about the others' points; the server learns distances.
 */

import { lloydHistory } from '../../src/core/kit/cluster.ts';
import { quantiseMatrix } from '../../src/core/kit/field.ts';
import {
  converges,
  mergedPoints,
  roundingLoss,
  figure,
  lossAtCentres,
  protocol,
  role,
  withinTimeout,
} from '../../src/core/kit/index.ts';
import { identifierAlignment } from '../blocks/index.ts';
import { type Agreed, agree, check, parameters } from './agreed.ts';
import { kfed } from '../kfed/index.ts';
import { mufc } from '../mufc/index.ts';
import { startedBy } from '../start/started-by.ts';
import { privacy } from './attacks/index.ts';
import { client } from './client.ts';
import { cost, paperBits } from './cost.ts';
import { oneAnswer, oneDealing } from './invariants.ts';
import { blindDistances } from './iteration/blinding.ts';
import { decodeCentres, decodeLabels, decodeLoss, findErrors } from './iteration/decode.ts';
import { codedCentres, codedDistances, codedNorms } from './iteration/distances.ts';
import {
  Assignment,
  BlindingKey,
  CentreShares,
  CheckedShares,
  Distances,
  Identifiers,
  Openings,
  OutcomeMessage,
  Owners,
  Ready,
  Shares,
  Stopped,
} from './messages.ts';
import { type Revealed, server } from './server.ts';
import { checkDealings, commitShares, openDealings } from './sharing/dealing.ts';
import { addShares, encodeShares } from './sharing/encode.ts';

const noCentres = figure<Agreed, Revealed>({
  name: 'noCentres',
  title: 'no centres',
  summary: 'why centres that should have been revealed were not',
  unit: 'number',
  of: ({ outcome }) => outcome.noCentres,
});

const published = figure<Agreed, Revealed>({
  name: 'published',
  title: 'published',
  summary: 'points whose owner is published: one client said that they are its own',
  unit: 'number',
  of: ({ outcome }) => outcome.published,
});

const contested = figure<Agreed, Revealed>({
  name: 'contested',
  title: 'contested',
  summary: "points that several clients published as their own, so that they are nobody's",
  unit: 'number',
  of: ({ outcome }) => outcome.contested,
});

const retransmitAfterNs = ({ timeoutNs }: Agreed): number => withinTimeout(timeoutNs);

export const secfc = startedBy(
  protocol({
    name: 'secfc',
    summary: 'exact Lloyd over secret shares: t clients learn nothing, the server learns distances',
    parameters,
    renamed: { liars: 'byzantine', checkDealing: 'verifiableSharing', distances: 'disclosure' },
    roles: {
      server: role({ parties: 'one', starts: true, play: server, retransmitAfterNs }),
      client: role({ parties: 'many', play: client, retransmitAfterNs }),
    },
    reports: 'server',
    messages: [
      Shares,
      CheckedShares,
      BlindingKey,
      Ready,
      Openings,
      Assignment,
      Distances,
      OutcomeMessage,
      CentreShares,
      Identifiers,
      Owners,
      Stopped,
    ],
    tasks: [
      encodeShares,
      commitShares,
      openDealings,
      checkDealings,
      codedNorms,
      codedDistances,
      blindDistances,
      codedCentres,
      findErrors,
      decodeLabels,
      decodeLoss,
      decodeCentres,
      addShares,
    ],
    uses: [identifierAlignment],
    check,
    agree,
    cost,
    paper: { of: 'shares, labels and distances to all centres (section 4.2)', bits: paperBits },
    byRow: ({ alignment }) => alignment !== undefined,
    reference: ({ agreed, points, start }) =>
      lloydHistory(quantiseMatrix(points, agreed.scale), start, agreed),
    figures: [lossAtCentres, mergedPoints, roundingLoss, noCentres, published, contested],
    invariants: [oneDealing, oneAnswer],
    properties: { converges },
    privacy,
  }),
  [mufc, kfed],
);
