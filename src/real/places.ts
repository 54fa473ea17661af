/** Where parties are on a machine that has several networks: a YAML file with a host for each party and what its process is started with. */

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { CahootsError } from '../base/errors.ts';
import { requireFile, wrongFile } from '../data/file.ts';

/** A place of a network that is on this machine, such as a namespace. */
export interface Place {
  /** Its address there. */
  readonly host: string;
  /** What its process is started with: a program and its words, to which its own are added. */
  readonly inside: readonly string[];
}

const place = z.strictObject(
  {
    host: z.string({ error: 'expected the address of a party as `host`' }).min(1),
    inside: z.array(z.string(), { error: 'expected a program and its words as `inside`' }),
  },
  { error: 'expected `host` and `inside`' },
);

/** @throws CahootsError where the file says something else, or nothing of a party */
export function readPlaces(file: string, parties: readonly string[]): ReadonlyMap<string, Place> {
  requireFile(file, 'a file with the places of all parties');
  let said: unknown;
  try {
    said = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrongFile(file, `expected YAML, got ${(error as Error).message.split('\n')[0]}`);
  }
  const { data, error } = z.record(z.string(), place).safeParse(said);
  if (data === undefined) {
    const [{ path, message }] = error.issues;
    throw new CahootsError('bad-input', `${message}, got something else`, { file, path: path.join('.') });
  }
  const missing = parties.find((name) => !Object.hasOwn(data, name));
  if (missing !== undefined)
    throw new CahootsError('bad-input', `expected a place for ${missing}, got none`, { file, path: missing });
  return new Map(Object.entries(data));
}
