/**
 * LightSecAgg (So et al. 2022): every client masks its vector with one mask, whose coded shares the others hold. Coding is
 * linear, so the server decodes the sum of the survivors' masks in one shot from the sums of any U of them, and learns
 * the sum of their vectors and nothing else, with T clients colluding and D dropping out.
 */

import { subprotocol } from '../../../src/core/kit/index.ts';
import { Delivery, Keys, Masked, Roster, Shares, Survivors } from '../secagg/messages.ts';
import type { SecureSum } from '../sums/secure-sum.ts';
import { contribute } from './client.ts';
import { codedCost } from './cost.ts';
import { addMask, addShares, codeMask, makeSealingKey, openCoded } from './masks.ts';
import { CodedSum } from './messages.ts';
import { openedSums } from './opened.ts';
import { recoverSum } from './recover.ts';
import { aggregate } from './server.ts';
import { codedParameters, type CodedSession } from './session.ts';

export type { CodedSession } from './session.ts';

export const lightSecAgg = subprotocol({
  name: 'lightsecagg',
  summary: 'the sum of vectors modulo a prime, and nothing else of them, with one coded mask a client',
  settings: codedParameters,
  messages: [Keys, Roster, Shares, Delivery, Masked, Survivors, CodedSum],
  tasks: [makeSealingKey, codeMask, addMask, openCoded, addShares, recoverSum],
  cost: codedCost,
});

/** Coded masks as a way of summing. */
export const codedMasks = {
  contribute,
  aggregate,
  cost: codedCost,
  openedSums,
} satisfies SecureSum<CodedSession>;
