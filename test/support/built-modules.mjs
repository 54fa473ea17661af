/** Modules of the source and what the build has made of them. */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const ROOT = new URL('../../', import.meta.url).href;

/** The URL in the build of a module of the source; undefined for any other, as one of a test. */
export function builtOf(url) {
  if (!url.startsWith(ROOT)) return undefined;
  const path = url.slice(ROOT.length);
  if (!/^(src|actors|bin)\/.*\.ts$/.test(path)) return undefined;
  const built = `${ROOT}dist/${path.slice(0, -'.ts'.length)}.js`;
  return existsSync(fileURLToPath(built)) ? built : undefined;
}
