/** Who takes part in a one-shot clustering. */

import { role, type Roles, withinTimeout } from '../../src/core/kit/index.ts';
import type { ProvableParameters } from '../blocks/index.ts';
import type { Agreed } from './agreed.ts';
import { client } from './client.ts';
import { helper } from './helper.ts';
import { server } from './server.ts';

const retransmitAfterNs = ({ timeout }: Agreed): number => withinTimeout(timeout);

/** Where cells are proven, an aggregator beside the server. */
export const helping: Roles<Agreed> = {
  helper: role({
    parties: 'one',
    play: helper,
    retransmitAfterNs,
    needed: ({ secrecy, aggregation }: { secrecy: string; aggregation: ProvableParameters }) =>
      secrecy === 'scma' && aggregation.protocol === 'prio3',
  }),
};

export const roles: Roles<Agreed> = {
  server: role({ parties: 'one', play: server, retransmitAfterNs }),
  client: role({ parties: 'many', play: client, retransmitAfterNs }),
};
