/** `cahoots schema`, as it is called. */

import { command } from '../command.ts';
import { text } from '../flag.ts';

const FLAGS = {
  of: text('COMMAND', 'the schema of what this command prints with --json, instead'),
};

export type SchemaFlags = typeof FLAGS;

export const SCHEMA = command({
  name: 'schema',
  group: 'scenarios and data',
  summary: 'print the JSON Schema of scenario files, or of what a command prints as JSON',
  details:
    'That of scenarios covers the protocols, attacks, faults and sources of plugins too. That of sweep is about each of its lines.',
  takes: [],
  flags: FLAGS,
  examples: [
    ['schema > scenario.schema.json', ''],
    ['schema --of run', 'what cahoots run --json prints'],
  ],
});
