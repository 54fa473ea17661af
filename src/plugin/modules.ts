/** Plugins in their modules: a worker thread imports them again from there. */

import { assert } from '../base/errors.ts';
import { isPlugin, type Plugin } from './plugin.ts';

/** A plugin as it is sent to a thread. */
export interface PluginPlace {
  readonly module: string;
  readonly name: string;
}

export function placesOf(plugins: readonly Plugin[]): readonly PluginPlace[] {
  return plugins.map(({ module, name }) => ({ module, name }));
}

/** The plugins of these places, in this thread. */
export async function pluginsAt(places: readonly PluginPlace[]): Promise<readonly Plugin[]> {
  return await Promise.all(
    places.map(async ({ module, name }) => {
      const exported = exportedPlugins((await import(module)) as Readonly<Record<string, unknown>>);
      const found = exported.find((one) => one.name === name);
      assert(found !== undefined, `${module} exports no plugin ${name}`);
      return found;
    }),
  );
}

/** The plugins among the exports of a module, alone or in lists, each once. */
export function exportedPlugins(exported: Readonly<Record<string, unknown>>): readonly Plugin[] {
  return [...new Set(Object.values(exported).flat())].filter(isPlugin);
}
