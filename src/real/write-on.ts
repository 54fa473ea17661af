/** Writing to open files: any obstacle is the user's to remove. */

import { writeSync } from 'node:fs';
import { writing } from '../run/data/write.ts';

/**
 * Writes all of the bytes, in as many writes as it takes.
 * @param file its name, for errors
 * @throws CahootsError if the system refuses
 */
export function writeOn(file: string, descriptor: number, bytes: Uint8Array): void {
  writing(file, () => {
    for (let at = 0; at < bytes.byteLength;) at += writeSync(descriptor, bytes, at);
  });
}
