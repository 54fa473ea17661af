/** SecFC's section 4.2 about fast interpolation and evaluation: how multiplications grow, and where they are fewer than with weights. */

import { log2 } from '../../../src/core/math/elementary/index.ts';
import { multiplications } from '../fast-sharing.ts';
import type { Cell } from './item.ts';

const CLIENTS = [5, 10, 20, 40, 80, 160, 320, 640, 1280] as const;
/** One segment, and t as in Figure 1. */
const valuesOf = (clients: number): number => 1 + Math.ceil(clients / 3);

/** Sharing: multiplications over n log² n must not grow; decoding: weights take 2(l+t)-1, which is below (l+t) log² (l+t). */
export function fastCells(): Promise<readonly Cell[]> {
  const counts = CLIENTS.map((clients) => multiplications(valuesOf(clients), clients));
  const share = counts.map((count, at) => count / (CLIENTS[at] * log2(CLIENTS[at]) ** 2));
  const first = CLIENTS.find((clients, at) => counts[at] < clients * valuesOf(clients));
  const large = CLIENTS.map(valuesOf).filter((known) => known >= 4);
  return Promise.resolve([
    {
      item: 'secfc-cost-fast',
      at: `sharing, n = ${CLIENTS[0]} to ${CLIENTS[CLIENTS.length - 1]}: fewer multiplications than with weights from n = ${first ?? 'none'} on, ${(counts[counts.length - 1] / (1280 * valuesOf(1280))).toFixed(2)} times as many at n = 1280`,
      found: {
        kind: 'cases',
        held: share.filter((one, at) => at === 0 || one <= share[at - 1]).length,
        of: share.length,
      },
    },
    {
      item: 'secfc-cost-fast',
      at: 'decoding: weights take 2(l+t)-1 multiplications, fewer than any interpolation',
      found: {
        kind: 'cases',
        held: large.filter((known) => 2 * known - 1 <= known * log2(known) ** 2).length,
        of: large.length,
      },
    },
  ]);
}
