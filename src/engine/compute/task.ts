/**
 * A named pure function that actors have computed for them, in any thread. Its cost is counted beforehand from the
 * shape of its input, so virtual time never depends on how fast this machine is.
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
   * Pure: same input, same output, and the input is left alone. Large outputs belong in shared memory; one that is sealed is so as a
   * whole.
   */
  run(input: I): O;
}

/** Declares a task; call it with `import.meta.url` and export the result. */
export function defineTask<I, O>(
  module: string,
  name: string,
  { run, ...parts }: Pick<Task<I, O>, 'operations' | 'seals' | 'run'>,
): Task<I, O> {
  return Object.freeze({ name, module, ...parts, run: (input: I) => inTask(() => run(input)) });
}
