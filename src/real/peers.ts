/** The addresses of parties: a YAML file with one line each, `server: 10.0.0.1:7000`. */

import { stringify } from 'yaml';
import { z } from 'zod';
import { readByParty } from './by-party.ts';
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
  return readByParty(file, 'a file with the addresses of all parties', peers);
}

/** Such a file for parties on one machine, to be edited by hand. */
export function peersText(names: readonly string[], port: number): string {
  return stringify(Object.fromEntries(names.map((name, i) => [name, `127.0.0.1:${port + i}`])));
}
