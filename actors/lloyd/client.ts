/** A client of centralised Lloyd: sends its points as they are, and learns their clusters. */

import {
  compute,
  type GivenShard,
  phase,
  receive,
  type Self,
  send,
  silent,
} from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { Points, Result } from './messages.ts';
import { quantisePoints } from './quantise.ts';

/** The client of centralised Lloyd, as a behaviour. */
export function* client(_self: Self, { agreed, shard }: GivenShard<Agreed>) {
  const { scale, timeout } = agreed;
  yield* phase('collect');
  const points = scale === undefined ? shard : yield* compute(quantisePoints, { points: shard, scale });
  yield* send('server', Points, { values: points.values });
  // The server itself may wait that long for other clients.
  const told = yield* receive(Result, { from: 'server', timeoutNs: 2 * timeout });
  if (told === undefined) yield* silent('server');
}
