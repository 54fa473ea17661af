/** `cahoots schema`: the JSON Schema of scenarios, for editors. */

import { CahootsError } from '../base/errors.ts';
import { scenarioJsonSchema } from '../scenario/schema.ts';
import type { Command } from './command.ts';
import { EXIT } from './exit-codes.ts';

export const schemaCommand: Command = {
  run(args, plugins) {
    if (args.length > 0) throw new CahootsError('bad-input', `expected no arguments, got ${args.join(' ')}`);
    process.stdout.write(`${JSON.stringify(scenarioJsonSchema(plugins), undefined, 2)}\n`);
    return Promise.resolve(EXIT.done);
  },
};
