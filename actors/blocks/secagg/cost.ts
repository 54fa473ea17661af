/** What a secure aggregation should cost where nobody drops out (Bonawitz et al. 2017, section 7.1; Bell et al. 2020). */

import type { PhaseCost } from '../../../src/protocol/protocol.ts';
import { maskOperations, unmaskOperations } from './masks.ts';
import { keysOperations, openOperations, shareOperations } from './secrets.ts';
import { circle, type Session } from './session.ts';
import { signOperations, verifyOperations } from './statements.ts';

/**
 * By phase: n clients send n vectors of elements and get none back; each shares two secrets with the k others of its
 * circle, agrees on 2k keys and expands k + 1 masks.
 */
export function aggregationCost(session: Session): PhaseCost[] {
  const { clients, neighbours, threshold, modulus, length, malicious } = session;
  const n = clients.length;
  const size = circle(n, neighbours);
  const k = size - 1;
  const sent = (type: string, messages = n, elements = 0) => ({ type, messages, elements });
  const done = (task: string, runs: number, operations: number) => ({
    task: `secagg/${task}`,
    runs,
    operations: runs * operations,
  });
  const verifying = malicious ? [done('verify', n, verifyOperations(n - 1))] : [];
  const signing = malicious ? [done('sign', n, signOperations())] : [];
  return [
    {
      phase: 'keys',
      messages: [...(malicious ? [sent('identity', n * (n - 1))] : []), sent('keys'), sent('roster')],
      work: [done('keys', n, keysOperations()), ...signing, ...verifying],
    },
    {
      phase: 'secrets',
      messages: [sent('secret-shares'), sent('delivery')],
      work: [done('share', n, shareOperations(size, threshold))],
    },
    {
      phase: 'mask',
      messages: [sent('masked', n, n * length), sent('survivors')],
      work: [done('mask', n, maskOperations(k, length, modulus))],
    },
    ...(malicious
      ? [
          {
            phase: 'consistency',
            messages: [sent('consent'), sent('consents')],
            work: [...signing, ...verifying],
          },
        ]
      : []),
    {
      phase: 'unmask',
      messages: [sent('unmasking')],
      work: [done('open', n, openOperations(k)), done('unmask', 1, unmaskOperations(n, [], session))],
    },
  ];
}
