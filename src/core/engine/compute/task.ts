/**
 * A task is a named pure function that runs for an actor, in any thread, which finds it by its name. Its operations are counted
 * beforehand from the size of its input, so virtual time never depends on the speed of this machine.
 */

import { inTask, type Sealed } from './sealed.ts';

/** The result, and how many nanoseconds it took, measured in the thread that ran it and kept outside the trace's hash. */
export interface Computed<O> {
  readonly value: O;
  readonly measuredNs: number;
}

export interface Task<I, O, T extends string = string> {
  /** Unique among the tasks of all protocols of a run: its protocol's name and its own, such as `lloyd/quantise`. */
  readonly name: T;
  /** How many elementary operations (a multiplication and an addition) it takes. */
  operations(input: I): number;
  /** The sealed vectors in an input; absent: there are none. */
  seals?(input: I): readonly Sealed[];
  /**
   * Pure: the same input gives the same output, and the input is not changed. Large outputs should be in shared memory. A sealed
   * vector must be the whole output.
   */
  run(input: I): O;
  /** Gives the result of a task that an actor's own program runs; absent: a thread of this program runs it. */
  elsewhere?(input: I): Promise<Computed<O>>;
}

/** Tasks by their names. */
export type TaskTable = ReadonlyMap<string, Task<never, unknown>>;

/** Declares a task. Threads find it among the `tasks` of a protocol or of what that uses. */
export function defineTask<I, O, const T extends string = string>(
  name: T,
  { run, ...parts }: Pick<Task<I, O>, 'operations' | 'seals' | 'run'>,
): Task<I, O, T> {
  return Object.freeze({ name, ...parts, run: (input: I) => inTask(run, input) });
}
