/**
 * SecFC with a server that takes whatever comes: it skips every check of an answer, its round included. Clients whose
 * answers come twice, or again, then answer in a later round too.
 */

import { secfc } from '../../bin/standard.ts';
import { playing } from '../../src/testing/playing.ts';
import type { Behaviour, Effect, Filter } from '../../src/core/engine/actors/effects.ts';

export const careless: typeof secfc = {
  ...playing(secfc, 'server', (own) => (self, given) => unchecked(own(self, given as never))),
  name: 'careless',
};

function* unchecked(behaviour: Behaviour): Behaviour {
  let result: unknown;
  for (;;) {
    const { value: effect, done } = behaviour.next(result);
    if (done === true) return;
    result = yield effect.kind === 'wait' ? { ...effect, filter: withoutCheck(effect) } : effect;
  }
}

function withoutCheck({ filter }: Effect & { readonly kind: 'wait' }): Filter<unknown> {
  const { accept: _accept, ...rest } = filter;
  return rest;
}
