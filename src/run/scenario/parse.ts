/** A scenario's values by the schema, or everything wrong with them. */

import { type CahootsError, CahootsErrors } from '../../core/base/errors.ts';
import type { Registry } from '../plugin/registry.ts';
import type { ScenarioFile } from './document.ts';
import { describeIssues } from './issues.ts';
import { readDocument } from './read.ts';
import { renamedSettings } from './renamed.ts';
import { type ScenarioDocument, scenarioSchema } from './schema.ts';

/**
 * @param values the file's, or with contents in place of files' names
 * @throws CahootsError with every mistake found
 */
export function parse(source: ScenarioFile, known: Registry, values = source.values): ScenarioDocument {
  const parsed = readDocument(values, known);
  if (parsed.success) return parsed.data;
  // No old name of a setting is also a current one.
  refuse(renamedSettings(source, known));
  const [first, ...others] = describeIssues(parsed.error.issues, source, scenarioSchema(known));
  throw new CahootsErrors([first as CahootsError, ...others]);
}

/**
 * Ends with all mistakes at once.
 * @throws CahootsError with all of them, if there are any
 */
export function refuse(errors: readonly CahootsError[]): void {
  const [first, ...others] = errors;
  if (first !== undefined) throw new CahootsErrors([first, ...others]);
}
