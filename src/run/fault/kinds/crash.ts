import { duration } from '../../../core/base/units.ts';
import { actorFault } from '../actor-fault.ts';

/** Messages that arrive for an actor that is down are refused. */
export const crash = actorFault({
  name: 'crash',
  summary:
    'an actor loses its memory, its mailbox and its running computations, and later restarts with what it saved',
  example: '{ fault: crash, who: client-1, when: { at: 2ms }, restartAfter: 5ms }',
  settings: { restartAfter: duration().meta({ description: 'how long it is down' }) },
  forGood: false,
  draw: (draw) => ({ restartAfter: draw.duration() }),
  action: ({ restartAfter }) => ({
    strike({ actor, nowNs, controls, report }) {
      controls.crash(actor, true);
      controls.later(nowNs + restartAfter, () => {
        report('restart');
        controls.restart(actor);
      });
    },
  }),
});
