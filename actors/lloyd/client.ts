/** A client of centralised Lloyd: sends its points as they are, and learns their clusters. */

import type { Matrix } from '../../src/base/matrix.ts';
import type { Self } from '../../src/sim/actor.ts';
import { type Behaviour, compute, phase, receive, send } from '../../src/sim/effects.ts';
import type { Agreed } from './agreed.ts';
import { Points, Result } from './messages.ts';
import { quantisePoints } from './quantise.ts';

export function* client(_self: Self, { scale, timeout }: Agreed, shard: Matrix): Behaviour {
  yield* phase('collect');
  const points = scale === undefined ? shard : yield* compute(quantisePoints, { points: shard, scale });
  yield* send('server', Points, { values: points.values });
  // The server itself may wait that long for somebody else.
  yield* receive(Result, { from: 'server', timeoutNs: 2 * timeout });
}
