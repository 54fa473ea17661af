/**
 * Reads a scenario's values by the schema. Runs of a study differ in a few sections: the others, which are
 * the same objects, reuse their results from the previous run.
 */

import type { z } from 'zod';
import { deepFreeze } from '../../core/base/freeze.ts';
import type { Registry } from '../plugin/registry.ts';
import { type ScenarioDocument, scenarioSchema } from './schema.ts';

type Sections = Readonly<Record<string, unknown>>;
type Read = ReturnType<ReturnType<typeof scenarioSchema>['safeParse']>;

/** What each schema read last. */
const newest = new WeakMap<Registry, { readonly values: Sections; readonly document: ScenarioDocument }>();

/** The document, frozen; or everything wrong with it. */
export function readDocument(values: unknown, registered: Registry): Read {
  const sections = values as Sections;
  const document = fromBefore(sections, registered);
  if (document === undefined) {
    const read = scenarioSchema(registered).safeParse(values);
    if (read.success)
      newest.set(registered, { values: sections, document: deepFreeze(read.data, 'settings') });
    return read;
  }
  newest.set(registered, { values: sections, document });
  return { success: true, data: document };
}

/** Undefined unless reading the changed sections again is enough. */
function fromBefore(values: Sections, registered: Registry): ScenarioDocument | undefined {
  const before = newest.get(registered);
  if (before === undefined || !sameKeys(values, before.values)) return undefined;
  const { shape } = scenarioSchema(registered);
  const document: Record<string, unknown> = { ...before.document };
  for (const [key, value] of Object.entries(values)) {
    if (value === before.values[key]) continue;
    const read = (shape as Readonly<Record<string, z.ZodType>>)[key].safeParse(value);
    if (!read.success) return undefined;
    document[key] = deepFreeze(read.data, key);
  }
  return Object.freeze(document) as unknown as ScenarioDocument;
}

function sameKeys(a: object, b: object): boolean {
  const keys = Object.keys(a);
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key));
}
