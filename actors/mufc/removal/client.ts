/** A client's part in a removal request. */

import type { Labels } from '../../../src/core/kit/cluster.ts';
import { type Matrix, type Self, send, Stream } from '../../../src/core/kit/index.ts';
import { contributions, type Holdings, largest } from './holdings.ts';
import { Offer } from './messages.ts';

/** What a client knows of the clustering: the centre of each of its points. */
export interface Clustered {
  readonly labels: Labels;
  readonly centres: Matrix;
}

/** Tells an adversary how much of the loss this client's points contribute. */
export function* offer(
  holdings: Holdings,
  { labels, centres }: Clustered,
  { request, count }: { readonly request: number; readonly count: number },
) {
  const values = contributions(holdings.points, labels, centres);
  const contribution = largest(values, count).reduce((sum, row) => sum + values[row], 0);
  yield* send('server', Offer, { request, contribution: Float64Array.of(contribution) });
}

/** The rows that a request is about. */
export function rowsToRemove(
  self: Self,
  holdings: Holdings,
  { labels, centres }: Clustered,
  order: {
    readonly request: number;
    readonly points: Uint32Array;
    readonly count: number;
    readonly adversarial: boolean;
  },
): number[] {
  if (order.points.length > 0) return holdings.rowsOf(order.points);
  if (order.adversarial) return largest(contributions(holdings.points, labels, centres), order.count);
  return holdings.draw(order.count, new Stream(self.random.streamKey('removal', `${order.request}`)));
}
