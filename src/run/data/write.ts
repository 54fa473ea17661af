/**
 * Files and directories written for the user: any obstacle is the user's to fix, and never shown as a raw
 * system error.
 */

import { closeSync, mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
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

/**
 * Writes all of the bytes to an open file, in as many writes as it takes.
 * @param file its name, for errors
 * @throws CahootsError if the system refuses
 */
export function writeOn(file: string, descriptor: number, bytes: Uint8Array): void {
  writing(file, () => {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(descriptor, bytes, at);
  });
}

/** Writes a file, replacing any that exists: a view of something that is kept elsewhere. */
export function replaceWhole(file: string, text: string | Uint8Array): void {
  writing(file, () => rmSync(file, { force: true }));
  writeWhole(file, text);
}

/** Writes a new file; if that fails, none is left behind. */
export function writeWhole(file: string, text: string | Uint8Array): void {
  writing(file, () => {
    const descriptor = openSync(file, 'wx');
    try {
      writeFileSync(descriptor, text);
    } catch (error) {
      rmSync(file, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  });
}

/**
 * Makes a directory and its parents. One by one, since Node.js hangs when making several at once where the
 * system allows none, such as below /proc.
 */
export function makeDirectory(directory: string): void {
  const path = resolve(directory);
  try {
    if (isDirectory(path)) return;
    if (dirname(path) !== path) makeDirectory(dirname(path));
    mkdirSync(path);
  } catch (error) {
    // Someone else may have made it in the meantime.
    if (!isSystemError(error)) throw error;
    if (error.code === 'EEXIST' && isDirectory(path)) return;
    const got = error.code === 'EEXIST' ? 'a file' : explainWriting(error);
    throw wrongFile(path, `expected a directory to write to, got ${got}`);
  }
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether the operating system refused something, such as a full disk. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).syscall === 'string';
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
export function explainWriting({ code = '' }: NodeJS.ErrnoException): string {
  return REASONS[code] ?? `the system error ${code}`;
}
