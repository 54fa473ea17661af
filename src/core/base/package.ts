/** The package that this code belongs to: its version, and the files next to its code. */

import { platform } from '#platform';
import { textOf } from './bytes.ts';

/** A file or folder of the package, by its path from the root; undefined if it is missing. */
export function packageFile(path: string): URL | undefined {
  // Source lies three folders below the root, built code four.
  return ['../../../', '../../../../']
    .map((up) => new URL(up + path, import.meta.url))
    .find(platform.files.exists);
}

/** The version in package.json; `unknown` if that is not next to the code. */
export function version(): string {
  const file = packageFile('package.json');
  if (file === undefined) return 'unknown';
  const { version: found } = JSON.parse(textOf(platform.files.read(file))) as { version?: string };
  return found ?? 'unknown';
}
