/** The `devices` section: how fast the actors' processors and links are. */

import { z } from 'zod';
import { defined } from '../../core/base/defined.ts';
import type { Random } from '../../core/base/random.ts';
import { clamped, Sampler } from '../../core/engine/network/distribution.ts';
import { isAmong, type Parties } from '../../core/protocol/parties.ts';
import type { Problem } from '../../core/protocol/protocol.ts';
import { Directory, roleOf } from '../../core/engine/messages/directory.ts';
import type { Machine } from '../../core/engine/simulation/machines.ts';
import type { Bandwidth } from '../../core/engine/network/network.ts';
import { bandwidth, rate } from '../../core/base/units.ts';
import { section } from '../../core/base/section.ts';
import { assert } from '../../core/base/errors.ts';
import { capacitySetting } from './capacity.ts';
import type { Content } from './content.ts';
import type { FindFile } from './data-files.ts';
import { type Profile, profileSection, readProfile } from './profile.ts';
import { distribution } from '../../core/engine/network/latency.ts';

const profile = () =>
  z.union([z.string().min(1), profileSection], {
    error: 'expected the file of a device profile, or the content of one',
  });

export const devicesSection = section({
  durations: z.enum(['counted', 'measured']).default('counted').meta({
    description:
      'counted: from operations and rates; measured: the time that tasks take on this machine, so that only a replay repeats the run',
  }),
  profile: profile().optional().meta({
    description:
      'the time that tasks and messages took on a machine, as written by cahoots calibrate: it replaces counted operations for all parties without a rate of their own under overrides',
    example: 'laptop.yaml',
  }),
  profiles: z
    .record(z.string(), profile())
    .default({})
    .meta({
      description: 'one profile for all parties of a role, which takes precedence over the one for all',
      example: { server: 'rack.yaml' },
    }),
  server: rate().prefault('2Gop/s').meta({ description: 'of every party that holds no data' }),
  roles: z
    .record(z.string(), rate())
    .default({})
    .meta({ description: 'one rate for all parties of a role', example: { helper: '1Gop/s' } }),
  clients: distribution(rate(), 'a rate such as 500Mop/s')
    .prefault('500Mop/s')
    .meta({ description: 'one rate for all clients, or a distribution from which each draws its own' }),
  capacity: capacitySetting,
  machines: z
    .array(
      section({
        actors: z
          .array(z.string())
          .min(1)
          .meta({ description: 'by name, clients, or * for everybody', example: ['*'] }),
        processors: z
          .int()
          .min(1)
          .max(1024)
          .meta({ description: 'how many computations run at once', example: 2 }),
      }),
    )
    .default([])
    .meta({
      description:
        'actors on one machine, whose computations wait for one of its processors; of several entries for an actor, the last. All others have a machine of their own',
      example: [{ actors: ['*'], processors: 2 }],
    }),
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
    .meta({
      description: 'single actors that differ, such as stragglers; of several entries for an actor, the last',
    }),
});

export type DeviceSettings = z.output<typeof devicesSection>;

/** Settings that are each valid, but incompatible. */
export function deviceProblems({ durations, profile: all, profiles }: DeviceSettings): Problem[] {
  if (durations === 'counted' || (all === undefined && Object.keys(profiles).length === 0)) return [];
  return [{ path: 'devices.durations', expected: 'counted with a device profile', got: durations }];
}

/** The contents of the device profiles that the section names as files, and where it names them. */
export function profileContents(
  { profile: all, profiles }: DeviceSettings,
  files: FindFile,
): readonly Content[] {
  const named = [
    { path: ['devices', 'profile'], file: all },
    ...Object.entries(profiles).map(([role, file]) => ({ path: ['devices', 'profiles', role], file })),
  ];
  return named.flatMap(({ path, file }) =>
    typeof file === 'string' ? [{ path, value: readProfile(files(file)) }] : [],
  );
}

/**
 * The profile of each party; undefined for parties whose durations follow from counted operations. All files
 * have been read by now.
 */
export function profilesOf(
  settings: DeviceSettings,
  parties: Parties,
): ((actor: string) => Profile | undefined) | undefined {
  const { profile: all, profiles } = settings;
  if (all === undefined && Object.keys(profiles).length === 0) return undefined;
  const rated = settings.overrides.filter((own) => own.rate !== undefined);
  const isRated = rated.map(({ actors }) => isAmong(actors, parties));
  return (actor) => {
    if (isRated.some((among) => among(actor))) return undefined;
    const found = profiles[roleOf(actor)] ?? all;
    assert(typeof found !== 'string', `the device profile ${String(found)} was not read`);
    return found;
  };
}

/** Operations a second of every party, by role. */
export type Rates = Readonly<Record<string, readonly number[]>>;

/** The operations a second of every party, drawn by name so that overrides change no other party's draw. */
export function deviceRates(settings: DeviceSettings, parties: Parties, random: Random): Rates {
  const { roles } = parties;
  const directory = new Directory(roles);
  const overrides = settings.overrides.map((own) => ({ ...own, isFor: isAmong(own.actors, parties) }));
  const { clients } = settings;
  // The same for all needs no stream for each.
  const drawnOf = (name: string): number =>
    'constant' in clients
      ? clamped(clients.constant)
      : new Sampler(clients, random.stream('device', name)).draw();
  const rateOf = (name: string, role: string, holds: boolean): number => {
    const own = overrides.findLast((entry) => entry.rate !== undefined && entry.isFor(name))?.rate;
    const given = own ?? settings.roles[role];
    if (!holds) return given ?? settings.server;
    // Drawn even if it is overridden: an override must not change the draws of other devices.
    return given ?? Math.max(1, drawnOf(name));
  };
  return Object.fromEntries(
    roles.map(({ role, holds = false }) => [
      role,
      directory.names(role).map((name) => rateOf(name, role, holds)),
    ]),
  );
}

/** Which actors share processors. */
export function machinesOf({ machines }: DeviceSettings, parties: Parties): readonly Machine[] {
  const directory = new Directory(parties.roles);
  const all = Array.from({ length: directory.size }, (_, id) => id);
  return machines.map(({ actors, processors }) => {
    const isOn = isAmong(actors, parties);
    return { actors: all.filter((id) => isOn(directory.name(id))), processors };
  });
}

const NO_OVERRIDE: Partial<Bandwidth> = {};

/** An actor's own bandwidth. */
export function ownBandwidth(
  settings: DeviceSettings,
  parties: Parties,
): (actor: string) => Partial<Bandwidth> {
  const overrides = settings.overrides.map((own) => ({ ...own, isFor: isAmong(own.actors, parties) }));
  if (overrides.length === 0) return () => NO_OVERRIDE;
  return (actor) => {
    const own = overrides.filter(({ isFor }) => isFor(actor));
    const uplinkBps = own.findLast(({ uplink }) => uplink !== undefined)?.uplink;
    const downlinkBps = own.findLast(({ downlink }) => downlink !== undefined)?.downlink;
    return defined({ uplinkBps, downlinkBps });
  };
}
