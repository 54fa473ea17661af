/** The plugins that tests run with. */

import { standard } from '../../bin/standard.ts';
import { type Plugin, plugin } from '../../src/run/plugin/plugin.ts';
import type { AnyProtocol } from '../../src/core/protocol/protocol.ts';

/** What comes with Cahoots. */
export const plugins: readonly Plugin[] = [standard];

/** Nothing but these protocols, which no worker thread will ask for. */
export function pluginsOf(...protocols: readonly AnyProtocol[]): readonly Plugin[] {
  return [plugin(import.meta.url, { name: 'of a test', protocols })];
}

/** What comes with Cahoots, with these protocols besides, or in place of those of their names. */
export function pluginsWith(...protocols: readonly AnyProtocol[]): readonly Plugin[] {
  const names = new Set(protocols.map(({ name }) => name));
  return pluginsOf(...standard.protocols.filter(({ name }) => !names.has(name)), ...protocols);
}
