/** Mistakes with their places in the scenario's text. */

import { CahootsError, CahootsErrors, errorText } from '../../../src/core/base/errors.ts';
import { defined } from '../../../src/core/base/defined.ts';
import { SCENARIO } from './files.ts';
import type { Problem } from '../shapes.ts';

export function problemsOf(error: unknown): Problem[] {
  if (error instanceof CahootsErrors) return error.errors.map(problemOf);
  return [problemOf(error)];
}

function problemOf(error: unknown): Problem {
  if (!(error instanceof CahootsError)) return { kind: 'ours', message: oursText(error) };
  const { file, line, column } = error.place;
  const message = error.message.replaceAll(/\/work\/(?:scenario\.yaml(?::\d+)*:? ?)?/g, '');
  if (file !== undefined && file !== SCENARIO) return { kind: 'input', message };
  return defined({ kind: 'input' as const, message, line, column });
}

/** Memory is the one thing that a browser runs out of without a fault of ours. */
function oursText(error: unknown): string {
  return error instanceof RangeError
    ? `This browser gives the page no memory for that: ${errorText(error)}.`
    : `Cahoots made a mistake: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
