import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { share, Shares, type Sharer } from '../../../../src/core/engine/tcp/sharing.ts';

function rates(flows: readonly (readonly [up: number, down: number])[], bps: readonly number[]): Sharer[] {
  const sharers = flows.map(([up, down]) => ({ up, down, rate: 0, bottleneck: -1 }));
  share(sharers, new Shares(bps.length), (link) => bps[link]);
  return sharers;
}

const all = Number.POSITIVE_INFINITY;

describe('rates', () => {
  test('a flow alone has what its narrower link has', () => {
    expect(rates([[0, 1]], [20, 100])[0]).toMatchObject({ rate: 20, bottleneck: 0 });
    expect(rates([[0, 1]], [20, 5])[0]).toMatchObject({ rate: 5, bottleneck: 1 });
  });

  test('flows from one sender divide its uplink, and what one cannot use the others have', () => {
    const flows = [
      [0, 1],
      [0, 2],
      [0, 3],
    ] as const;
    expect(rates(flows, [30, all, all, all]).map(({ rate }) => rate)).toEqual([10, 10, 10]);
    expect(rates(flows, [30, 4, all, all]).map(({ rate }) => rate)).toEqual([4, 13, 13]);
  });

  test('the example of Bertsekas and Gallager: a link far away sets free what its flows cannot use', () => {
    // Uplinks 0 and 1, downlinks 2 and 3: flow A shares 0 with B, B shares 3 with C and D.
    const flows = [
      [0, 2],
      [0, 3],
      [1, 3],
      [1, 3],
    ] as const;
    expect(rates(flows, [10, all, all, 9]).map(({ rate }) => rate)).toEqual([7, 3, 3, 3]);
  });

  test('nobody can have more without somebody having less who has no more, and no link is over its rate', () => {
    const ups = [0, 1, 2, 3];
    const downs = [4, 5, 6, 7];
    const bps = fc.array(fc.oneof(fc.integer({ min: 1, max: 1000 })), { minLength: 8, maxLength: 8 });
    const flows = fc.array(fc.tuple(fc.constantFrom(...ups), fc.constantFrom(...downs)), {
      minLength: 1,
      maxLength: 30,
    });
    fc.assert(
      fc.property(flows, bps, (pairs, capacity) => {
        const sharers = rates(pairs, capacity);
        const on = (link: number): Sharer[] => sharers.filter(({ up, down }) => up === link || down === link);
        const used = (link: number): number => on(link).reduce((sum, { rate }) => sum + rate, 0);
        for (const link of [...ups, ...downs])
          expect(used(link)).toBeLessThanOrEqual(capacity[link] * (1 + 1e-9));
        for (const flow of sharers) {
          const { bottleneck, rate } = flow;
          expect(used(bottleneck)).toBeGreaterThan(capacity[bottleneck] * (1 - 1e-9));
          for (const other of on(bottleneck)) expect(other.rate).toBeLessThanOrEqual(rate * (1 + 1e-9));
        }
      }),
      { numRuns: 300 },
    );
  });
});
