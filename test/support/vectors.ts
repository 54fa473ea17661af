/** Where the shared test vectors and data sets lie, if they are there at all: tests skip with a clear message where not. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const shared = new URL('../../../shared/', import.meta.url);

/** The file's path, or undefined where the folder is missing. */
export function sharedPath(name: string): string | undefined {
  const path = fileURLToPath(new URL(name, shared));
  return existsSync(path) ? path : undefined;
}

/** A file of vectors; `title` names a suite and says why it is skipped. */
export function vectors<T>(name: string): { title: string; absent: boolean; read: () => T } {
  const path = sharedPath(`vectors/${name}`);
  return {
    title: path === undefined ? `${name} (skipped: shared/vectors is not there)` : name,
    absent: path === undefined,
    read: () => JSON.parse(readFileSync(path ?? '', 'utf8')) as T,
  };
}
