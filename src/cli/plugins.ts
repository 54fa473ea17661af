/** The plugins of a command: those that flags name, and those of a configuration file in the working directory. */

import { CahootsError } from '../base/errors.ts';
import { isFile } from '../data/file.ts';
import type { Plugin } from '../plugin/plugin.ts';

/** A module that exports plugins as any other does, loaded without being named. */
const CONFIGURATIONS = ['cahoots.config.js', 'cahoots.config.mjs', 'cahoots.config.ts'] as const;

/**
 * The configuration in the working directory, in a list; an empty one where there is none.
 * @throws CahootsError for two
 */
export function configurations(): readonly string[] {
  const files = CONFIGURATIONS.filter(isFile);
  if (files.length > 1) {
    throw new CahootsError('bad-input', `expected one configuration, got ${files.join(' and ')}`);
  }
  return files;
}

/** The flags that load the same plugins again: what a configuration names is loaded anyway. */
export function pluginFlags(plugins: readonly Plugin[]): readonly string[] {
  const configured: readonly string[] = CONFIGURATIONS;
  const files = plugins.flatMap(({ origin }) =>
    origin === undefined || configured.includes(origin) ? [] : [origin],
  );
  return [...new Set(files)].flatMap((file) => ['--plugin', file]);
}
