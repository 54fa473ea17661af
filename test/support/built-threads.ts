/**
 * Lets the threads that tests start run the build, where it is that of the source: from source each first reads and
 * translates hundreds of modules, which takes eight times as long, and most tests of studies, swarms and attacks start some.
 */

import type { Plugin } from 'vitest/config';
import { stateOfBuild } from './build.ts';

/** What starts threads, by the module that threads from source start with. */
const STARTERS = { 'source-worker.mjs': 'threads.ts', 'source-thread.mjs': 'own-thread.ts' };

export function builtThreads(): Plugin {
  const isBuilt = stateOfBuild() === 'built';
  return {
    name: 'built-threads',
    transform(code, id) {
      const entry = Object.entries(STARTERS).find(([, file]) => id.endsWith(`/platform/node/${file}`))?.[0];
      if (!isBuilt || entry === undefined) return undefined;
      const instead = new URL(`./${entry.replace('source', 'built')}`, import.meta.url).href;
      const changed = code.replace(new RegExp(`(['"])\\./${entry}\\1`), JSON.stringify(instead));
      if (changed === code) throw new Error(`${id}: expected ./${entry}, got none`);
      return changed;
    },
  };
}
