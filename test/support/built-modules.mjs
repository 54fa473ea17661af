/** Modules of the source and what the build has made of them. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url).href;

/** What a module imports, but for types alone. */
const IMPORTED = /^(?:import|export)\s(?!type\s)(?:[^;']*?\sfrom\s)?'([^']+)'/gm;

/** The URL in the build of a module of the source; undefined for any other, as one of a test. */
export function builtOf(url) {
  if (!url.startsWith(ROOT)) return undefined;
  const path = url.slice(ROOT.length);
  if (!/^(src|actors|bin)\/.*\.ts$/.test(path)) return undefined;
  const built = `${ROOT}dist/${path.slice(0, -'.ts'.length)}.js`;
  return existsSync(fileURLToPath(built)) ? built : undefined;
}

/** Whether a module is built, or a test's or an example's that imports of the source only what is built, itself or by others. */
export function standsOnBuild(url, seen = new Set()) {
  if (seen.has(url) || builtOf(url) !== undefined) return true;
  if (!/^(test|examples)\/.*\.ts$/.test(url.startsWith(ROOT) ? url.slice(ROOT.length) : '')) return false;
  seen.add(url);
  const imported = readFileSync(fileURLToPath(url), 'utf8').matchAll(IMPORTED);
  return [...imported].every(
    ([, name]) => !name.startsWith('.') || standsOnBuild(new URL(name, url).href, seen),
  );
}
