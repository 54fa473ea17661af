/** The `devices` section: how fast the actors' processors and links are. */

import { z } from 'zod';
import type { Random } from '../base/random.ts';
import { Sampler } from '../sim/distribution.ts';
import type { Bandwidth } from '../sim/network.ts';
import { bandwidth, rate } from '../base/units.ts';
import { section } from '../base/section.ts';
import { distribution } from '../sim/distribution-setting.ts';

export const devicesSection = section({
  durations: z.enum(['counted', 'measured']).default('counted').meta({
    description:
      'counted: from operations and rates; measured: what tasks take on this machine, so that only a replay is the same run',
  }),
  server: rate().prefault('2Gop/s'),
  clients: distribution(rate(), 'a rate such as 500Mop/s')
    .prefault('500Mop/s' as never)
    .meta({ description: 'one rate for all clients, or what each one draws its own from' }),
  overrides: z
    .array(
      section({
        actors: z.array(z.string()).min(1),
        rate: rate().optional(),
        uplink: bandwidth().optional(),
        downlink: bandwidth().optional(),
      }),
    )
    .default([])
    .meta({ description: 'single actors that differ, such as stragglers' }),
});

export type DeviceSettings = z.output<typeof devicesSection>;

/** Operations a second of the server and of every client. */
export interface Rates {
  readonly server: number;
  readonly clients: readonly number[];
}

export function deviceRates(settings: DeviceSettings, clients: readonly string[], random: Random): Rates {
  const own = (actor: string): number | undefined =>
    settings.overrides.findLast(({ actors, rate: ops }) => ops !== undefined && actors.includes(actor))?.rate;
  return {
    server: own('server') ?? settings.server,
    clients: clients.map((name) => {
      // Drawn even where it is overridden: an override must not look like another device elsewhere.
      const drawn = new Sampler(settings.clients, random.stream('device', name)).draw();
      return own(name) ?? Math.max(1, drawn);
    }),
  };
}

/** The bandwidth that an actor has of its own. */
export function ownBandwidth(settings: DeviceSettings, actor: string): Partial<Bandwidth> {
  const own = settings.overrides.filter(({ actors }) => actors.includes(actor));
  const uplinkBps = own.findLast(({ uplink }) => uplink !== undefined)?.uplink;
  const downlinkBps = own.findLast(({ downlink }) => downlink !== undefined)?.downlink;
  return { ...(uplinkBps !== undefined && { uplinkBps }), ...(downlinkBps !== undefined && { downlinkBps }) };
}
