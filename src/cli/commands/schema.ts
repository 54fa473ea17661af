/** `cahoots schema`, as it is called. */

import { command } from '../command.ts';

const FLAGS = {};

export type SchemaFlags = typeof FLAGS;

export const SCHEMA = command({
  name: 'schema',
  group: 'scenarios and data',
  summary: 'print the JSON Schema of scenario files, for editors',
  details: 'Protocols, attacks, faults and sources of plugins are part of it.',
  takes: [],
  flags: FLAGS,
  examples: [['schema > scenario.schema.json', '']],
});
