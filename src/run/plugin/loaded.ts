/** Plugins that the command line loaded, as a run's provenance has them: whoever reads its results is told which to load. */

import { visible } from '../../core/base/visible.ts';
import type { Plugin } from './plugin.ts';

type Loaded = Pick<Plugin, 'name' | 'origin'>;

/** The file of each, by its name: JSON; undefined if there is none. */
export function loadedAs(plugins: readonly Loaded[]): string | undefined {
  const loaded = plugins.flatMap(({ name, origin }) => (origin === undefined ? [] : [[name, origin]]));
  return loaded.length === 0 ? undefined : JSON.stringify(Object.fromEntries(loaded));
}

/** The plugins that {@link loadedAs} names; none for any other text, as a trace or table may come from anywhere. */
export function pluginsNamed(text: unknown): readonly Required<Loaded>[] {
  let named: unknown;
  try {
    named = JSON.parse(String(text));
  } catch {
    return [];
  }
  if (typeof named !== 'object' || named === null || Array.isArray(named)) return [];
  return Object.entries(named).map(([name, origin]) => ({ name, origin: String(origin) }));
}

/**
 * What to tell whoever reads results without the plugins that they were made with; undefined if all are there.
 * @param texts of {@link loadedAs}
 * @param plugins those that are loaded
 */
export function missingText(texts: readonly unknown[], plugins: readonly Loaded[]): string | undefined {
  const names = new Set(plugins.map(({ name }) => name));
  const missing = new Map(
    texts.flatMap((text) =>
      pluginsNamed(text).flatMap(({ name, origin }): [string, string][] =>
        names.has(name) ? [] : [[name, origin]],
      ),
    ),
  );
  if (missing.size === 0) return undefined;
  const flags = [...missing.values()].map((file) => `--plugin ${file}`);
  return visible(
    `made with plugin ${[...missing.keys()].join(', ')}, which is not loaded: ${flags.join(' ')}`,
  );
}
