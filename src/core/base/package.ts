/** The package that this code belongs to: its version, and the files next to its code. */

import { platform } from '#platform';
import { textOf } from './bytes.ts';

/** Whether the name `cahoots` at npm's registry is ours. Until it is, whoever takes it would run code with our users. */
const IS_REGISTERED: boolean = false;

/** What `npm install` is given to install Cahoots: the tarball of a release, or the registry's name. */
export function installable(): string {
  return IS_REGISTERED ? 'cahoots' : `./cahoots-${version()}.tgz`;
}

/** How a project's package.json asks for this Cahoots: as the folder that this code runs from, or by its version. */
export function dependency(): string {
  const folder = packageFile('.');
  return IS_REGISTERED || folder === undefined ? `^${version()}` : `file:${decodeURI(folder.pathname)}`;
}

/** A file or folder of the package, by its path from the root; undefined if it is missing. */
export function packageFile(path: string): URL | undefined {
  // Source lies three folders below the root, built code four.
  return ['../../../', '../../../../']
    .map((up) => new URL(up + path, import.meta.url))
    .find(platform.files.exists);
}

/**
 * The URL of a module of this package, which is TypeScript in the source and JavaScript in the build.
 * @param path from another module, without extension
 * @param from the URL of that other module
 */
export function moduleOf(path: string, from: string): string {
  return new URL(`${path}${from.endsWith('.ts') ? '.ts' : '.js'}`, from).href;
}

/** The version in package.json; `unknown` if that is not next to the code. */
export function version(): string {
  const file = packageFile('package.json');
  if (file === undefined) return 'unknown';
  const { version: found } = JSON.parse(textOf(platform.files.read(file))) as { version?: string };
  return found ?? 'unknown';
}
