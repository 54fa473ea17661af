/** Which code runs here, for the provenance of results. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defined } from '../../core/base/defined.ts';
import { packageFile, version } from '../../core/base/package.ts';
import { loadedAs } from '../../run/plugin/loaded.ts';
import type { Plugin } from '../../run/plugin/plugin.ts';
import type { Provenance } from '../../run/tidy/provenance.ts';
import { buildOf } from '../../core/platform/node/build.ts';

/** @param plugins those used */
export function provenanceOf(plugins: readonly Plugin[]): Provenance {
  const code = buildOf(plugins.map(({ module }) => module));
  return defined({ cahoots: version(), commit: commitOf(), code, plugins: loadedAs(plugins) });
}

/** Installed as a package, it lies in somebody else's repository, if in any. */
function commitOf(): string | undefined {
  const manifest = packageFile('package.json');
  if (manifest === undefined) return undefined;
  const folder = fileURLToPath(new URL('.', manifest));
  if (!existsSync(join(folder, '.git'))) return undefined;
  try {
    const asked = ['status', '--porcelain=v2', '--branch', '--', 'src', 'actors', 'package.json'];
    const said = execFileSync('git', ['-C', folder, ...asked], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const head = /^# branch\.oid ([0-9a-f]+)$/m.exec(said)?.[1];
    // Lines other than headers list changed files.
    return head && `${head}${/^[^#\n]/m.test(said) ? ', changed' : ''}`;
  } catch {
    // No git, or no repository.
    return undefined;
  }
}
