/** SecFC with a server that breaks down over its mail: an actor of a user's with a mistake in it. */

import { collect } from 'cahoots';
import { secfc } from '../../bin/standard.ts';
import type { Agreed } from '../../actors/secfc/agreed.ts';
import type { Given } from '../../src/core/protocol/role.ts';
import type { Self } from '../../src/core/engine/actors/actor.ts';
import { playing } from '../../src/testing/playing.ts';
import type { Distances } from '../../actors/secfc/messages.ts';
import { plugin } from '../../src/run/plugin/plugin.ts';
import type { Behaviour } from '../../src/core/engine/actors/effects.ts';

const protocol: typeof secfc = {
  ...playing(secfc, 'server', () => broken),
  name: 'explosive',
};

export const explosive = plugin(import.meta.url, { name: 'explosive', protocols: [protocol] });

function* broken(_self: Self, { agreed }: Given<Agreed>): Behaviour {
  let came = 0;
  yield* collect(secfc.messages.find(({ name }) => name === 'ready') as typeof Distances, {
    count: agreed.clients.length,
    timeoutNs: agreed.timeoutNs,
    accept: () => {
      came++;
      // Each says it four times, as it gets no answer.
      const most = 5 * agreed.clients.length;
      if (came > most) throw new RangeError(`more than ${most} messages`);
      return 'not wanted';
    },
  });
}
