/** A client's half of a noisy sum, called with `yield*` from any protocol's client. */

import {
  abort,
  type Behaviour,
  collect,
  compute,
  phase,
  type Self,
  send,
  silent,
} from '../../../src/kit/index.ts';
import { contribute } from '../secagg/client.ts';
import { componentsOf, type NoisySum } from './agreement.ts';
import { Clear, Seed, Surplus } from './messages.ts';
import { addNoise, nextSeed } from './tasks.ts';

/**
 * Adds integers to a sum that the server gets with noise.
 * @param values as many as the ranges of the sum have elements
 * Aborts where the server falls silent, or asks for noise without which the others would be hidden too little.
 */
export function* contributeNoisily(self: Self, sum: NoisySum, values: Float64Array): Behaviour {
  const { number: aggregation, clients, noise, ranges, session } = sum;
  if (noise.by === 'server') {
    yield* phase('collect');
    yield* send('server', Clear, { aggregation, values });
    return;
  }
  const components = noise.by === 'nobody' ? [] : componentsOf(noise, clients.length);
  const random = self.random.scope('noise', `${aggregation}`);
  const own = random.secretKey('own');
  const surplus = random.secretKey('surplus');
  yield* phase('noise');
  const { modulus } = session;
  const input = yield* compute(addNoise, { modulus, values, ranges, components, own, surplus });
  const survivors = yield* contribute(self, session, input);
  if (components.length <= 1) return;

  yield* phase('surplus');
  const [told] = yield* collect(Surplus, {
    count: 1,
    from: 'server',
    // The server may wait for others before it knows the sum.
    timeoutNs: 2 * session.timeoutNs,
    accept: ({ body }) => {
      if (body.aggregation !== aggregation) return 'late';
      return (body.from >= 1 && body.from <= components.length) || 'no component of the noise';
    },
  });
  if (told === undefined) return yield* silent('server');
  const { from } = told.body;
  // Whoever shares with everybody knows who survived; with a circle only the server does.
  const dropped = session.neighbours === undefined ? clients.length - survivors.size : 0;
  if (from <= dropped) {
    const reason = `expected that noise beyond component ${dropped} is too much, got component ${from}`;
    return yield* abort(reason, { blamed: ['server'] });
  }
  if (from === components.length) return;
  let seed = surplus;
  for (let k = 1; k < from; k++) seed = nextSeed(seed);
  yield* send('server', Seed, { aggregation, seed });
}
