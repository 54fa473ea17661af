/** `cahoots schema`: the JSON Schema of scenarios, for editors. */

import { scenarioJsonSchema } from '../scenario/schema.ts';
import type { Command } from './command.ts';
import { EXIT } from './exit-codes.ts';

export const schemaCommand: Command = {
  summary: 'print the JSON Schema of scenario files, for editors',
  usage: 'schema',
  run(_args, protocols) {
    process.stdout.write(`${JSON.stringify(scenarioJsonSchema(Object.values(protocols)), undefined, 2)}\n`);
    return Promise.resolve(EXIT.done);
  },
};
