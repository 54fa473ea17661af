/** FedDP-KMeans, broken: clients' shares of the noise, clipping, and proven sums. */

import { feddp } from '../../../bin/standard.ts';
import { Clear } from '../../../actors/blocks/noise/messages.ts';
import { addNoise, nextSeed } from '../../../actors/blocks/noise/tasks.ts';
import { shard } from '../../../actors/blocks/prio3/tasks.ts';
import { placeOnGrid } from '../../../actors/feddp/tasks.ts';
import { sha256, utf8 } from '../../../src/core/kit/crypto.ts';
import { changed, computing, drawing, replacing } from '../broken.ts';
import type { Yields } from '../../../src/core/engine/actors/effect.ts';
import type { Mutant } from '../mutant.ts';
import type { SettingName } from '../settings.ts';

type Noise = Parameters<typeof addNoise.run>[0];

const noisy = (
  name: string,
  what: string,
  change: (input: Noise) => Partial<Noise>,
  setting: SettingName = 'feddp',
): Mutant => ({
  name,
  what,
  setting,
  protocol: computing(feddp, addNoise, (input) => addNoise.run({ ...input, ...change(input) })),
});

const proven = (
  name: string,
  what: string,
  change: (input: Parameters<typeof shard.run>[0]) => Partial<Parameters<typeof shard.run>[0]>,
): Mutant => ({
  name,
  what,
  setting: 'feddp proven',
  protocol: computing(feddp, shard, (input) => shard.run({ ...input, ...change(input) })),
});

const PROVEN: SettingName = 'feddp proven';

export const feddpMutants: readonly Mutant[] = [
  noisy('no shares of noise', 'clients add no noise', () => ({ components: [] })),
  noisy('shares of noise too small', "a client's share has half of the variance", ({ components }) => ({
    components: components.map(({ numerator, denominator }) => ({ numerator, denominator: 2 * denominator })),
  })),
  noisy(
    'shares for twice as many clients',
    'a share is for the square of the number of clients',
    ({ components }) => ({
      components: components.map(({ numerator, denominator }) => ({
        numerator,
        denominator: denominator * denominator,
      })),
    }),
  ),
  noisy('noise in the code', "clients' noise is drawn with a key in the code", () => ({
    own: sha256(utf8('noise')),
  })),
  noisy(
    'own follows from surplus',
    'the seed of what stays is derived from the one that is revealed',
    ({ surplus }) => ({ own: nextSeed(surplus) }),
    'feddp enforced',
  ),
  noisy(
    'own is surplus',
    'one seed draws what stays and what is removed',
    ({ surplus }) => ({ own: surplus }),
    'feddp enforced',
  ),
  {
    name: 'noise of all sums',
    what: "a client's share of the noise is the same in all sums",
    setting: 'feddp',
    protocol: drawing(feddp, (self) =>
      replacing(self.random, (full, scope) =>
        scope[0] === 'noise' && full[0] === 'own' ? self.random.again().secretKey('own') : undefined,
      ),
    ),
  },
  {
    name: 'dropped clip of points',
    what: 'points are put on the grid without being clipped',
    setting: 'feddp',
    protocol: computing(feddp, placeOnGrid, (input) => {
      const grid = placeOnGrid.run(input);
      return { ...grid, values: grid.values.map((x) => 8 * x) };
    }),
  },
  {
    name: 'sums in the clear beside',
    what: 'a client sends its vector to the server in the clear too, as another setting does',
    setting: 'feddp',
    protocol: clearly(),
  },
  proven('seeds from the nonce', 'the seeds of shares are hashes of the nonce', ({ nonce, seeds }) => ({
    seeds: seeds.map((seed, i) => sha256(utf8(`${i} ${nonce.join()}`)).slice(0, seed.length)),
  })),
  proven('seeds in the code', 'the seeds of shares are constants', ({ seeds }) => ({
    seeds: seeds.map((seed, i) => sha256(utf8(`${i}`)).slice(0, seed.length)),
  })),
  {
    name: 'both shares to both',
    what: 'both aggregators get both shares of a report',
    setting: PROVEN,
    protocol: changed(feddp, (effect) => {
      if (effect.kind !== 'send-each' || effect.type.name !== 'report') return [effect];
      const { to, body } = effect;
      return [effect, { ...effect, body: (place: number) => body((place + 1) % to.length) }];
    }),
  },
  {
    name: 'seeds of all reports',
    what: "the seeds of a client's shares are the same in all sums",
    setting: PROVEN,
    protocol: drawing(feddp, (self) =>
      replacing(self.random, (full, scope) =>
        scope[0] === 'prio3' && full[0] === 'seed' ? self.random.again().secretKey(...full) : undefined,
      ),
    ),
  },
];

/** Clients that send what they add noise to. */
function clearly(): Mutant['protocol'] {
  const held = new WeakMap<object, Float64Array>();
  const adding = computing(feddp, addNoise, (input, self) => {
    held.set(self, input.values);
    return addNoise.run(input);
  });
  return changed(adding, (effect, self) => {
    const values = held.get(self);
    if (effect.kind !== 'send' || effect.type.name !== 'masked' || values === undefined) return [effect];
    const { aggregation } = effect.body as { aggregation: number };
    return [effect, { kind: 'send', to: 'server', type: Clear, body: { aggregation, values } } as Yields];
  });
}
