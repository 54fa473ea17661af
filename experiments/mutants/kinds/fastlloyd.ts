/** FastLloyd, broken: the common key, masks, and the server's noise. */

import { fastlloyd } from '../../../bin/standard.ts';
import { addNoise } from '../../../actors/blocks/noise/tasks.ts';
import { mask, sealForAll, unmask, type MaskingInput } from '../../../actors/fastlloyd/group.ts';
import { sumUp } from '../../../actors/fastlloyd/tasks.ts';
import { joinBytes, sha256, utf8 } from '../../../src/core/kit/crypto.ts';
import { ModularVectors } from '../../../src/core/kit/field.ts';
import { changed, computing, drawing, replacing } from '../broken.ts';
import type { Mutant } from '../mutant.ts';

type Noise = Parameters<typeof addNoise.run>[0];

const noisy = (name: string, what: string, run: (input: Noise) => Uint32Array): Mutant => ({
  name,
  what,
  setting: 'fastlloyd',
  protocol: computing(fastlloyd, addNoise, run),
});

/** Masks and their removal under keys that are confused in the same way. */
const confused = (
  name: string,
  what: string,
  confuse: (input: Pick<MaskingInput, 'party' | 'iteration'>) => Partial<MaskingInput>,
): Mutant => ({
  name,
  what,
  setting: 'fastlloyd',
  protocol: computing(
    computing(fastlloyd, mask, (input) => mask.run({ ...input, ...confuse(input) })),
    unmask,
    (input) => {
      const confusedOf = (party: number) => ({ party, ...confuse({ party, iteration: input.iteration }) });
      const [{ iteration = input.iteration } = {}] = input.parties.map(confusedOf) as Partial<MaskingInput>[];
      return unmask.run({
        ...input,
        iteration,
        parties: input.parties.map((party) => confusedOf(party).party),
      });
    },
  ),
});

/** Masks that are changed after they are drawn, and removed so. */
const altered = (
  name: string,
  what: string,
  change: (mask: Uint32Array, words: number) => Uint32Array,
): Mutant => {
  const drawn = (modulus: bigint, group: Uint8Array, party: number, iteration: number, length: number) => {
    const vectors = new ModularVectors(modulus);
    const key = sha256(joinBytes([utf8(`mask ${party} ${iteration}`), group]));
    return change(vectors.uniform(key, length), vectors.words);
  };
  return {
    name,
    what,
    setting: 'fastlloyd',
    protocol: computing(
      computing(fastlloyd, mask, ({ modulus, group, party, iteration, values }) => {
        const vectors = new ModularVectors(modulus);
        const masked = drawn(modulus, group, party, iteration, values.length);
        vectors.add(masked, vectors.from(Array.from(values, BigInt)));
        return vectors.pack(masked);
      }),
      unmask,
      ({ modulus, group, parties, iteration, length, values }) => {
        const vectors = new ModularVectors(modulus);
        const rest = values.slice();
        for (const party of parties) vectors.subtract(rest, drawn(modulus, group, party, iteration, length));
        return vectors.centred(rest);
      },
    ),
  };
};

/** Noise that is drawn, and then changed. */
const spoilt = (
  name: string,
  what: string,
  change: (noise: number, at: number, all: Float64Array) => number,
): Mutant =>
  noisy(name, what, (input) => {
    const vectors = new ModularVectors(input.modulus);
    const noise = vectors.centred(addNoise.run({ ...input, values: new Float64Array(input.values.length) }));
    return vectors.from(Array.from(noise, (x, i) => BigInt(Math.round(change(x, i, noise)))));
  });

const secret = (name: string, what: string, stream: string, key: string, role?: string): Mutant => ({
  name,
  what,
  setting: 'fastlloyd',
  protocol: drawing(
    fastlloyd,
    (self) => replacing(self.random, (full) => (full[0] === stream ? sha256(utf8(key)) : undefined)),
    role,
  ),
});

export const fastlloydMutants: readonly Mutant[] = [
  noisy('noise from a public seed', 'the noise is drawn with a key in the code', (input) =>
    addNoise.run({ ...input, own: sha256(utf8(`noise ${input.values.length}`)) }),
  ),
  noisy('no central noise', 'no noise is added', (input) => addNoise.run({ ...input, components: [] })),
  noisy('half of the noise', 'the noise has half of its variance', (input) =>
    addNoise.run({ ...input, components: [{ numerator: 1, denominator: 2 }] }),
  ),
  spoilt('positive noise', 'the sign of the noise is lost', (x) => Math.abs(x)),
  spoilt(
    'noise not scaled',
    'the noise is a tenth, as for the data before they are put on the grid',
    (x) => x / 10,
  ),
  spoilt('one draw for all', 'all entries have the same noise', (_x, _i, all) => all[0]),
  spoilt(
    'draws used twice',
    'every second entry has the noise of the one before',
    (_x, i, all) => all[i - (i % 2)],
  ),
  spoilt('last entry without noise', 'the last entry has no noise', (x, i, all) =>
    i === all.length - 1 ? 0 : x,
  ),
  spoilt('counts without noise', 'the counts have no noise', (x, i, all) => (i * 3 < all.length * 2 ? x : 0)),
  {
    name: 'noise used in every iteration',
    what: 'the noise is the same in all iterations',
    setting: 'fastlloyd',
    protocol: drawing(
      fastlloyd,
      (self) =>
        replacing(self.random, (full, _scope, draw) => (full[0] === 'noise' ? draw('noise') : undefined)),
      'server',
    ),
  },
  secret('common key in the code', 'the common key of the clients is a constant', 'common key', 'group'),
  {
    name: 'common key in the clear',
    what: 'the common key is sent to all, the server too, without encryption',
    setting: 'fastlloyd',
    protocol: telling(),
  },
  confused('one mask for all iterations', 'the key of a mask lacks the iteration', () => ({ iteration: 0 })),
  confused('one mask for all clients', 'the key of a mask lacks the client', () => ({ party: 0 })),
  altered('masks of 16 bits', 'masks are below 2^16', (drawn, words) =>
    drawn.map((x, i) => (i % words === 0 ? x & 0xffff : 0)),
  ),
  altered('last entry without mask', 'masks end before the last entry', (drawn, words) =>
    drawn.fill(0, drawn.length - words),
  ),
  altered('one mask word', 'a mask is one element, added to all entries', (drawn, words) =>
    drawn.map((_, i) => drawn[i % words]),
  ),
  {
    name: 'dropped clip',
    what: "a client's points far from their centre count in full",
    setting: 'fastlloyd',
    protocol: computing(fastlloyd, sumUp, (input) =>
      sumUp.run({ ...input, step: { ...input.step, radius: input.step.radius * 20 } }),
    ),
  },
];

/** A first client that sends the server what it sends the others, in the clear. */
function telling(): Mutant['protocol'] {
  const held = new WeakMap<object, Uint8Array>();
  const sealing = computing(fastlloyd, sealForAll, (input, self) => {
    held.set(self, joinBytes([input.group, new Uint8Array(16)]));
    return sealForAll.run(input);
  });
  return changed(sealing, (effect, self) => {
    const sealed = held.get(self);
    if (effect.kind !== 'send' || effect.type.name !== 'common-key' || sealed === undefined) return [effect];
    return [effect, { ...effect, to: 'server', body: { ...effect.body, sealed } }];
  });
}
