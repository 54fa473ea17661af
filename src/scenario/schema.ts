/** What a scenario file may say. The same schema checks it and is exported as JSON Schema for editors. */

import { z } from 'zod';
import { KINDS } from '../fault/kinds.ts';
import type { FaultKind } from '../fault/kind.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { duration, size, volume } from '../base/units.ts';
import { collusionSection } from './collusion.ts';
import { dataSection } from './data.ts';
import { devicesSection } from './devices.ts';
import { expectSection } from './expect.ts';
import { faultsSection } from './faults.ts';
import { networkSection } from './network.ts';
import { choice, section } from '../base/section.ts';
import { swarmSection } from './swarm.ts';

/** The schema that was asked for last: a study asks for the same before every run, and to build it takes as long as a small one. */
let newest:
  | {
      readonly protocols: readonly AnyProtocol[];
      readonly kinds: readonly FaultKind[];
      readonly schema: ScenarioSchema;
    }
  | undefined;

type ScenarioSchema = ReturnType<typeof buildSchema>;
/** Traces number messages with 32 bits, of which the last stands for none. */
const MOST_MESSAGES = 2 ** 32 - 1;

/** The schema of scenarios for these protocols and kinds of fault. */
export function scenarioSchema(
  protocols: readonly AnyProtocol[],
  kinds: readonly FaultKind[] = KINDS,
): ScenarioSchema {
  if (newest === undefined || !sameItems(newest.protocols, protocols) || !sameItems(newest.kinds, kinds)) {
    newest = { protocols: [...protocols], kinds: [...kinds], schema: buildSchema(protocols, kinds) };
  }
  return newest.schema;
}

function sameItems<T>(a: readonly T[], b: readonly T[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function buildSchema(protocols: readonly AnyProtocol[], kinds: readonly FaultKind[]) {
  const names = protocols.map(({ name }) => name);
  const sections = protocols.map(({ name, parameters }) =>
    section({ name: z.literal(name), ...parameters.shape }),
  );
  const others = protocols.map(({ name, parameters }) =>
    section({ name: z.literal(name), ...parameters.partial().shape }),
  );
  const comparedNames = `expected ${names.join(', ')}, or a mapping with one of them as name`;
  return section({
    $schema: z.string().optional(),
    name: z.string().default(''),
    description: z.string().default(''),
    seed: z.int().min(0).default(0).meta({ description: 'everything random follows from it' }),
    clients: z.int().min(1).max(10_000_000),
    data: dataSection,
    protocol: choice('name', names, sections as [(typeof sections)[0], ...typeof sections]),
    compare: z
      .array(
        z.union([z.enum(names), choice('name', names, others as [(typeof others)[0], ...typeof others])], {
          error: comparedNames,
        }),
      )
      .default([])
      .meta({
        description:
          'other protocols for `cahoots compare`, by name or with settings as under protocol; what both have carries over',
      }),
    network: networkSection.prefault({}),
    devices: devicesSection.prefault({}),
    faults: faultsSection(kinds),
    collusion: collusionSection,
    expect: expectSection.prefault({}).meta({ description: 'what must come of a run' }),
    swarm: swarmSection(kinds).prefault({}).meta({ description: 'what `cahoots swarm` may do' }),
    limits: section({
      time: duration().prefault('24h').meta({ description: 'virtual time after which a run ends undecided' }),
      message: size().prefault('256MiB').meta({ description: 'larger messages are refused unread' }),
      mailbox: size()
        .prefault('256MiB')
        .meta({ description: 'what may lie unread at an actor, beyond the newest message of each sender' }),
      messages: z
        .int()
        .min(1)
        .max(MOST_MESSAGES)
        .default(100_000_000)
        .meta({ description: 'messages, copies included, after which a run ends undecided' }),
      events: z
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .default(1_000_000_000)
        .meta({ description: 'things that happen, after which a run ends undecided' }),
      held: volume().prefault('8GiB').meta({
        description:
          'bytes on the way, unread in mailboxes and saved by actors, beyond which a run ends undecided; counted from its messages, never what the process happens to use',
      }),
    }).prefault({}),
  });
}

export type ScenarioDocument = z.output<ScenarioSchema>;

/** The schema as JSON Schema, for editors. */
export function scenarioJsonSchema(protocols: readonly AnyProtocol[], kinds?: readonly FaultKind[]): object {
  return z.toJSONSchema(scenarioSchema(protocols, kinds), { io: 'input', unrepresentable: 'any' });
}
