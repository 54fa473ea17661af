/**
 * One of many independent pieces of work, such as the run of a scenario under one seed, that any thread of any machine may do:
 * an order says all that it needs, and its answer follows from it alone.
 */

import { resolve } from 'node:path';
import { assert, CahootsError } from '../../base/errors.ts';
import { type PluginPlace, pluginsAt } from '../../plugin/modules.ts';
import type { Plugin } from '../../plugin/plugin.ts';

/** What a job finds where it is done. */
export interface Surroundings {
  /** What scenarios may name. */
  readonly plugins: readonly Plugin[];
  /** The path here of a file that the order names. */
  readonly locate: (name: string) => string;
}

export interface Job<I, O> {
  /** Unique in its module. */
  readonly name: string;
  /** The URL of the module that exports it: a thread imports it from there. */
  readonly module: string;
  /** @param surroundings absent: this machine's files, and no plugins */
  readonly run: (input: I, surroundings?: Surroundings) => Promise<O>;
}

const HERE: Surroundings = { plugins: [], locate: (name) => resolve(name) };

/** Declares a job; call it with `import.meta.url` and export the result. Inputs and outputs are values that JSON keeps. */
export function defineJob<I, O>(
  module: string,
  name: string,
  run: (input: I, surroundings: Surroundings) => Promise<O>,
): Job<I, O> {
  return Object.freeze({ name, module, run: (input: I, surroundings = HERE) => run(input, surroundings) });
}

/** SHA-256 of what is in files, by the names under which a job asks for them. */
export type Files = Readonly<Record<string, string>>;

/** What a thread is sent. */
export interface Order {
  /** The same for orders that come to the same. */
  readonly key: string;
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  readonly plugins: readonly PluginPlace[];
  /** Those that it reads. */
  readonly files: Files;
  /** Where they lie, where it isn't where they are named. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Whether what comes of it may differ from machine to machine, as it measures. */
  readonly varies?: boolean;
}

/** What came of an order; an error's class would be lost on the way. */
export type Answer = { readonly output: unknown } | { readonly refused: string };

/** Does a job in this thread. */
export async function answer({ module, name, input, plugins, paths }: Order): Promise<Answer> {
  const exported = Object.values(
    (await import(module)) as Readonly<Record<string, Partial<Job<unknown, unknown>>>>,
  );
  const job = exported.find((value) => value?.name === name && value.module === module);
  assert(job?.run !== undefined, `${module} exports no job ${name}`);
  try {
    return { output: await job.run(input, { plugins: await pluginsAt(plugins), locate: locator(paths) }) };
  } catch (error) {
    if (error instanceof CahootsError) return { refused: error.message };
    throw error;
  }
}

function locator(paths: Order['paths']): Surroundings['locate'] {
  if (paths === undefined) return HERE.locate;
  return (name) => {
    // A machine's own files are none of an order's business.
    if (Object.hasOwn(paths, name)) return paths[name];
    throw new CahootsError('bad-input', 'expected a file that the order brings, got another', { file: name });
  };
}
