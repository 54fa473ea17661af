/** Orders and answers as messages: no path, no address of a module of one machine means anything on another. */

import type { Plugin } from '../../../plugin/plugin.ts';
import { assert, CahootsError } from '../../../base/errors.ts';
import type { Files, Order } from '../job.ts';

/** Beside the folders of the source, or of the build. */
const ROOT = new URL('../../../../', import.meta.url).href;
const ENDING = import.meta.url.endsWith('.ts') ? '.ts' : '.js';

/** An order on its way. */
export interface PortableOrder {
  readonly key: string;
  /** What the results of its study are filed under. */
  readonly study: string;
  /** A module of Cahoots, from its root and without its ending. */
  readonly module: string;
  readonly name: string;
  readonly input: unknown;
  /** By their names. */
  readonly plugins: readonly string[];
  readonly files: Files;
}

/** What came of it, and who did it. */
export interface PortableAnswer {
  readonly key: string;
  readonly worker: string;
  readonly output?: unknown;
  /** What the user did wrong. */
  readonly refused?: string;
  /** An exception that the job threw. */
  readonly threw?: { readonly message: string; readonly stack: string };
  /** So many workers did not live to tell. */
  readonly deaths?: number;
}

export function packed({ key, module, name, input, plugins, files }: Order, study: string): PortableOrder {
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
 * The order as it is done here.
 * @param known what this worker may name
 * @param paths where the order's files lie here, by their names in it
 * @throws CahootsError for a plugin that is not there, and what is no module of Cahoots
 */
export function unpacked(
  { key, module, name, input, plugins, files }: PortableOrder,
  known: readonly Plugin[],
  paths: Readonly<Record<string, string>>,
): Order {
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
