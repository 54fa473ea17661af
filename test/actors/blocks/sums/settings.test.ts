/** Which protocol sums, and what its parties agree on. */

import { describe, expect, test } from 'vitest';
import {
  agreedSum,
  resolvedSum,
  sumParameters,
  sumProblems,
  type SumRequest,
} from '../../../../actors/blocks/sums/index.ts';

const settings = (written: object) => sumParameters.parse(written);

function request(clients: number): SumRequest {
  const names = Array.from({ length: clients }, (_, j) => `client-${j + 1}`);
  return { number: 0, clients: names, modulus: 97n, length: 3, timeoutNs: 1e9 };
}

describe('bonawitz and bell', () => {
  test('are told apart by the neighbours if no protocol is named', () => {
    const silent = agreedSum(settings({}), request(30));
    expect(agreedSum(settings({ protocol: 'bonawitz' }), request(30))).toEqual({
      ...silent,
      protocol: 'bonawitz',
    });
    const few = agreedSum(settings({ neighbours: 6 }), request(30));
    expect(agreedSum(settings({ protocol: 'bell', neighbours: 6 }), request(30))).toEqual({
      ...few,
      protocol: 'bell',
    });
  });

  test('bell takes as few neighbours as the risks allow unless it is told how many', () => {
    const chosen = resolvedSum(settings({ protocol: 'bell' }), 100);
    expect(chosen.neighbours).toBe(resolvedSum(settings({ neighbours: 'auto' }), 100).neighbours);
    expect(chosen.neighbours).toBeLessThan(99);
  });

  test('bonawitz has no neighbours to choose', () => {
    expect(sumProblems(settings({ protocol: 'bonawitz', neighbours: 4 }), 9)).toEqual([
      {
        path: 'protocol.aggregation.neighbours',
        expected: 'none with bonawitz, where all clients are neighbours: bell sums among fewer',
        got: '4',
      },
    ]);
    expect(sumProblems(settings({ protocol: 'bonawitz' }), 9)).toEqual([]);
    expect(sumProblems(settings({ protocol: 'bell', malicious: true }), 9)).toHaveLength(1);
  });
});
