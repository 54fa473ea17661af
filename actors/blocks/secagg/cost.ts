/** The expected cost of a secure aggregation if nobody drops out (Bonawitz et al. 2017, section 7.1; Bell et al. 2020). */

import { phaseCost, type PhaseCost, runs, sends } from '../../../src/core/kit/index.ts';
import { maskInput, maskOperations, unmask, unmaskOperations } from './masks.ts';
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
import {
  keysOperations,
  makeKeys,
  openOperations,
  openShares,
  shareOperations,
  shareSecrets,
} from './secrets.ts';
import { circle, type Session } from './session.ts';
import { signOperations, signStatement, verifyOperations, verifyStatements } from './statements.ts';

/**
 * By phase: n clients send n vectors of elements and get none back; each shares two secrets with its k neighbours,
 * agrees on 2k keys and expands k + 1 masks.
 */
export function aggregationCost(session: Session): PhaseCost[] {
  const { clients, neighbours, threshold, modulus, length, malicious } = session;
  const n = clients.length;
  const size = circle(n, neighbours);
  const k = size - 1;
  const done = (task: Parameters<typeof runs>[0], count: number, each: number) =>
    runs(task, count, count * each);
  const signing = malicious ? [done(signStatement, n, signOperations())] : [];
  const verifying = malicious ? [done(verifyStatements, n, verifyOperations(n - 1))] : [];
  return [
    phaseCost(
      'keys',
      ...(malicious ? [sends(Identity, n * (n - 1))] : []),
      sends(Keys, n),
      sends(Roster, n),
      done(makeKeys, n, keysOperations()),
      ...signing,
      ...verifying,
    ),
    phaseCost(
      'secrets',
      sends(Shares, n),
      sends(Delivery, n),
      done(shareSecrets, n, shareOperations(size, threshold, session.escrowed)),
    ),
    phaseCost(
      'mask',
      sends(Masked, n, n * length),
      sends(Survivors, n),
      done(maskInput, n, maskOperations(k, length, modulus)),
    ),
    ...(malicious
      ? [phaseCost('consistency', sends(Consent, n), sends(Consents, n), ...signing, ...verifying)]
      : []),
    phaseCost(
      'unmask',
      sends(Unmasking, n),
      done(openShares, n, openOperations(k, session.escrowed)),
      done(unmask, 1, unmaskOperations(n, [], session)),
    ),
  ];
}
