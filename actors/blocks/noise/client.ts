/** A client's half of a noisy sum, called with `yield*` from any protocol's client. */

import { joinBytes } from '../../../src/core/kit/crypto.ts';
import {
  abort,
  collect,
  compute,
  handedOver,
  phase,
  type Self,
  send,
  silent,
} from '../../../src/core/kit/index.ts';
import { contributeSecretly, tellsAll } from '../sums/index.ts';
import { componentsOf, type NoisySum } from './agreement.ts';
import { Clear, Rebuild, Seed, SeedShares, Surplus } from './messages.ts';
import { addNoise, type AddNoiseInput, nextSeed, timedAddNoise } from './tasks.ts';

/**
 * Contributes integers to a sum that the server receives with noise.
 * Aborts if the server falls silent, or asks to remove noise that is still needed to hide the others' values.
 * @param values hands over one integer per element of the sum's ranges
 */
export function* contributeNoisily(self: Self, sum: NoisySum, values: () => Float64Array) {
  const { number: aggregation, clients, noise, session } = sum;
  if (noise.by === 'server') {
    yield* phase('collect');
    yield* send('server', Clear, { aggregation, values: values() });
    return;
  }
  const components = noise.by === 'nobody' ? [] : componentsOf(noise, clients.length);
  const random = self.random.scope('noise', `${aggregation}`);
  const own = random.secretKey('own');
  const surplus = random.secretKey('surplus');
  yield* phase('noise');
  const input = yield* noisy(sum, values, { components, own, surplus });
  if (components.length <= 1) {
    yield* contributeSecretly(self, session, input);
    return;
  }
  const seeds = seedsOf(surplus, components.length - 1);
  const { survivors, escrowed } = yield* contributeSecretly(self, session, input, seeds);

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
  // In the complete graph every client knows who survived; in a sparse one only the server does.
  const dropped = tellsAll(session) ? clients.length - survivors.size : 0;
  if (from <= dropped) {
    const reason = `expected that noise beyond component ${dropped} is too much, got component ${from}`;
    return yield* abort(reason, { blamed: ['server'] });
  }
  if (from === components.length) return;
  yield* send('server', Seed, { aggregation, seed: seeds[from - 1] });
  const [missing] = yield* collect(Rebuild, {
    count: 1,
    from: 'server',
    timeoutNs: 2 * session.timeoutNs,
    accept: ({ body }) => {
      if (body.aggregation !== aggregation) return 'late';
      // A client that dropped out has nothing in the sum; in a sparse graph, parties that are not neighbours are
      // unknown here.
      const right = body.parties.every((party) => !escrowed.has(party) || survivors.has(party));
      return right || 'no survivors';
    },
  });
  if (missing === undefined) return yield* silent('server');
  const parties = missing.body.parties.filter((party) => escrowed.has(party));
  if (parties.length === 0) return;
  const shares = joinBytes([...parties].map((party) => (escrowed.get(party) ?? [])[from - 1]));
  yield* send('server', SeedShares, { aggregation, parties, shares });
}

/** The values with this client's share of the noise, which are only held until they are masked. */
function* noisy(
  { noise, ranges, session }: NoisySum,
  values: () => Float64Array,
  drawn: Pick<AddNoiseInput, 'components' | 'own' | 'surplus'>,
) {
  const input = { modulus: session.modulus, values: values(), ranges, ...drawn };
  return handedOver(yield* compute(addNoise, timedAddNoise(noise, input)));
}

/** Seeds of the components that may be surplus: each follows from the one before. */
function seedsOf(first: Uint8Array, count: number): Uint8Array[] {
  const seeds = [first];
  while (seeds.length < count) seeds.push(nextSeed(seeds[seeds.length - 1]));
  return seeds;
}
