/** Runs what a server computes, and nothing else of it: every task where it is asked for, its operations added up. */

import type { Behaviour } from '../../src/core/kit/index.ts';

export function drive<R>(behaviour: Behaviour<R>): { result: R; operations: number } {
  let operations = 0;
  let step = behaviour.next();
  while (step.done !== true) {
    const effect = step.value;
    if (effect.kind !== 'compute') throw new Error(`${effect.kind} where only tasks are computed`);
    operations += effect.task.operations(effect.input);
    step = behaviour.next(effect.task.run(effect.input));
  }
  return { result: step.value, operations };
}
