/** Who takes part in a one-shot clustering. */

import { role, type Roles, withinTimeout } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { client } from './client.ts';
import { server } from './server.ts';

const asksAgainNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

export const roles: Roles<Agreed> = {
  server: role({ parties: 'one', play: server, asksAgainNs }),
  client: role({ parties: 'many', play: client, asksAgainNs }),
};
