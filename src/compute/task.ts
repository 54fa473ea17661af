/**
 * A named pure function that actors have computed for them, in any thread. Its cost is counted beforehand from the
 * shape of its input, so virtual time never depends on how fast this machine is.
 */

export interface Task<I, O> {
  /** Unique in its module. */
  readonly name: string;
  /** The URL of the module that exports the task: a worker thread imports it from there. */
  readonly module: string;
  /** How many elementary operations (a multiplication and an addition) it takes. */
  operations(input: I): number;
  /** Pure: same input, same output, and the input is left alone. Large outputs belong in shared memory. */
  run(input: I): O;
}

/** Declares a task; call it with `import.meta.url` and export the result. */
export function defineTask<I, O>(
  module: string,
  name: string,
  { operations, run }: { operations: (input: I) => number; run: (input: I) => O },
): Task<I, O> {
  return Object.freeze({ name, module, operations, run });
}
