/**
 * Files and directories written for the user: any obstacle is the user's to fix, and never shown as a raw
 * system error.
 */

import { platform } from '#platform';
import { CahootsError } from '../../core/base/errors.ts';
import { wrongFile } from './file.ts';

/**
 * Does something that writes to a file.
 * @throws CahootsError if the system refuses
 */
export function writing<T>(file: string, write: () => T): T {
  try {
    return write();
  } catch (error) {
    if (error instanceof CahootsError || !isSystemError(error)) throw error;
    throw wrongFile(file, `expected a file to write to, got ${explainWriting(error)}`);
  }
}

/** Writes a file, replacing any that exists: a view of something that is kept elsewhere. */
export function replaceWhole(file: string, text: string | Uint8Array): void {
  writing(file, () => platform.files.remove(file));
  writeWhole(file, text);
}

/** Writes a new file; if that fails, none is left behind. */
export function writeWhole(file: string, text: string | Uint8Array): void {
  writing(file, () => platform.files.create(file, text));
}

/**
 * Makes a directory and its parents. One by one, since Node.js hangs when making several at once where the
 * system allows none, such as below /proc.
 */
export function makeDirectory(directory: string): void {
  const { dirname, resolve } = platform.paths;
  const path = resolve(directory);
  try {
    if (isDirectory(path)) return;
    if (dirname(path) !== path) makeDirectory(dirname(path));
    platform.files.makeDirectory(path);
  } catch (error) {
    // Someone else may have made it in the meantime.
    if (!isSystemError(error)) throw error;
    if (error.code === 'EEXIST' && isDirectory(path)) return;
    const got = error.code === 'EEXIST' ? 'a file' : explainWriting(error);
    throw wrongFile(path, `expected a directory to write to, got ${got}`);
  }
}

function isDirectory(path: string): boolean {
  try {
    return platform.files.stat(path).isDirectory();
  } catch (error) {
    if ((error as SystemError).code === 'ENOENT') return false;
    throw error;
  }
}

/** An error of the system, as Node.js describes it. */
export interface SystemError extends Error {
  readonly code?: string | undefined;
  readonly syscall?: string;
}

/** Whether the operating system refused something, such as a full disk. */
function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && typeof (error as SystemError).syscall === 'string';
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'no space left',
  EDQUOT: 'no space left for this user',
  EFBIG: 'a limit on the size of files',
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'a file system that cannot be written to',
  EISDIR: 'a directory',
  EEXIST: 'one that exists',
  ENOENT: 'no such directory',
  ENOTDIR: 'something in its path that is not a directory',
  ENAMETOOLONG: 'a name that is too long',
};

/** Why the system could not write, in words. */
export function explainWriting({ code = '' }: Pick<SystemError, 'code'>): string {
  return REASONS[code] ?? `the system error ${code}`;
}
