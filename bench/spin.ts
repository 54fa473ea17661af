/** A task of a known length, for the benchmark of the pool, and the worker that runs it. */

import { serveTasks } from '../src/core/engine/compute/worker.ts';
import { defineTask } from '../src/core/engine/compute/task.ts';

/** This many steps of a random number generator, which a compiler cannot optimise away. */
export const spin = defineTask('spin', {
  operations: (steps: number) => steps,
  run: (steps) => {
    let state = steps | 0; // known to be an integer wherever a compiler puts the loop
    for (let i = 0; i < steps; i++) state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state;
  },
});

export default serveTasks(() => new Map([[spin.name, spin]]));
