/** `cahoots schema`: the JSON Schema of scenarios, for editors. */

import { scenarioJsonSchema } from '../run/scenario/schema.ts';
import type { Action } from './command.ts';
import type { SchemaFlags } from './commands/schema.ts';
import { EXIT } from './exit-codes.ts';
import { print } from './print.ts';

export const schemaCommand: Action<SchemaFlags> = {
  run({ plugins }) {
    print(`${JSON.stringify(scenarioJsonSchema(plugins), undefined, 2)}\n`);
    return Promise.resolve(EXIT.done);
  },
};
