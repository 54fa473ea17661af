/**
 * Where parties are on a machine with several networks: a YAML file with a host for each party and the
 * command that its process is started with.
 */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { CahootsError } from '../core/base/errors.ts';
import { requireFile, wrongFile } from '../run/data/file.ts';

/** A place on this machine with a network of its own, such as a network namespace. */
export interface Place {
  /** Its address there. */
  readonly host: string;
  /** The command that starts its process: a program and arguments, to which the party's own are appended. */
  readonly inside: readonly string[];
}

const place = z.strictObject(
  {
    host: z.string({ error: 'expected the address of a party as `host`' }).min(1),
    inside: z.array(z.string(), { error: 'expected a program and its words as `inside`' }),
  },
  { error: 'expected `host` and `inside`' },
);

/**
 * Where each of these parties runs, by its name.
 * @throws CahootsError for any other content, and if a party is missing
 */
export function readPlaces(file: string, parties: readonly string[]): ReadonlyMap<string, Place> {
  requireFile(file, 'a file with the places of all parties');
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrongFile(file, `expected YAML, got ${(error as Error).message.split('\n')[0]}`);
  }
  const { data, error } = z.record(z.string(), place).safeParse(content);
  if (data === undefined) {
    const [{ path, message }] = error.issues;
    throw new CahootsError('bad-input', `${message}, got something else`, { file, path: path.join('.') });
  }
  const missing = parties.find((name) => !Object.hasOwn(data, name));
  if (missing !== undefined)
    throw new CahootsError('bad-input', `expected a place for ${missing}, got none`, { file, path: missing });
  return new Map(Object.entries(data));
}
