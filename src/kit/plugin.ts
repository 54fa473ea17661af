/** Plugins for authors: everything that can be added to Cahoots, as one value; kinds of fault and sources of data in it. */

export { source, type LoadContext, type Source } from '../data/source.ts';
export { type Additions, plugin, type Plugin } from '../plugin/plugin.ts';
