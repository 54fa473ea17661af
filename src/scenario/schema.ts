/** What a scenario file may say. The same schema checks it and is exported as JSON Schema for editors. */

import { z } from 'zod';
import type { AnyProtocol } from '../protocol/protocol.ts';
import { duration } from '../units.ts';
import { devicesSection } from './devices.ts';
import { networkSection } from './network.ts';
import { choice, section } from './section.ts';

const partition = choice(
  'by',
  ['iid', 'client', 'class'],
  [
    section({ by: z.literal('iid') }),
    section({ by: z.literal('client') }),
    section({
      by: z.literal('class'),
      classesPerClient: z
        .int()
        .min(1)
        .meta({ description: "k': a client holds points of at most so many classes" }),
    }),
  ],
);

const shared = { partition: partition.prefault({ by: 'iid' }) };

const data = choice(
  'source',
  ['gaussian-mixture', 'csv', 'npy'],
  [
    section({
      source: z.literal('gaussian-mixture'),
      points: z.int().min(1).max(100_000_000),
      dimension: z.int().min(1).max(1_000_000),
      components: z.int().min(1).max(65_535),
      deviation: z.number().min(0).max(1e100).meta({ description: 'standard deviation of every component' }),
      spread: z
        .number()
        .min(0)
        .max(1e100)
        .default(10)
        .meta({ description: 'centres are uniform in [-spread, spread] in every coordinate' }),
      truth: z.enum(['component', 'nearest-centre']).default('component'),
      ...shared,
    }),
    section({
      source: z.literal('csv'),
      file: z.string().meta({ description: 'relative to the scenario' }),
      label: z.string().optional().meta({ description: 'the column with the true class' }),
      client: z.string().optional().meta({ description: 'the column that says who holds the point' }),
      ignore: z.array(z.string()).optional().meta({ description: 'columns that are left out' }),
      missing: z
        .enum(['refuse', 'skip'])
        .default('refuse')
        .meta({ description: 'what to do with incomplete rows' }),
      ...shared,
    }),
    section({
      source: z.literal('npy'),
      points: z.string().meta({ description: 'file of m x d numbers, relative to the scenario' }),
      labels: z.string().optional(),
      clients: z.string().optional(),
      ...shared,
    }),
  ],
);

/** The schema of scenarios for these protocols. */
export function scenarioSchema(protocols: readonly AnyProtocol[]) {
  const names = protocols.map(({ name }) => name);
  const sections = protocols.map(({ name, parameters }) =>
    section({ name: z.literal(name), ...parameters.shape }),
  );
  const comparedNames = `expected ${names.join(', ')}, or a mapping with one of them as name`;
  return section({
    $schema: z.string().optional(),
    name: z.string().default(''),
    description: z.string().default(''),
    seed: z.int().min(0).default(0).meta({ description: 'everything random follows from it' }),
    clients: z.int().min(1).max(10_000_000),
    data,
    protocol: choice('name', names, sections as [(typeof sections)[0], ...typeof sections]),
    compare: z
      .array(z.union([z.enum(names), z.looseObject({ name: z.enum(names) })], { error: comparedNames }))
      .default([])
      .meta({
        description:
          'other protocols for `cahoots compare`, by name or with settings as under protocol; what both have carries over',
      }),
    network: networkSection.prefault({}),
    devices: devicesSection.prefault({}),
    limits: section({ time: duration().prefault('24h') })
      .prefault({})
      .meta({ description: 'virtual time after which a run ends undecided' }),
  });
}

export type ScenarioDocument = z.output<ReturnType<typeof scenarioSchema>>;

/** The schema as JSON Schema, for editors. */
export function scenarioJsonSchema(protocols: readonly AnyProtocol[]): object {
  return z.toJSONSchema(scenarioSchema(protocols), { io: 'input', unrepresentable: 'any' });
}
