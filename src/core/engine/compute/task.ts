/**
 * A task is a named pure function that runs for an actor, in any thread, which finds it by its name. Its operations are counted
 * beforehand from the size of its input, so virtual time never depends on the speed of this machine.
 */

import { inTask, type Sealed } from './sealed.ts';

export interface Task<I, O> {
  /** Unique among the tasks of all protocols of a run: its protocol's name and its own, such as `lloyd/quantise`. */
  readonly name: string;
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

/** Tasks by their names. */
export type TaskTable = ReadonlyMap<string, Task<never, unknown>>;

/** Declares a task. Threads find it among the `tasks` of a protocol or of what that uses. */
export function defineTask<I, O>(
  name: string,
  { run, ...parts }: Pick<Task<I, O>, 'operations' | 'seals' | 'run'>,
): Task<I, O> {
  return Object.freeze({ name, ...parts, run: (input: I) => inTask(() => run(input)) });
}
