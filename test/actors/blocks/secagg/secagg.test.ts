/** Secure aggregation as a whole: the sum, dropouts, the threshold, lies. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Packet, Rule } from '../../../../src/core/engine/network/rule.ts';
import { dropping } from '../../../support/scenarios.ts';
import { type Aggregated, plainSum, playAggregation } from '../../../support/secagg-parties.ts';

/** Loses what this client sends, from its first message of this type on. */
function silent(clients: readonly number[], type: string): Rule {
  const gone = new Set<number>();
  return dropping(({ sender, type: sent }: Packet) => {
    const who = sender - 1;
    if (clients.includes(who) && sent.name === type) gone.add(who);
    return gone.has(who);
  });
}

function right({ inputs, session }: Aggregated, survivors: readonly number[]): object {
  return { sum: plainSum(inputs, survivors, session.modulus), survivors };
}

const MODULI = [
  2n,
  97n,
  1n << 32n,
  (1n << 61n) - 1n,
  1n << 64n,
  10n ** 24n + 7n,
  (1n << 521n) - 1n,
  3n << 2000n,
];

describe('the sum', () => {
  test.each(MODULI)('is the plain sum modulo %d', async (modulus) => {
    const played = await playAggregation({ clients: 4, modulus });
    expect(played.outcome).toEqual(right(played, [0, 1, 2, 3]));
    expect(played.reasons).toEqual([undefined, undefined, undefined, undefined]);
    expect(played.result.ending).toBe('done');
  });

  test('holds for one client, for two, and for vectors of no elements', async () => {
    for (const setting of [{ clients: 1 }, { clients: 2 }, { clients: 3, length: 0, inputs: [[], [], []] }]) {
      const played = await playAggregation(setting);
      const everybody = Array.from({ length: setting.clients }, (_, j) => j);
      expect(played.outcome).toEqual(right(played, everybody));
    }
  });

  test('holds on a graph with few neighbours, with dropouts', async () => {
    const whole = await playAggregation({ clients: 12, neighbours: 4, threshold: 3 });
    expect(whole.outcome).toEqual(right(whole, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]));
    const sealed = whole.of('sent').filter(({ type }) => type === 'secret-shares');
    expect(new Set(sealed.map(({ payload }) => payload.byteLength)).size).toBe(1);
    const rules = [silent([3], 'masked'), silent([8], 'secret-shares')];
    const rest = await playAggregation({ clients: 12, neighbours: 4, threshold: 3, rules });
    expect(rest.outcome).toEqual(right(rest, [0, 1, 2, 4, 5, 6, 7, 9, 10, 11]));
  });

  test('holds in the malicious setting', async () => {
    const played = await playAggregation({ clients: 4, malicious: true });
    expect(played.outcome).toEqual(right(played, [0, 1, 2, 3]));
  });
});

const STEPS = ['keys', 'secret-shares', 'masked', 'unmasking'] as const;

describe('dropouts', () => {
  test('at every step leave the sum of those who sent a vector, down to the threshold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(undefined, ...STEPS), { minLength: 6, maxLength: 6 }),
        fc.integer({ min: 1, max: 6 }),
        async (leaves, threshold) => {
          const at = (step: string): number[] => [0, 1, 2, 3, 4, 5].filter((j) => leaves[j] === step);
          const played = await playAggregation({
            clients: 6,
            threshold,
            rules: STEPS.map((step) => silent(at(step), step)),
          });
          const answering = leaves.filter((leave) => leave === undefined).length;
          const survivors = [0, 1, 2, 3, 4, 5].filter(
            (j) => leaves[j] === undefined || leaves[j] === 'unmasking',
          );
          const missing = /^expected at least \d+ .*, got \d in time: \d of 6 are missing$/;
          const failure = { failure: expect.stringMatching(missing) as string };
          expect(played.outcome).toEqual(answering >= threshold ? right(played, survivors) : failure);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('below the threshold end every party, and the server says how many are missing', async () => {
    const { outcome, result, reasons } = await playAggregation({
      clients: 5,
      threshold: 4,
      rules: [silent([1, 3], 'masked')],
    });
    expect(outcome).toEqual({
      failure: 'expected at least 4 masked vectors, got 3 in time: 2 of 5 are missing',
    });
    expect(result.ending).toBe('done');
    expect(reasons).toEqual(Array.from({ length: 5 }, () => 'the server fell silent'));
  });

  test('between signatures and answers are tolerated in the malicious setting', async () => {
    const rules = [silent([2], 'consent'), silent([0], 'unmasking')];
    const played = await playAggregation({ clients: 7, threshold: 5, malicious: true, rules });
    expect(played.outcome).toEqual(right(played, [0, 1, 2, 3, 4, 5, 6]));
    expect(played.reasons[2]).toBe('the server fell silent');
  });

  test('in a sparse graph end the sum if a neighbourhood has too few shares left', async () => {
    const { outcome } = await playAggregation({
      clients: 8,
      neighbours: 2,
      threshold: 3,
      rules: [silent([5], 'unmasking')],
    });
    expect(outcome).toEqual({
      failure: expect.stringContaining('expected at least 3 shares of the secrets of client-') as string,
    });
  });
});
