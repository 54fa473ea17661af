/**
 * Where parties are on a machine with several networks: a YAML file with a host for each party and the
 * command that its process is started with.
 */

import { z } from 'zod';
import { CahootsError } from '../core/base/errors.ts';
import { readByParty } from './by-party.ts';

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
    inside: z.array(z.string({ error: 'expected a word' }), {
      error: 'expected a program and its words as `inside`',
    }),
  },
  { error: 'expected `host` and `inside`' },
);

const places = z.record(z.string(), place, {
  error: 'expected a mapping from each party to its place, with `host` and `inside`',
});

/**
 * Where each of these parties runs, by its name.
 * @throws CahootsError for any other content, and if a party is missing
 */
export function readPlaces(file: string, parties: readonly string[]): ReadonlyMap<string, Place> {
  const found = readByParty(file, 'a file with the places of all parties', places);
  const missing = parties.find((name) => !found.has(name));
  if (missing !== undefined)
    throw new CahootsError('bad-input', `expected a place for ${missing}, got none`, { file, path: missing });
  return found;
}
