/** The expected cost of a Flamingo sum, and of its set-up, if nobody drops out (Ma et al. 2023, section 6 and Table 1). */

import { phaseCost, type PhaseCost, runs, sends } from '../../../src/core/kit/index.ts';
import { OPERATIONS } from '../secagg/primitives.ts';
import { Consent, Consents, Keys, Roster } from '../secagg/messages.ts';
import { signOperations, signStatement, verifyOperations, verifyStatements } from '../secagg/statements.ts';
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
import { openMasks, openMasksOperations } from './opening.ts';
import { reconstructSum, reconstructSumOperations } from './reconstruct.ts';
import { makeReport, reportOperations } from './report.ts';
import { makeLongTermKeys } from './secrets.ts';
import { decrypting, type FlamingoSession } from './session.ts';
import {
  combineKey,
  combineOperations,
  dealKey,
  dealOperations,
  holdOperations,
  holdShares,
} from './set-up/dealing.ts';

/** Of a sum, with its set-up if it is not in common with others. */
export function flamingoCost(session: FlamingoSession): PhaseCost[] {
  return session.common === undefined ? [...setUpCost(session), ...sumOnly(session)] : sumOnly(session);
}

/** Of a set-up: every client sends its keys and gets everybody's; L decryptors deal L polynomials of L/3 coefficients. */
export function setUpCost(session: FlamingoSession): PhaseCost[] {
  const n = session.clients.length;
  const l = session.decryptors;
  const threshold = decrypting(session);
  return [
    phaseCost('keys', sends(Keys, n), runs(makeLongTermKeys, n, n * 2 * OPERATIONS.scalarMultiplication)),
    phaseCost(
      'deal',
      sends(Roster, n),
      sends(Dealing, l),
      sends(Dealings, l),
      sends(Held, l),
      sends(Qualified, l),
      sends(KeySignature, l),
      sends(SystemKey, n),
      runs(dealKey, l, l * dealOperations(l, threshold)),
      runs(holdShares, l, l * holdOperations(l - 1, l, threshold)),
      runs(combineKey, l + 1, (l + 1) * combineOperations(l)),
      runs(signStatement, l, l * signOperations()),
      runs(verifyStatements, n, n * verifyOperations(l)),
    ),
  ];
}

/**
 * Every client sends its vector, A pairs and L shares in one message; a decryptor gets n shares, and with the others signs who
 * reported and opens n masks. On average A is `neighbours`: in one sum it is as many as the graph gives a client.
 */
function sumOnly({ clients, decryptors: l, neighbours, modulus, length }: FlamingoSession): PhaseCost[] {
  const n = clients.length;
  const threshold = decrypting({ decryptors: l });
  const near = Math.min(n - 1, neighbours ?? n - 1);
  return [
    phaseCost(
      'mask',
      sends(Report, n, n * length),
      runs(
        makeReport,
        n,
        n * reportOperations({ modulus, length, neighbours: near, decryptors: l, threshold }),
      ),
    ),
    phaseCost(
      'consistency',
      sends(Labels, l),
      sends(Consent, l),
      sends(Consents, l),
      runs(signStatement, l, l * signOperations()),
      runs(verifyStatements, 2 * l, l * verifyOperations(l)),
    ),
    phaseCost(
      'unmask',
      sends(Opening, l),
      sends(Taken, n),
      runs(openMasks, l, l * openMasksOperations(n, 0)),
      runs(reconstructSum, 1, reconstructSumOperations({ modulus, length, threshold }, n, 0)),
    ),
  ];
}
