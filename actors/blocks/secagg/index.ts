/**
 * Secure aggregation (Bonawitz et al. 2017; Bell et al. 2020): the server learns the sum of the clients' vectors modulo m and
 * nothing else, whoever drops out on the way.
 */

import { subprotocol } from '../../../src/core/kit/index.ts';
import type { SecureSum } from '../sums/secure-sum.ts';
import { contributeWithEscrow } from './client.ts';
import { aggregationCost } from './cost.ts';
import { oneSecret } from './invariants.ts';
import { maskInput, unmask } from './masks.ts';
import {
  Consent,
  Consents,
  Delivery,
  Identity,
  Keys,
  Masked,
  Roster,
  Shares,
  Survivors,
  Unmasking,
} from './messages.ts';
import { openedSums } from './opened.ts';
import { makeKeys, openShares, shareSecrets } from './secrets.ts';
import { aggregate } from './server.ts';
import { aggregationParameters, type Session } from './session.ts';
import { signStatement, verifyStatements } from './statements.ts';

export { contribute } from './client.ts';
export { aggregate } from './server.ts';
export {
  type AggregationParameters,
  aggregationProblems,
  riskText,
  type Session,
  thresholdOf,
  tooRisky,
  withNeighbours,
} from './session.ts';

export const secureAggregation = subprotocol({
  name: 'secagg',
  summary: 'the sum of vectors modulo m, and nothing else of them',
  settings: aggregationParameters,
  messages: [Identity, Keys, Roster, Shares, Delivery, Masked, Survivors, Consent, Consents, Unmasking],
  tasks: [makeKeys, shareSecrets, openShares, maskInput, unmask, signStatement, verifyStatements],
  invariants: [oneSecret],
  cost: aggregationCost,
});

/** Pairwise masks, among all clients or neighbours only, as a way of summing. */
export const pairwiseMasks = {
  contribute: contributeWithEscrow,
  aggregate,
  cost: aggregationCost,
  openedSums,
} satisfies SecureSum<Session>;
