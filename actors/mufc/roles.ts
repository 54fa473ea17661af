/** Who takes part in a one-shot clustering. */

import { role, type Roles, withinTimeout } from '../../src/core/kit/index.ts';
import type { Agreed } from './agreed.ts';
import { client } from './client.ts';
import { server } from './server.ts';

const retransmitAfterNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

export const roles: Roles<Agreed> = {
  server: role({ parties: 'one', play: server, retransmitAfterNs }),
  client: role({ parties: 'many', play: client, retransmitAfterNs }),
};
