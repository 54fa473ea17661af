/** Tiny casts on a network without surprises, and a record of everything that happens to them. */

import { inlineExecutor } from '../../src/core/engine/compute/inline.ts';
import { Random } from '../../src/core/base/random.ts';
import type { Role, Self } from '../../src/core/engine/actors/actor.ts';
import { Bus, type BusEvents } from '../../src/core/engine/messages/bus.ts';
import type { Behaviour } from '../../src/core/engine/actors/effects.ts';
import { integer, message, reals } from '../../src/core/engine/wire/message.ts';
import type { NetworkSpec } from '../../src/core/engine/network/network.ts';
import type { SimulationOptions, SimulationResult } from '../../src/core/engine/simulation/options.ts';
import { simulate } from '../../src/core/engine/simulation/simulation.ts';
import { KINDS } from '../../src/run/trace/record.ts';
import { RELIABLE } from '../../src/core/engine/network/transport-kind.ts';

/** Its payload is 7 bytes for values from 0 to 127: an array, the name, the value. */
export const Note = message('note', { value: integer });
export const Other = message('other', { value: integer });
export const Vector = message('vector', { values: reals });

export const NOTE_BYTES = 7;
export const LATENCY_NS = 1000;

/** Every message takes {@link LATENCY_NS}, and nothing else. */
const quiet: NetworkSpec = {
  latency: { constant: LATENCY_NS },
  loss: 0,
  transport: RELIABLE,
  retransmitNs: 50_000,
  framingBytes: 0,
  packsResidues: false,
  paths: 'mesh',
  hub: 'hub',
  bandwidth: () => ({ uplinkBps: Number.POSITIVE_INFINITY, downlinkBps: Number.POSITIVE_INFINITY }),
  link: () => ({}),
};

/** One actor that acts at time 0; an operation takes it a nanosecond. The result of a `server` is that of the run. */
export function actor(role: string, behaviour: (self: Self) => Behaviour, options: Partial<Role> = {}): Role {
  const reports = role === 'server' && ({ reports: true } as const);
  return { role, ...reports, starts: true, rate: () => 1e9, behaviour, ...options };
}

/** `count` such actors. */
export function actors(
  role: string,
  count: number,
  behaviour: (self: Self) => Behaviour,
  options: Partial<Role> = {},
): Role {
  return actor(role, behaviour, { count, ...options });
}

/** One or more actors that do nothing until a message comes, and nothing then: their mail piles up. */
export function bystander(role: string, options: Partial<Role> = {}): Role {
  // oxlint-disable-next-line require-yield, no-empty-function -- a behaviour without effects
  return actor(role, function* () {}, { starts: false, ...options });
}

export type Logged = { [K in keyof BusEvents]: { readonly kind: K } & BusEvents[K] }[keyof BusEvents];

export interface Played {
  readonly result: SimulationResult;
  readonly log: readonly Logged[];
  /** What happened of one kind, in order. */
  readonly of: <K extends keyof BusEvents>(kind: K) => BusEvents[K][];
}

export interface Play extends Partial<Omit<SimulationOptions, 'roles' | 'network' | 'random'>> {
  readonly network?: Partial<NetworkSpec>;
  readonly seed?: number;
}

/** Runs a cast to the end with nobody to record it but the bus. */
export function simulateQuietly(
  options: Pick<SimulationOptions, 'roles' | 'messages' | 'bus'> & Partial<SimulationOptions>,
): Promise<SimulationResult> {
  return simulate({ network: quiet, random: new Random(1), executor: inlineExecutor, ...options });
}

/** Runs a cast to the end. */
export async function play(
  roles: readonly Role[],
  { network, seed = 1, bus = new Bus(), ...options }: Play = {},
): Promise<Played> {
  const log: Logged[] = [];
  for (const kind of KINDS) {
    bus.on(kind, (event: BusEvents[typeof kind]) => log.push({ kind, ...event } as Logged));
  }
  const result = await simulateQuietly({
    roles,
    messages: [Note, Other, Vector],
    network: { ...quiet, ...network },
    random: new Random(seed),
    bus,
    ...options,
  });
  return {
    result,
    log,
    of: <K extends keyof BusEvents>(kind: K) =>
      log.flatMap(({ kind: logged, ...event }) =>
        logged === kind ? [event as unknown as BusEvents[K]] : [],
      ),
  };
}
