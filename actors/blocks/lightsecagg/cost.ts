/** The expected cost of a LightSecAgg sum if nobody drops out (So et al. 2022, section 5, Table 1). */

import { phaseCost, type PhaseCost, runs, sends } from '../../../src/core/kit/index.ts';
import { OPERATIONS } from '../secagg/primitives.ts';
import { Delivery, Keys, Masked, Roster, Shares, Survivors } from '../secagg/messages.ts';
import {
  addMask,
  addMaskOperations,
  addShares,
  addSharesOperations,
  codeMask,
  codeOperations,
  makeSealingKey,
  openCoded,
  openCodedOperations,
  shapeOf,
} from './masks.ts';
import { CodedSum } from './messages.ts';
import { recoverOperations, recoverSum } from './recover.ts';
import type { CodedSession } from './session.ts';

/**
 * By phase: n clients send each other n(n-1) shares of d/(U-T) elements, encrypted, then n vectors of d elements and n sums
 * of shares of d/(U-T) elements, and get none back.
 */
export function codedCost(session: CodedSession): PhaseCost[] {
  const { clients, length, threshold, checks } = session;
  const shape = shapeOf(session);
  const n = clients.length;
  const answers = checks === undefined ? n : Math.min(n, threshold + checks);
  return [
    phaseCost(
      'keys',
      sends(Keys, n),
      sends(Roster, n),
      runs(makeSealingKey, n, n * OPERATIONS.scalarMultiplication),
    ),
    phaseCost(
      'secrets',
      sends(Shares, n),
      sends(Delivery, n),
      runs(codeMask, n, n * codeOperations(shape, n)),
      runs(openCoded, n, n * openCodedOperations(shape, n - 1)),
    ),
    phaseCost(
      'mask',
      sends(Masked, n, n * length),
      sends(Survivors, n),
      runs(addMask, n, n * addMaskOperations(shape)),
    ),
    phaseCost(
      'unmask',
      sends(CodedSum, n, n * shape.piece),
      runs(addShares, n, n * addSharesOperations(shape, n)),
      runs(recoverSum, 1, recoverOperations(shape, n, answers)),
    ),
  ];
}
