/** What made a figure, beside its scenario: the code, and where it ran. */

import { execFileSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { version } from '../base/package.ts';
import { buildOf } from './code.ts';

/** The same on every machine that runs the same code. */
export interface Provenance {
  /** Version of Cahoots. */
  readonly cahoots: string;
  /** The commit that its code was taken from, with `, changed` where it has been worked on since; absent where nobody knows. */
  readonly commit?: string;
  /** SHA-256 over the code that ran, of Cahoots, its protocols and plugins, see {@link buildOf}. */
  readonly code: string;
}

/** What measured columns depend on, and they alone. */
export interface Place {
  readonly node: string;
  readonly machine: string;
}

/** @param modules URLs of the plugins that took part */
export function provenanceOf(modules: readonly string[]): Provenance {
  const commit = commitOf();
  return {
    cahoots: version(),
    ...(commit !== undefined && { commit }),
    code: buildOf(modules),
  };
}

export function thisPlace(): Place {
  const processors = cpus();
  return {
    node: process.versions.node,
    machine: `${processors[0]?.model ?? 'unknown'}, ${processors.length} cores`,
  };
}

/** Installed as a package, it lies in a repository of somebody else's, if in any. */
function commitOf(): string | undefined {
  // Beside the folders of the source, above those of the build.
  const folders = ['../../', '../../../'].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  const folder = folders.find((one) => existsSync(join(one, 'package.json')));
  if (folder === undefined) return undefined;
  const git = (...words: string[]): string =>
    execFileSync('git', ['-C', folder, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim();
  try {
    if (realpathSync(git('rev-parse', '--show-toplevel')) !== realpathSync(folder)) return undefined;
    const changed = git('status', '--porcelain', '--', 'src', 'actors', 'package.json') !== '';
    return `${git('rev-parse', 'HEAD')}${changed ? ', changed' : ''}`;
  } catch {
    // No git here, or no repository.
    return undefined;
  }
}
