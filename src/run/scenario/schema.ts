/**
 * What a scenario file may contain. The same schema validates it and is exported as JSON Schema for editors.
 */

import { z } from 'zod';
import type { Plugin } from '../plugin/plugin.ts';
import { type Registry, registryOf } from '../plugin/registry.ts';
import { availabilitySetting } from './availability.ts';
import { collusionSection } from './collusion.ts';
import { dataSection } from './data.ts';
import { devicesSection } from './devices.ts';
import { expectSection } from './expect.ts';
import { faultsSection } from './faults.ts';
import { limitsSection } from './limits.ts';
import { networkSection } from './network.ts';
import { VERSION } from './renamed.ts';
import { useSection } from './use.ts';
import { choice, line, section } from '../../core/base/section.ts';
import { swarmSection } from './swarm.ts';
import { sweepSection } from './sweep.ts';

type ScenarioSchema = ReturnType<typeof buildSchema>;

/** Cached, since a study requests it before every run, and building it takes as long as a small run. */
const schemas = new WeakMap<Registry, ScenarioSchema>();

/** The schema of scenarios with these registered names. */
export function scenarioSchema(registered: Registry): ScenarioSchema {
  const schema = schemas.get(registered) ?? buildSchema(registered);
  schemas.set(registered, schema);
  return schema;
}

/** A protocol by its name, with its settings. */
function protocolSection(protocols: Registry['protocols']) {
  const sections = protocols.map(({ name, parameters }) =>
    section({ name: z.literal(name), ...parameters.shape }),
  );
  return choice('name', namesOf(protocols), sections as [(typeof sections)[0], ...typeof sections]);
}

/** A protocol by its name, alone or with some of its settings. */
function comparedProtocol(protocols: Registry['protocols']) {
  const names = namesOf(protocols);
  const sections = protocols.map(({ name, parameters }) =>
    section({ name: z.literal(name), ...parameters.partial().shape }),
  );
  const some = choice('name', names, sections as [(typeof sections)[0], ...typeof sections]);
  return z.union([z.enum(names), some], {
    error: `expected ${names.join(', ')}, or a mapping with one of them as name`,
  });
}

function namesOf(protocols: Registry['protocols']): string[] {
  return protocols.map(({ name }) => name);
}

function buildSchema(registered: Registry) {
  const { protocols, faults: kinds, middleware } = registered;
  return section({
    $schema: z.string().optional().meta({
      description: 'where the JSON Schema of scenarios is, for editors',
      example: './scenario.schema.json',
    }),
    version: z
      .literal(VERSION, { error: `expected ${VERSION}, the version of scenarios that is read` })
      .default(VERSION)
      .meta({ description: 'version of the names of settings' }),
    name: line.default('').meta({ description: 'the name in reports and tables; absent: that of the file' }),
    description: z
      .string()
      .default('')
      .meta({ description: 'for readers; it has no effect', example: 'a LAN with a straggler' }),
    seed: z.int().min(0).default(0).meta({ description: 'everything random follows from it' }),
    clients: z.int().min(1).max(10_000_000).meta({ description: 'how many parties hold points' }),
    data: dataSection(registered).meta({
      description: 'where the points come from, and which client holds which',
    }),
    protocol: protocolSection(protocols).meta({
      description: 'which protocol runs, with its settings',
    }),
    compare: z.array(comparedProtocol(protocols)).default([]).meta({
      description:
        'other protocols for `cahoots compare`, by name or with settings as under protocol; what both have carries over',
    }),
    network: networkSection(registered)
      .prefault({})
      .meta({ description: 'latency, loss and bandwidth between the parties' }),
    devices: devicesSection.prefault({}).meta({ description: 'how fast the parties compute' }),
    availability: availabilitySetting,
    use: useSection(middleware),
    faults: faultsSection(kinds),
    collusion: collusionSection,
    expect: expectSection.prefault({}).meta({ description: 'what must hold of a run' }),
    sweep: sweepSection
      .prefault({})
      .meta({ description: 'what `cahoots sweep` varies: paths of settings, with values for each' }),
    swarm: swarmSection(kinds).prefault({}).meta({ description: 'what `cahoots swarm` may do' }),
    limits: limitsSection.prefault({}).meta({
      description: 'bounds on a run; reaching one ends it undecided (exit code 3)',
    }),
  });
}

export type ScenarioDocument = z.output<ScenarioSchema>;

/** The schema as JSON Schema, for editors. */
export function scenarioJsonSchema(plugins: readonly Plugin[]): object {
  return jsonSchemaOf(scenarioSchema(registryOf(plugins)));
}

/** A schema as JSON Schema. */
export function jsonSchemaOf(schema: z.ZodType): object {
  return z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Examples of what is written in a file; Zod's own examples are of parsed values.
    override({ jsonSchema }) {
      const { example } = jsonSchema;
      if (example === undefined) return;
      delete jsonSchema['example'];
      jsonSchema.examples = [example];
    },
  });
}
