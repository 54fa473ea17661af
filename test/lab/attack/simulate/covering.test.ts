/** Every party that a claim is about is a member of some coalition, and some other party is outside. */

import { describe, expect, test } from 'vitest';
import { partiesFrom } from '../../../../src/core/protocol/parties.ts';
import { coveringCoalitions } from '../../../../src/lab/attack/simulate/covering.ts';

const parties = partiesFrom([
  { role: 'left', reports: true },
  { role: 'right' },
  { role: 'helper', count: 2 },
  { role: 'client', count: 5, holds: true },
]);
const covering = (coalition: Record<string, number>): string[] =>
  coveringCoalitions({ coalition }, parties).map((members) => members.join(' '));

describe('coalitions that stand for a claim', () => {
  test('are groups of clients, as large as it allows', () => {
    expect(covering({ client: 2 })).toEqual(['client-1 client-2', 'client-3 client-4', 'client-4 client-5']);
  });

  test('are each of several servers', () => {
    expect(covering({ helper: 1 })).toEqual(['helper-1', 'helper-2']);
  });

  test('join roles', () => {
    expect(covering({ left: 1, client: 3 })).toEqual([
      'left client-1 client-2 client-3',
      'left client-3 client-4 client-5',
      'left client-1',
    ]);
  });

  test('leave a client outside, and each of them once', () => {
    expect(covering({ client: 9 })).toEqual([
      'client-1 client-2 client-3 client-4',
      'client-2 client-3 client-4 client-5',
      'client-1',
    ]);
    expect(covering({ client: 4, right: 0 })).toHaveLength(3);
  });

  test('are none for roles that are not there', () => {
    expect(covering({ aggregator: 1 })).toEqual([]);
  });
});
