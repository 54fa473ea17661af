/** The version of Cahoots. */

import { readFileSync } from 'node:fs';

/** As its package says; `unknown` where that is not beside the code. */
export function version(): string {
  // Beside the folders of the source, above those of the build.
  for (const up of ['../../package.json', '../../../package.json']) {
    try {
      const text = readFileSync(new URL(up, import.meta.url), 'utf8');
      const found = JSON.parse(text) as { name?: string; version?: string };
      if (found.name === 'cahoots' && found.version !== undefined) return found.version;
    } catch {
      // Not there.
    }
  }
  return 'unknown';
}
