/** The addresses of parties: a YAML file with one line each, `server: 10.0.0.1:7000`. */

import { readFileSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { CahootsError } from '../core/base/errors.ts';
import { requireFile, wrongFile } from '../run/data/file.ts';
import type { Address } from './mesh.ts';

const EXPECTED = 'expected an address such as 10.0.0.1:7000 or [::1]:7000';
const address = z
  .string({ error: EXPECTED })
  .regex(/^(\[[0-9a-fA-F:.]+\]|[\w.-]+):\d{1,5}$/, { error: EXPECTED })
  .transform((text): Address => {
    const at = text.lastIndexOf(':');
    return { host: text.slice(0, at).replaceAll(/[[\]]/g, ''), port: Number(text.slice(at + 1)) };
  })
  .refine(({ port }) => port < 65_536, { error: 'expected a port below 65536' });

const peers = z.record(z.string(), address, {
  error: 'expected a mapping from each party to its address, such as `server: 10.0.0.1:7000`',
});

/**
 * The address of each party, by its name.
 * @throws CahootsError for any other content
 */
export function readPeers(file: string): ReadonlyMap<string, Address> {
  requireFile(file, 'a file with the addresses of all parties');
  let content: unknown;
  try {
    content = parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw wrongFile(file, `expected YAML, got ${(error as Error).message.split('\n')[0]}`);
  }
  const { data, error } = peers.safeParse(content);
  if (data !== undefined) return new Map(Object.entries(data));
  const [{ path, message }] = error.issues;
  const [party] = path;
  const got = JSON.stringify(
    party === undefined ? content : (content as Record<PropertyKey, unknown>)[party],
  );
  throw new CahootsError('bad-input', `${message}, got ${got.length > 60 ? `${got.slice(0, 59)}…` : got}`, {
    file,
    path: path.join('.'),
  });
}

/** Such a file for parties on one machine, to be edited by hand. */
export function peersText(names: readonly string[], port: number): string {
  return stringify(Object.fromEntries(names.map((name, i) => [name, `127.0.0.1:${port + i}`])));
}
