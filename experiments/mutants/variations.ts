/** Sound protocols in many settings, which must not be flagged. */

import { fastlloyd, feddp, kfed, lloyd, mufc, secfc } from '../../bin/standard.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';
import { additive } from './additive.ts';
import type { Mutant } from './mutant.ts';
import { SETTINGS, type SettingName } from './settings.ts';

/** The sound twins of mutants. */
export const twins: readonly Mutant[] = (
  [
    ['secfc', secfc],
    ['secfc checked', secfc],
    ['secfc large', secfc],
    ['additive', additive('additive') as AnyProtocol],
    ['mufc', mufc],
    ['mufc three', mufc],
    ['mufc coded', mufc],
    ['mufc in the clear', mufc],
    ['fastlloyd', fastlloyd],
    ['feddp', feddp],
    ['feddp enforced', feddp],
    ['feddp proven', feddp],
    ['kfed', kfed],
    ['lloyd', lloyd],
  ] as const
).map(([setting, protocol]) => ({ name: `twin: ${setting}`, what: 'as published', protocol, setting }));

const PROTOCOLS = { secfc, mufc, fastlloyd, kfed, lloyd };

/** A setting with some of its sections, and of its protocol's settings, replaced. */
function varied(base: SettingName, change: object, settings: object = {}): object {
  const own = SETTINGS[base] as { readonly protocol: object };
  return { ...own, ...change, protocol: { ...own.protocol, timeout: '2s', ...settings } };
}

const variation = (
  base: keyof typeof PROTOCOLS,
  what: string,
  change: object,
  settings?: object,
): Mutant => ({
  name: `${base}: ${what}`,
  what,
  protocol: PROTOCOLS[base],
  setting: varied(base, change, settings),
});

const everywhere: readonly (readonly [what: string, change: object])[] = [
  ['seven clients', { clients: 7 }],
  ['a wide network', { network: { preset: 'wan' } }],
  ['tcp', { network: { preset: 'wan', transport: 'tcp' } }],
  ['losses', { network: { preset: 'lan', loss: '2%' } }],
  ['messages twice', { faults: [{ fault: 'duplicate', who: 'everyone', rate: 0.5 }] }],
  [
    'messages out of order',
    {
      faults: [
        { fault: 'delay', who: 'everyone', rate: 0.5, by: { uniform: { minimum: '0ms', maximum: '90ms' } } },
      ],
    },
  ],
  ['other data', { data: { ...SETTINGS.mufc.data, points: 60, dimension: 2 } }],
];

const crash = { faults: [{ fault: 'crash', who: 'client-4', when: { at: '1ms' }, restartAfter: '5ms' }] };
const dropout = (type: string): object => ({
  faults: [{ fault: 'dropout', who: 'client-4', when: { sent: type, messages: 1 } }],
});

/** Forty of them. */
export const variations: readonly Mutant[] = [
  ...(['secfc', 'mufc', 'fastlloyd', 'kfed', 'lloyd'] as const).flatMap((base) =>
    everywhere
      // FastLloyd's noise is for its own data.
      .filter(([what]) => base !== 'fastlloyd' || what !== 'other data')
      .map(([what, change]) => variation(base, what, change)),
  ),
  variation('secfc', 'one colluding client', {}, { privacy: 1 }),
  variation('secfc', 'two segments', { clients: 7 }, { segments: 2 }),
  variation('secfc', 'a crash and a restart', { clients: 7, ...crash }),
  variation('secfc', 'a dropout while sharing', { clients: 7, ...dropout('shares') }),
  variation('mufc', 'a dropout after its shares', dropout('secret-shares')),
  variation('secfc', 'three clusters', {}, { clusters: 3 }),
];
