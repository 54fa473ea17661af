/**
 * The plugins of a command: those given by flags, and those of a configuration file in the working directory.
 */

import { CahootsError } from '../core/base/errors.ts';
import { isFile } from '../run/data/file.ts';
import type { Plugin } from '../run/plugin/plugin.ts';
import { EXIT } from './exit-codes.ts';

/** A module that exports plugins like any other, but is loaded without being named. */
const CONFIGURATIONS = ['cahoots.config.js', 'cahoots.config.mjs', 'cahoots.config.ts'] as const;

/**
 * The configuration in the working directory, in a list; empty if there is none.
 * @throws CahootsError for two
 */
export function configurations(): readonly string[] {
  const files = CONFIGURATIONS.filter(isFile);
  if (files.length > 1) {
    throw new CahootsError('bad-input', `expected one configuration, got ${files.join(' and ')}`);
  }
  return files;
}

/**
 * The plugins that modules export, which may do anything when they are imported.
 * @throws CahootsError for a module without plugins, or one that cannot be imported
 */
export async function pluginsOf(files: readonly string[]): Promise<readonly Plugin[]> {
  if (files.length === 0) return [];
  const { loadPlugins } = await import('../studies/executor/load-plugins.ts');
  return loadPlugins(files, ({ message }) => {
    process.stderr.write(`${message}\n`);
    process.exitCode = EXIT.badInput;
  });
}

/** The flags that load the same plugins again, except those from a configuration, which is always loaded. */
export function pluginFlags(plugins: readonly Plugin[]): readonly string[] {
  const configured: readonly string[] = CONFIGURATIONS;
  const files = plugins.flatMap(({ origin }) =>
    origin === undefined || configured.includes(origin) ? [] : [origin],
  );
  return [...new Set(files)].flatMap((file) => ['--plugin', file]);
}
