/** `cahoots schema`, as it is called. */

import { command } from '../command.ts';

const FLAGS = {};

export type SchemaFlags = typeof FLAGS;

export const SCHEMA = command({
  name: 'schema',
  group: 'scenarios and data',
  summary: 'print the JSON Schema of scenario files, for editors',
  details: 'It covers the protocols, attacks, faults and sources of plugins too.',
  takes: [],
  flags: FLAGS,
  examples: [['schema > scenario.schema.json', '']],
});
