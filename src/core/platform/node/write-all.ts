/** Writing to open files, in as many writes as it takes. */

import { writeSync } from 'node:fs';

/**
 * Writes all of the bytes.
 * @param descriptor of an open file
 * @throws the system's error if it refuses
 */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) at += writeSync(descriptor, bytes, at);
}
