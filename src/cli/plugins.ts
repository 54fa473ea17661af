/** The plugins of a command: those that flags name, and those of a configuration file in the working directory. */

import { CahootsError } from '../base/errors.ts';
import { isFile } from '../data/file.ts';
import type { Plugin } from '../plugin/plugin.ts';

/** A module that exports plugins as any other does, loaded without being named. */
const CONFIGURATIONS = ['cahoots.config.js', 'cahoots.config.mjs', 'cahoots.config.ts'] as const;

/**
 * Takes `--plugin FILE` out of the arguments, as often as it is there; the configuration comes first of the files.
 * @throws CahootsError for a flag without a file, and for two configurations
 */
export function pluginFiles(args: readonly string[]): {
  readonly files: readonly string[];
  readonly others: readonly string[];
} {
  const files: string[] = CONFIGURATIONS.filter(isFile);
  if (files.length > 1) {
    throw new CahootsError('bad-input', `expected one configuration, got ${files.join(' and ')}`);
  }
  const others: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--') return { files, others: [...others, ...args.slice(i)] };
    const [, inline] = /^--plugin=(.*)$/s.exec(args[i]) ?? [];
    if (inline === undefined && args[i] !== '--plugin') others.push(args[i]);
    else {
      const file = inline ?? args[++i];
      if (file === undefined || file === '') {
        throw new CahootsError('bad-input', 'expected a file, got nothing', { path: '--plugin' });
      }
      files.push(file);
    }
  }
  return { files, others };
}

/** The flags that load the same plugins again: what a configuration names is loaded anyway. */
export function pluginFlags(plugins: readonly Plugin[]): readonly string[] {
  const configured: readonly string[] = CONFIGURATIONS;
  const files = plugins.flatMap(({ origin }) =>
    origin === undefined || configured.includes(origin) ? [] : [origin],
  );
  return [...new Set(files)].flatMap((file) => ['--plugin', file]);
}
