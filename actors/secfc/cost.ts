/** What SecFC costs by section 4.2 of its paper, counted to the element: the share that a client keeps is not sent, and padding is. */

import {
  bitsBelow,
  labelBits,
  phaseCost,
  type PhaseCost,
  type Population,
  runs,
  sends,
  type Sent,
} from '../../src/core/kit/index.ts';
import { identifierAlignment } from '../blocks/index.ts';
import type { Agreed } from './agreed.ts';
import { blindDistances, blindOperations, columnsOf } from './iteration/blinding.ts';
import {
  decodeCentres,
  decodeLabels,
  decodeLoss,
  decodeOperations,
  findErrors,
  errorOperations,
  revealOperations,
} from './iteration/decode.ts';
import {
  codedCentres,
  codedDistances,
  codedNorms,
  distanceOperations,
  normOperations,
} from './iteration/distances.ts';
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
} from './messages.ts';
import {
  checkDealings,
  checkOperations,
  commitOperations,
  commitShares,
  openDealings,
  openOperations,
} from './sharing/dealing.ts';
import { addShares, encodeOperations, encodeShares, MASKS, sharedEntries } from './sharing/encode.ts';

/** With alignment every client shares all points, and adds up what it receives (Appendix B). */
export function cost(agreed: Agreed, _population: unknown, iterations: number): PhaseCost[] {
  const aligning = agreed.alignment === undefined ? [] : identifierAlignment.cost(agreed.alignment);
  const n = agreed.clients.length;
  const publishing =
    agreed.publish === undefined ? [] : [phaseCost('publish', sends(Identifiers, n), sends(Owners, n))];
  return [
    ...aligning,
    sharingCost(agreed),
    iterationCost(agreed, iterations),
    revealCost(agreed),
    ...publishing,
  ];
}

/** With verifiable sharing every share includes masks, and every client opens a value for each owner and mask. */
function sharingCost(agreed: Agreed): PhaseCost {
  const { code, sizes, points: m, width, moduli, verifiableSharing } = agreed;
  const { n } = code;
  const r = moduli.length;
  const key = agreed.disclosure === 'distances' ? [] : [sends(BlindingKey, n - 1, 8 * (n - 1))];
  const entries = sizes.reduce((sum, size) => sum + sharedEntries(size, width, verifiableSharing), 0);
  const encode = runs(encodeShares, n, encodeOperations(entries, code, r));
  const norms = runs(codedNorms, n, n * normOperations(m, width, r));
  const added = agreed.alignment === undefined ? [] : [runs(addShares, n, n * n * r * m * width)];
  if (!verifiableSharing) {
    return phaseCost(
      'share',
      sends(Shares, n * (n - 1), entries * (n - 1)),
      sends(Ready, n),
      ...key,
      encode,
      ...added,
      norms,
    );
  }
  const opened = sizes.reduce(
    (sum, size) => sum + openOperations(sharedEntries(size, width, verifiableSharing), r),
    0,
  );
  return phaseCost(
    'share',
    sends(CheckedShares, n * (n - 1), entries * (n - 1)),
    sends(Openings, n, n * n * MASKS),
    ...key,
    encode,
    runs(commitShares, n, commitOperations(n, entries, r)),
    runs(openDealings, n, n * opened),
    runs(checkDealings, 1, checkOperations(code, n, r)),
    ...added,
    norms,
  );
}

function iterationCost(agreed: Agreed, iterations: number): PhaseCost {
  const { code, points: m, width, moduli, clusters: k, answers, disclosure, restarts } = agreed;
  const { n } = code;
  const r = moduli.length;
  const columns = columnsOf(disclosure, k);
  const asked = n * iterations;
  return phaseCost(
    'iterate',
    sends(Assignment, asked),
    sends(Distances, asked, asked * columns * m),
    runs(codedDistances, asked, asked * distanceOperations(m, width, k, r)),
    ...(disclosure === 'distances'
      ? []
      : [runs(blindDistances, asked, asked * blindOperations(disclosure, m, k, r))]),
    ...checkingCost(agreed, iterations, columns * m, answers),
    runs(decodeLabels, iterations, iterations * decodeOperations(m, columns, answers, r)),
    ...(restarts === 1 ? [] : [runs(decodeLoss, restarts, restarts * decodeOperations(m, 1, answers, r))]),
  );
}

function revealCost(agreed: Agreed): PhaseCost {
  const { code, points: m, width, moduli, clusters: k, reveal } = agreed;
  const { n, l, t } = code;
  const r = moduli.length;
  if (!reveal) return phaseCost('reveal', sends(OutcomeMessage, n));
  return phaseCost(
    'reveal',
    sends(OutcomeMessage, n),
    sends(CentreShares, n, n * k * width),
    runs(codedCentres, n, n * normOperations(m, width, r)),
    ...checkingCost(agreed, 1, k * width, l + t),
    runs(decodeCentres, 1, revealOperations(code, k, width, r)),
  );
}

/** The cost of looking for Byzantine parties among answers of `length` elements. */
function checkingCost({ moduli, byzantine }: Agreed, times: number, length: number, needed: number) {
  if (byzantine === 0) return [];
  const each = errorOperations(length, needed + 2 * byzantine, needed, moduli.length);
  return [runs(findErrors, times, times * each)];
}

/**
 * By the paper: m d/l elements from every client to all others, and in each iteration m labels to every client and km
 * elements from it; those for empty clusters need not be sent.
 */
export function paperBits(
  { alignment, code: { n }, width, moduli, clusters: k }: Agreed,
  { points: m }: Population,
  sent: Sent,
): number {
  const element = bitsBelow(moduli.reduce((q, p) => q * BigInt(p), 1n));
  // With alignment every client shares m points (Appendix B).
  const shared = (alignment === undefined ? 1 : n) * m * width * (n - 1);
  const { iterations } = sent;
  const distances = Math.min(iterations * n * m * k, sent.of({ type: Distances }).elements);
  return (shared + distances) * element + iterations * n * m * labelBits(k);
}
