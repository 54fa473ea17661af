/**
 * A task is a named pure function that runs for an actor, in any thread. Its operations are counted beforehand from the size of its
 * input, so virtual time never depends on the speed of this machine.
 */

import { inTask, type Sealed } from './sealed.ts';

export interface Task<I, O> {
  /** Unique in its module. */
  readonly name: string;
  /** The URL of the module that exports the task: a worker thread imports it from there. */
  readonly module: string;
  /** How many elementary operations (a multiplication and an addition) it takes. */
  operations(input: I): number;
  /** The sealed vectors in an input; absent: there are none. */
  seals?(input: I): readonly Sealed[];
  /**
   * Pure: the same input gives the same output, and the input is not changed. Large outputs should be in shared memory. A sealed
   * vector must be the whole output.
   */
  run(input: I): O;
}

/** Declares a task. Call it with `import.meta.url` and export the result. */
export function defineTask<I, O>(
  module: string,
  name: string,
  { run, ...parts }: Pick<Task<I, O>, 'operations' | 'seals' | 'run'>,
): Task<I, O> {
  return Object.freeze({ name, module, ...parts, run: (input: I) => inTask(() => run(input)) });
}
