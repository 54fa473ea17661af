/** The package that this code is part of: its version, and files beside its code. */

import { existsSync, readFileSync } from 'node:fs';

/** A file or folder of the package, named from its top; undefined where it is not there. */
export function packageFile(path: string): URL | undefined {
  // Code lies two folders below the top as source, three as built.
  return ['../../', '../../../'].map((up) => new URL(up + path, import.meta.url)).find(existsSync);
}

/** As the package says; `unknown` where that is not beside the code. */
export function version(): string {
  const file = packageFile('package.json');
  if (file === undefined) return 'unknown';
  const { version: found } = JSON.parse(readFileSync(file, 'utf8')) as { version?: string };
  return found ?? 'unknown';
}
