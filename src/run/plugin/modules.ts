/** Plugins and their modules, from which worker threads import them again. */

import { platform } from '#platform';
import { defined } from '../../core/base/defined.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { explained } from './blame.ts';
import { isPlugin, type Plugin } from './plugin.ts';

/** A plugin as it is sent to a thread. */
export type PluginPlace = Pick<Plugin, 'module' | 'name' | 'origin'>;

/** Where plugins can be imported from, as plain values for other threads and machines. */
export function placesOf(plugins: readonly Plugin[]): readonly PluginPlace[] {
  return plugins.map(({ module, name, origin }) => defined({ module, name, origin }));
}

const found = new Map<string, Plugin>();

/**
 * The plugins of these modules, in this thread; the same values on every call.
 * @throws CahootsError for one that its module does not export, or a module that cannot be imported
 */
export async function pluginsAt(places: readonly PluginPlace[]): Promise<readonly Plugin[]> {
  return await Promise.all(
    places.map(async (place) => {
      const key = JSON.stringify(place);
      const plugin = found.get(key) ?? (await imported(place));
      found.set(key, plugin);
      return plugin;
    }),
  );
}

async function imported({ module, name, origin }: PluginPlace): Promise<Plugin> {
  const load = (): Promise<readonly Plugin[]> => pluginsOf(module);
  const plugins = await (origin === undefined ? load() : platform.watchedImport(module, load));
  const plugin = plugins.find((one) => one.name === name);
  if (plugin === undefined) {
    const message = `expected ${module} to export the plugin ${name}, as its first argument says, got none`;
    throw new CahootsError('bad-input', message);
  }
  return origin === undefined ? plugin : withOrigin(plugin, origin);
}

async function pluginsOf(module: string): Promise<readonly Plugin[]> {
  try {
    return exportedPlugins((await import(module)) as Readonly<Record<string, unknown>>);
  } catch (error) {
    throw new CahootsError('bad-input', `expected threads to import ${module} too, got ${explained(error)}`);
  }
}

/** A plugin with the file that the command line loaded it from. */
export function withOrigin(plugin: Plugin, origin: string): Plugin {
  return Object.freeze({ ...plugin, origin });
}

/** The plugins that a module exports, singly or in lists, each once. */
export function exportedPlugins(exported: Readonly<Record<string, unknown>>): readonly Plugin[] {
  return [...new Set(Object.values(exported).flat())].filter(isPlugin);
}
