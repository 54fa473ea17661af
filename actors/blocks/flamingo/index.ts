/**
 * Flamingo (Ma et al. 2023): clients are set up once, and then send a single message in every sum. Some of them, the
 * decryptors, hold a key together: with it they open what hides the sum, the masks of clients that reported, and of those that
 * did not the masks that they have in common with others, after they have convinced each other that they speak of the same.
 */

import { subprotocol } from '../../../src/core/kit/index.ts';
import { Consent, Consents, Keys, Roster } from '../secagg/messages.ts';
import { signStatement, verifyStatements } from '../secagg/statements.ts';
import type { SecureSum } from '../sums/secure-sum.ts';
import { contribute } from './client.ts';
import { flamingoCost, setUpCost } from './cost.ts';
import { oneLabel } from './invariants.ts';
import {
  Dealing,
  Dealings,
  Held,
  KeySignature,
  Labels,
  Opening,
  Qualified,
  Report,
  SystemKey,
  Taken,
} from './messages.ts';
import { openedSums } from './opened.ts';
import { openMasks } from './opening.ts';
import { reconstructSum } from './reconstruct.ts';
import { makeReport } from './report.ts';
import { makeLongTermKeys } from './secrets.ts';
import { aggregate } from './server.ts';
import { flamingoParameters, type FlamingoSession } from './session.ts';
import { setUpClient } from './set-up/client.ts';
import { combineKey, dealKey, holdShares } from './set-up/dealing.ts';
import { setUpServer } from './set-up/server.ts';

export type { FlamingoSession } from './session.ts';

export const flamingo = subprotocol({
  name: 'flamingo',
  summary: 'the sum of vectors modulo m, and nothing else of them, in one message a client once it is set up',
  settings: flamingoParameters,
  messages: [
    Keys,
    Roster,
    Dealing,
    Dealings,
    Held,
    Qualified,
    KeySignature,
    SystemKey,
    Report,
    Labels,
    Taken,
    Consent,
    Consents,
    Opening,
  ],
  tasks: [
    makeLongTermKeys,
    dealKey,
    holdShares,
    combineKey,
    makeReport,
    openMasks,
    reconstructSum,
    signStatement,
    verifyStatements,
  ],
  invariants: [oneLabel],
  cost: flamingoCost,
});

/** Masks of pairs that outlast a sum, opened by decryptors, as a way of summing. */
export const decryptedMasks = {
  contribute,
  aggregate,
  cost: flamingoCost,
  openedSums,
} satisfies SecureSum<FlamingoSession>;

/** What is done once for many sums. */
export const flamingoSetUp = { client: setUpClient, server: setUpServer, cost: setUpCost };
