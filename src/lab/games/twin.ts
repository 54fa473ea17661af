/** A twin of a run, in which everything is as in the run but of all noise only a part is drawn. */

import { type NoisePart, withNoise } from '../../core/math/dp/less-noise.ts';
import type { Behaviour } from '../../core/engine/actors/effects.ts';
import { inlineExecutor } from '../../core/engine/compute/inline.ts';
import type { RunOptions } from '../../run/execute/run.ts';

/** What makes a run a twin: where its tasks run, and what is around its parties' steps. */
export function twinOf(part: NoisePart): Required<Pick<RunOptions, 'executor' | 'recast'>> {
  return {
    executor: {
      ...inlineExecutor,
      // Tasks of twins run in this thread, where the switch is.
      start: (task, input) =>
        inlineExecutor.start({ ...task, run: (given) => withNoise(part, () => task.run(given)) }, input),
    },
    recast: { steps: (behaviour) => withPart(part, behaviour) },
  };
}

function* withPart(part: NoisePart, behaviour: Behaviour): Behaviour {
  try {
    let step = withNoise(part, () => behaviour.next());
    while (step.done !== true) {
      const result: unknown = yield step.value as never; // needs are for the compiler
      step = withNoise(part, () => behaviour.next(result));
    }
  } finally {
    behaviour.return();
  }
}
