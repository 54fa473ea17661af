/** The `devices` section: how fast the actors' processors and links are. */

import { z } from 'zod';
import type { Random } from '../base/random.ts';
import { Sampler } from '../sim/distribution.ts';
import { isAmong, type Parties } from '../protocol/parties.ts';
import { Directory } from '../sim/directory.ts';
import type { Bandwidth } from '../sim/network.ts';
import { bandwidth, rate } from '../base/units.ts';
import { section } from '../base/section.ts';
import { distribution } from '../sim/distribution-setting.ts';

export const devicesSection = section({
  durations: z.enum(['counted', 'measured']).default('counted').meta({
    description:
      'counted: from operations and rates; measured: what tasks take on this machine, so that only a replay is the same run',
  }),
  server: rate().prefault('2Gop/s').meta({ description: 'of every party that holds no data' }),
  roles: z
    .record(z.string(), rate())
    .default({})
    .meta({ description: 'one rate for all parties of a role', example: { helper: '1Gop/s' } }),
  clients: distribution(rate(), 'a rate such as 500Mop/s')
    .prefault('500Mop/s' as never)
    .meta({ description: 'one rate for all clients, or what each one draws its own from' }),
  overrides: z
    .array(
      section({
        actors: z.array(z.string()).min(1).meta({ description: 'by name' }),
        rate: rate().optional(),
        uplink: bandwidth().optional(),
        downlink: bandwidth().optional(),
      }),
    )
    .default([])
    .meta({ description: 'single actors that differ, such as stragglers' }),
});

export type DeviceSettings = z.output<typeof devicesSection>;

/** Operations a second of every party, by role. */
export type Rates = Readonly<Record<string, readonly number[]>>;

export function deviceRates(settings: DeviceSettings, parties: Parties, random: Random): Rates {
  const { roles } = parties;
  const directory = new Directory(roles);
  const overrides = settings.overrides.map((own) => ({ ...own, isFor: isAmong(own.actors, parties) }));
  const rateOf = (name: string, role: string, holds: boolean): number => {
    const own = overrides.findLast((entry) => entry.rate !== undefined && entry.isFor(name))?.rate;
    const given = own ?? settings.roles[role];
    if (!holds) return given ?? settings.server;
    // Drawn even where it is overridden: an override must not look like another device elsewhere.
    const drawn = new Sampler(settings.clients, random.stream('device', name)).draw();
    return given ?? Math.max(1, drawn);
  };
  return Object.fromEntries(
    roles.map(({ role, holds = false }) => [
      role,
      directory.names(role).map((name) => rateOf(name, role, holds)),
    ]),
  );
}

/** The bandwidth that an actor has of its own. */
export function ownBandwidth(
  settings: DeviceSettings,
  parties: Parties,
): (actor: string) => Partial<Bandwidth> {
  const overrides = settings.overrides.map((own) => ({ ...own, isFor: isAmong(own.actors, parties) }));
  return (actor) => {
    const own = overrides.filter(({ isFor }) => isFor(actor));
    const uplinkBps = own.findLast(({ uplink }) => uplink !== undefined)?.uplink;
    const downlinkBps = own.findLast(({ downlink }) => downlink !== undefined)?.downlink;
    return {
      ...(uplinkBps !== undefined && { uplinkBps }),
      ...(downlinkBps !== undefined && { downlinkBps }),
    };
  };
}
