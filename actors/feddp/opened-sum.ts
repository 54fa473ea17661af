/** A noisy sum as a coalition knows it: no message carries it, but the server can open it again. */

import { rehearse } from '../../src/core/kit/attack.ts';
import { ModularVectors } from '../../src/core/kit/field.ts';
import type { Observed, Self } from '../../src/core/kit/index.ts';
import { addNoise, componentsOf, sumNoisily } from '../blocks/noise/index.ts';
import type { Agreed, Stage } from './agreed.ts';
import { after, prepareServer } from './sums.ts';

/** The sum as integers, without the noise that members of the coalition added; zeros if the server is not a member. */
export function openedSum({ view: { agreed, members } }: Observed<Agreed>, stage: Stage): Float64Array {
  const server = members.find(({ name }) => name === 'server');
  if (server === undefined) return new Float64Array(stage.sum.session.length);
  const self: Self = { name: 'server', index: 0, random: server.random() };
  const opened = rehearse(sumAgain(self, agreed, stage), server.received);
  const values = opened?.values.slice() ?? new Float64Array(stage.sum.session.length);
  for (const { name, random } of members)
    if (name !== 'server') takeOff(values, agreed, stage, random().scope('noise', `${stage.sum.number}`));
  return values;
}

/** As the server sums, with what it does once before. */
function* sumAgain(self: Self, { stages }: Agreed, { sum }: Stage) {
  const setUp = yield* prepareServer(self, stages);
  return yield* sumNoisily(self, after(setUp, sum), []);
}

/** Removes a client's own share of the noise, whose seeds it knows. */
function takeOff(
  values: Float64Array,
  { noise, clients }: Agreed,
  { sum }: Stage,
  random: ReturnType<Observed['view']['members'][number]['random']>,
): void {
  const { modulus, length } = sum.session;
  const kept = noise.policy === 'enforced' ? 1 : Number.POSITIVE_INFINITY;
  const share = addNoise.run({
    modulus,
    values: new Float64Array(length),
    ranges: sum.ranges,
    components: componentsOf(noise, clients.length).slice(0, kept),
    own: random.secretKey('own'),
    surplus: random.secretKey('surplus'),
  });
  new ModularVectors(modulus).centred(share).forEach((x, at) => (values[at] -= x));
}
