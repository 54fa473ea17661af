/** Sums under coded masks (LightSecAgg), broken. */

import { mufc } from '../../../bin/standard.ts';
import { addShares } from '../../../actors/blocks/lightsecagg/masks.ts';
import { Masked } from '../../../actors/blocks/secagg/messages.ts';
import type { Yields } from '../../../src/core/engine/actors/effect.ts';
import { sha256, utf8 } from '../../../src/core/kit/crypto.ts';
import { changed, computing, drawing, replacing, withoutScope } from '../broken.ts';
import type { Mutant } from '../mutant.ts';

const SETTING = 'mufc coded';

const kept = (name: string, what: string, stream: string): Mutant => ({
  name,
  what,
  setting: SETTING,
  protocol: drawing(mufc, (self) => withoutScope(self.random, 'aggregation', stream)),
});

const secret = (name: string, what: string, stream: string, other: (name: string) => string): Mutant => ({
  name,
  what,
  setting: SETTING,
  protocol: drawing(mufc, (self) =>
    replacing(self.random, (full, scope) =>
      scope[0] === 'aggregation' && full[0] === stream ? sha256(utf8(other(self.name))) : undefined,
    ),
  ),
});

export const codedMutants: readonly Mutant[] = [
  kept('coded masks reused', 'the mask is the same in all sums', 'mask'),
  kept('noise of coded masks reused', 'the noise in the shares of masks is the same in all sums', 'noise'),
  secret('coded mask in the code', 'the mask is drawn with a key from the name', 'mask', (name) => name),
  secret(
    'coded noise in the code',
    'the noise in shares of masks is drawn with a key in the code',
    'noise',
    () => '',
  ),
  {
    name: 'coded masks of one stream',
    what: 'a mask and the noise in its shares are drawn with one key',
    setting: SETTING,
    protocol: drawing(mufc, (self) =>
      replacing(self.random, (full, scope, draw) =>
        scope[0] === 'aggregation' && full[0] === 'noise' ? draw('mask') : undefined,
      ),
    ),
  },
  {
    name: 'shares of masks one by one',
    what: "a client sends every client's share of its mask, not only their sum",
    setting: SETTING,
    protocol: sendingAll(),
  },
];

/** Clients that send what `addShares` adds up, before the sum. */
function sendingAll(): Mutant['protocol'] {
  const held = new WeakMap<object, ReturnType<typeof addShares.run>[]>();
  const adding = computing(mufc, addShares, (input, self) => {
    const alone = input.shares.map((share) => addShares.run({ ...input, shares: [share] }));
    held.set(self, alone);
    return addShares.run(input);
  });
  return changed(adding, (effect, self) => {
    const alone = held.get(self);
    if (effect.kind !== 'send' || effect.type.name !== 'coded-sum' || alone === undefined) return [effect];
    const tag = new Uint8Array();
    return [
      effect,
      ...alone.map(
        (values) => ({ ...effect, type: Masked, body: { ...effect.body, values, tag } }) as Yields,
      ),
    ];
  });
}
