/** Jobs and answers as messages between machines, which must not contain paths or module URLs of one machine. */

import type { Plugin } from '../../../run/plugin/plugin.ts';
import { assert, CahootsError } from '../../../core/base/errors.ts';
import type { Files, JobRequest } from '../job.ts';

/** The root of the source, or of the build. */
const ROOT = new URL('../../../../', import.meta.url).href;
const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** A job in transit. */
export interface PortableRequest {
  readonly key: string;
  /** Identifies the batch, whose results are stored under this name. */
  readonly study: string;
  /** A module of Cahoots, relative to the root and without extension. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  /** By their names. */
  readonly plugins: readonly string[];
  readonly files: Files;
}

/** The answer, and the worker that gave it. */
export interface PortableAnswer {
  readonly key: string;
  readonly worker: string;
  readonly output?: unknown;
  /** The user's mistake. */
  readonly refused?: string;
  /** An exception that the job threw. */
  readonly threw?: { readonly message: string; readonly stack: string };
  /** How many workers the job killed. */
  readonly deaths?: number;
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
