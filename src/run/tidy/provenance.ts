/** What produced a figure, besides its scenario: the code, and where it ran. */

import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageFile, version } from '../../core/base/package.ts';
import { buildOf } from './code.ts';

/** What produced a result; equal on every machine that runs the same code. */
export interface Provenance {
  /** Version of Cahoots. */
  readonly cahoots: string;
  /** The commit of its code, with `, changed` if there are uncommitted changes; absent if unknown. */
  readonly commit?: string;
  /** SHA-256 over the code that ran: Cahoots, its protocols and plugins, see {@link buildOf}. */
  readonly code: string;
}

/** What measured columns depend on, and no others. */
export interface Place {
  readonly node: string;
  readonly machine: string;
}

/** @param modules URLs of the plugins used */
export function provenanceOf(modules: readonly string[]): Provenance {
  const commit = commitOf();
  return {
    cahoots: version(),
    ...(commit !== undefined && { commit }),
    code: buildOf(modules),
  };
}

/** The Node.js and the machine of this process. */
export function thisPlace(): Place {
  place ??= {
    node: process.versions.node,
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
  };
  return place;
}

/** Determined once, since thousands of rows contain it and the system reads files for it. */
let place: Place | undefined;

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
