/** Files that a user names: whatever is wrong with one is the user's to mend, and never a raw system error. */

import { readFileSync, statSync, type Stats } from 'node:fs';
import { CahootsError } from '../errors.ts';

/** The bytes of a regular file. Throws `bad-input`, with the file as its place, where there is none to read. */
export function readBytes(file: string): Buffer {
  const stats = attempt(file, () => statSync(file));
  // Asked first, as reading a pipe or a device may never end.
  if (!stats.isFile()) throw wrongFile(file, `expected a readable file, got ${describe(stats)}`);
  return attempt(file, () => readFileSync(file));
}

/** The error for a file whose content is not as expected. */
export function wrongFile(file: string, message: string): CahootsError {
  return new CahootsError('bad-input', message, { file });
}

function attempt<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw wrongFile(file, `expected a readable file, got ${explain((error as NodeJS.ErrnoException).code)}`);
  }
}

function describe(stats: Stats): string {
  return stats.isDirectory() ? 'a directory' : 'something that is no regular file';
}

function explain(code: string | undefined): string {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no such file';
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read it';
    default:
      return `the system error ${code}`;
  }
}
