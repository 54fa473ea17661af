/** YAML files with something for each party, by its name. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { z } from 'zod';
import { CahootsError } from '../core/base/errors.ts';
import { requireFile, wrongFile } from '../run/data/file.ts';
import { quoteValue } from '../run/data/quote.ts';

/**
 * What a file has for each party.
 * @param what the file is
 * @throws CahootsError for any other content
 */
export function readByParty<T>(
  file: string,
  what: string,
  schema: z.ZodType<Readonly<Record<string, T>>>,
): ReadonlyMap<string, T> {
  requireFile(file, what);
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrongFile(file, `expected YAML, got ${(error as Error).message.split('\n')[0]}`);
  }
  const { data, error } = schema.safeParse(content);
  if (data !== undefined) return new Map(Object.entries(data));
  const [{ path, message }] = error.issues;
  const found = path.reduce(
    (value, key) => (value as Readonly<Record<PropertyKey, unknown>> | undefined)?.[key],
    content,
  );
  throw new CahootsError('bad-input', `${message}, got ${quoteValue(found)}`, {
    file,
    path: path.join('.'),
  });
}
