import { actorFault } from '../actor-fault.ts';

/** Messages that arrive for an actor that is down are refused. */
export const dropout = actorFault({
  name: 'dropout',
  summary: 'an actor is gone for good',
  example: '{ fault: dropout, who: { clients: 2 }, when: { round: 1 } }',
  settings: {},
  forGood: true,
  draw: () => ({}),
  action: () => ({ strike: ({ actor, controls }) => controls.crash(actor, false) }),
});
