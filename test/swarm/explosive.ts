/** SecFC with a server that breaks down over its mail: an actor of a user's with a mistake in it. */

import { secfc } from '../../actors/index.ts';
import type { Distances } from '../../actors/secfc/messages.ts';
import { plugin } from '../../src/plugin/plugin.ts';
import { type Behaviour, collect } from '../../src/sim/effects.ts';

const protocol: typeof secfc = {
  ...secfc,
  name: 'explosive',
  *server(_self, agreed): Behaviour {
    let came = 0;
    yield* collect(secfc.messages.find(({ name }) => name === 'ready') as typeof Distances, {
      count: agreed.clients.length,
      timeoutNs: agreed.timeoutNs,
      accept: () => {
        came++;
        if (came > agreed.clients.length) throw new RangeError(`more than ${agreed.clients.length} messages`);
        return 'not wanted';
      },
    });
  },
};

export const explosive = plugin(import.meta.url, { name: 'explosive', protocols: [protocol] });
