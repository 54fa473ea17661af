/** `cahoots schema`: the JSON Schema of scenarios, for editors, and of what commands print, for programs. */

import { CahootsError } from '../core/base/errors.ts';
import { suggestion } from '../core/base/suggestion.ts';
import { jsonSchemaOf, scenarioJsonSchema } from '../run/scenario/schema.ts';
import type { Action } from './command.ts';
import type { SchemaFlags } from './commands/schema.ts';
import { EXIT } from './exit-codes.ts';
import { print } from './print.ts';
import { PRINTED } from './printed/index.ts';

export const schemaCommand: Action<SchemaFlags> = {
  run({ values: { of }, plugins }) {
    const schema = of === undefined ? scenarioJsonSchema(plugins) : printedJsonSchema(of);
    print(`${JSON.stringify(schema, undefined, 2)}\n`);
    return Promise.resolve(EXIT.done);
  },
};

/**
 * Of what a command prints with `--json`.
 * @throws CahootsError if it prints nothing then
 */
export function printedJsonSchema(name: string): object {
  const names = Object.keys(PRINTED);
  if (names.includes(name)) return jsonSchemaOf(PRINTED[name]);
  const message = `expected one of ${names.join(', ')}, got ${name}${suggestion(name, names)}`;
  throw new CahootsError('bad-input', message, { path: '--of' });
}
