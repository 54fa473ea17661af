/** One of many independent pieces of work, such as the run of a scenario under one seed, that any thread may do. */

import { assert, CahootsError } from '../base/errors.ts';

export interface Job<I, O> {
  /** Unique in its module. */
  readonly name: string;
  /** The URL of the module that exports it: a thread imports it from there. */
  readonly module: string;
  readonly run: (input: I) => Promise<O>;
}

/** Declares a job; call it with `import.meta.url` and export the result. Inputs and outputs are plain values. */
export function defineJob<I, O>(module: string, name: string, run: (input: I) => Promise<O>): Job<I, O> {
  return Object.freeze({ name, module, run });
}

/** What a thread is sent, and what it answers: an error's class would be lost on the way. */
export interface Order {
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
}

export type Answer = { readonly output: unknown } | { readonly refused: string };

/** Does a job in this thread. */
export async function answer({ module, name, input }: Order): Promise<Answer> {
  const exported = Object.values(
    (await import(module)) as Readonly<Record<string, Partial<Job<unknown, unknown>>>>,
  );
  const job = exported.find((value) => value?.name === name && value.module === module);
  assert(job?.run !== undefined, `${module} exports no job ${name}`);
  try {
    return { output: await job.run(input) };
  } catch (error) {
    if (error instanceof CahootsError) return { refused: error.message };
    throw error;
  }
}
