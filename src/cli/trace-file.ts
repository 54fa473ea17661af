/** Traces as files. */

import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { explain, wrongFile } from '../data/file.ts';
import { MAGIC } from '../trace/format.ts';

/** @throws CahootsError when the file cannot be read */
export function readTrace(file: string): Uint8Array {
  try {
    return readFileSync(file);
  } catch (error) {
    throw wrongFile(file, `expected a trace, got ${explain(error)}`);
  }
}

/** Whether a file begins as traces do, of whatever version; false where it cannot be read. */
export function isTrace(file: string): boolean {
  const start = new Uint8Array(MAGIC.length);
  try {
    const descriptor = openSync(file, 'r');
    try {
      readSync(descriptor, start);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    return false;
  }
  const word = MAGIC.slice(0, MAGIC.lastIndexOf(' '));
  return Buffer.from(start).toString('latin1').startsWith(word);
}
