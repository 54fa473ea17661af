/** Jobs and answers as messages between machines, which must not contain paths or module URLs of one machine. */

import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Plugin } from '../../../run/plugin/plugin.ts';
import { assert, CahootsError } from '../../../core/base/errors.ts';
import type { Answer, JobRequest } from '../job.ts';
import { PoisonJob } from '../job-executor.ts';

/** The root of the source, or of the build. */
const ROOT = new URL('../../../../', import.meta.url).href;
const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);
/** They are parts of subjects. */
const token = z.string().regex(/^[\w-]{1,200}$/);

/** A job in transit. */
export const requests = z.strictObject({
  key: token,
  /** Identifies the batch, whose results are stored under this name. */
  study: sha256,
  /** A module of Cahoots, relative to the root and without extension. */
  module: z.string(),
  name: z.string(),
  input: z.unknown(),
  /** By their names. */
  plugins: z.array(z.string()),
  /** SHA-256 by name. */
  files: z.record(z.string(), sha256),
});

export type PortableRequest = z.output<typeof requests>;

/** The answer, and the worker that gave it. */
export const answers = z
  .strictObject({
    key: token,
    study: sha256,
    /** SHA-256 of the request as it was ordered, since somebody may have ordered something else in its place. */
    order: sha256,
    worker: token,
    output: z.unknown().optional(),
    /** The user's mistake. */
    refused: z.string().optional(),
    /** An exception that the job threw. */
    threw: z.strictObject({ message: z.string(), stack: z.string() }).optional(),
    /** How many workers the job killed. */
    deaths: z.int().min(1).optional(),
  })
  .refine(
    ({ output, refused, threw, deaths }) =>
      [output, refused, threw, deaths].filter((value) => value !== undefined).length === 1,
  );

export type PortableAnswer = z.output<typeof answers>;

/**
 * What a worker found.
 * @throws Error what the job threw, or that it kills its workers
 */
export function outcomeOf({ worker, output, refused, threw, deaths }: PortableAnswer): Answer {
  if (refused !== undefined) return { refused };
  if (deaths !== undefined) throw new PoisonJob(deaths);
  if (threw === undefined) return { output };
  const error = new Error(`${threw.message}, on ${worker}`);
  error.stack = threw.stack;
  throw error;
}

/** The SHA-256 of a request in transit. */
export function digestOf(order: string | Uint8Array): string {
  return createHash('sha256').update(order).digest('hex');
}

/** Without measured values, which always differ. */
export function comparable(output: unknown): string {
  return JSON.stringify(output, (name, value: unknown) => (name === 'measuredNs' ? undefined : value));
}

/** An output as shown in an error: by its hash, if it has one. */
export function shortOutput(output: unknown): string {
  const { hash } = (output ?? {}) as { hash?: string };
  return hash === undefined ? comparable(output).slice(0, 200) : `trace hash ${hash}`;
}

/** A job as shown in an error. */
export function shortJob({ key, input }: JobRequest): string {
  return `key ${key}, job ${JSON.stringify(input).slice(0, 500)}`;
}

/**
 * A request as a message to other machines.
 * @param study digest of the batch that it belongs to
 */
export function packed(
  { key, module, name, input, plugins, files }: JobRequest,
  study: string,
): PortableRequest {
  assert(module.startsWith(ROOT) && module.endsWith(ENDING), `${module} is no module of Cahoots`);
  return {
    key,
    study,
    module: module.slice(ROOT.length, -ENDING.length),
    name,
    input,
    plugins: plugins.map((plugin) => plugin.name),
    files,
  };
}

/**
 * The job as it is done on this machine.
 * @param known the plugins of this worker
 * @param paths the order's files on this machine, by their names in the order
 * @throws CahootsError for an unknown plugin, or a module that is not part of Cahoots
 */
export function unpacked(
  { key, module, name, input, plugins, files }: PortableRequest,
  known: readonly Plugin[],
  paths: Readonly<Record<string, string>>,
): JobRequest {
  if (!/^[\w-]+(\/[\w.-]+)+$/.test(module) || module.includes('..')) {
    throw new CahootsError('bad-input', `expected a module of Cahoots, got ${module}`);
  }
  const places = plugins.map((wanted) => {
    const plugin = known.find((one) => one.name === wanted);
    if (plugin !== undefined) return { module: plugin.module, name: plugin.name };
    throw new CahootsError('bad-input', `expected the plugin ${wanted}, got a worker without it`);
  });
  return { key, module: `${ROOT}${module}${ENDING}`, name, input, plugins: places, files, paths };
}
