/** Who takes part in a one-shot clustering. */

import { role, type Roles } from '../../src/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { client } from './client.ts';
import { server } from './server.ts';

export const roles: Roles<Agreed> = {
  server: role({ parties: 'one', play: server }),
  client: role({ parties: 'many', play: client }),
};
