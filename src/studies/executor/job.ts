/**
 * A job is one of many independent pieces of work, such as the run of a scenario with one seed, which any thread of any machine
 * can do. A job contains everything that it needs, and its answer follows from the job alone.
 */

import { resolve } from 'node:path';
import { assert, CahootsError } from '../../core/base/errors.ts';
import { type PluginPlace, pluginsAt } from '../../run/plugin/modules.ts';
import type { Plugin } from '../../run/plugin/plugin.ts';
import type { Locate } from '../../run/scenario/data-files.ts';

/** What a job has access to where it is done. */
export interface Surroundings {
  /** The plugins that scenarios may use. */
  readonly plugins: readonly Plugin[];
  /** The path, on this machine, of a file that the job names. */
  readonly locate: Locate;
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

/** Declares a job. Call it with `import.meta.url` and export the result. Inputs and outputs must survive JSON. */
export function defineJob<I, O>(
  module: string,
  name: string,
  run: (input: I, surroundings: Surroundings) => Promise<O>,
): Job<I, O> {
  return Object.freeze({ name, module, run: (input: I, surroundings = HERE) => run(input, surroundings) });
}

/** SHA-256 of the contents of files, by the names that a job uses for them. */
export type Files = Readonly<Record<string, string>>;

/** What is sent to a thread. */
export interface JobRequest {
  /** Jobs with the same key have the same answer. */
  readonly key: string;
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  readonly plugins: readonly PluginPlace[];
  /** The files that it reads. */
  readonly files: Files;
  /** The paths of the files, if they differ from the names. */
  readonly paths?: Readonly<Record<string, string>>;
  /** Whether the answer may differ between machines, because durations are measured. */
  readonly varies?: boolean;
}

/** The answer to a job. A refusal is a text, since an error would lose its class in transit. */
export type Answer = { readonly output: unknown } | { readonly refused: string };

/** Does a job in this thread. */
export async function answer({ module, name, input, plugins, paths }: JobRequest): Promise<Answer> {
  const job = await jobOf(module, name);
  try {
    return { output: await job.run(input, { plugins: await pluginsAt(plugins), locate: locator(paths) }) };
  } catch (error) {
    if (error instanceof CahootsError) return { refused: error.message };
    throw error;
  }
}

const jobs = new Map<string, Job<unknown, unknown>>();

async function jobOf(module: string, name: string): Promise<Job<unknown, unknown>> {
  const key = `${module}#${name}`;
  const known = jobs.get(key);
  if (known !== undefined) return known;
  const exported = Object.values(
    (await import(module)) as Readonly<Record<string, Partial<Job<unknown, unknown>>>>,
  );
  const job = exported.find((value) => value?.name === name && value.module === module);
  assert(job?.run !== undefined, `${module} exports no job ${name}`);
  jobs.set(key, job as Job<unknown, unknown>);
  return job as Job<unknown, unknown>;
}

function locator(paths: JobRequest['paths']): Surroundings['locate'] {
  if (paths === undefined) return HERE.locate;
  const find = (name: string): string => {
    // A job must not read any other file of the machine.
    if (Object.hasOwn(paths, name)) return paths[name];
    throw new CahootsError('bad-input', 'expected a file that comes with the job, got another', {
      file: name,
    });
  };
  return Object.assign(find, { names: Object.keys(paths) });
}
