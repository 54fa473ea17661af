import { duration } from '../../../core/base/units.ts';
import { actorFault } from '../actor-fault.ts';

export const pause = actorFault({
  name: 'pause',
  summary: 'an actor does nothing and receives nothing for a while, then continues',
  example: '{ fault: pause, who: server, when: { round: 2 }, for: 10ms }',
  settings: { for: duration().meta({ description: 'how long' }) },
  forGood: false,
  restarts: false,
  draw: (draw) => ({ for: draw.duration() }),
  action: ({ for: ns }) => ({
    strike: ({ actor, nowNs, controls }) => controls.pause(actor, nowNs + ns),
  }),
});
