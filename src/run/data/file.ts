/**
 * Files named by the user: any problem with one is the user's to fix, and never shown as a raw system error.
 */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import type { Stats } from '../../core/platform/platform.ts';

/**
 * The bytes of a regular file. Throws `bad-input`, with the file as its place, if there is none to read.
 * @param what the kind of file expected
 */
export function readBytes(file: string, what = 'a readable file'): Uint8Array<ArrayBuffer> {
  // Checked first, since reading a pipe or a device may never end.
  requireFile(file, what);
  return attempt(file, what, () => platform.files.read(file));
}

/** Throws `bad-input` unless this is a regular file. */
export function requireFile(file: string, what: string): void {
  const stats = attempt(file, what, () => platform.files.stat(file));
  if (!stats.isFile()) throw wrongFile(file, `expected ${what}, got ${describe(stats)}`);
}

/** Whether a regular file can be found at a path. */
export function isFile(path: string): boolean {
  try {
    return platform.files.stat(path).isFile();
  } catch {
    // Most texts cannot be paths: too long, below a file, or with a zero byte.
    return false;
  }
}

/** The error for a file whose content is not as expected. */
export function wrongFile(file: string, message: string): CahootsError {
  return new CahootsError('bad-input', message, { file });
}

/** Throws `bad-input` for bytes that are not text. */
export function requireText(bytes: Uint8Array, file: string): void {
  if (!platform.bytes.isUtf8(bytes)) throw wrongFile(file, 'expected UTF-8 text, got other bytes');
}

/** Why the system could not read a file, in words. */
export function explain(error: unknown): string {
  const { code } = error as { readonly code?: string };
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return 'no such file';
    case 'EISDIR':
      return 'a directory';
    case 'EACCES':
    case 'EPERM':
      return 'no permission to read it';
    case 'ERR_FS_FILE_TOO_LARGE':
      return 'more than 2 GiB';
    default:
      return `the system error ${code}`;
  }
}

function attempt<T>(file: string, what: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw wrongFile(file, `expected ${what}, got ${explain(error)}`);
  }
}

function describe(stats: Stats): string {
  return stats.isDirectory() ? 'a directory' : 'something that is not a regular file';
}
