/** Writing to open files, in as many writes as it takes. */

import { writeSync } from 'node:fs';

/** How long it waits for the reader of a pipe that is full. */
const WAIT_MS = 1;
const waiting = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

/**
 * Writes all of the bytes.
 * @param descriptor of an open file, or of a pipe
 * @throws the system's error if it refuses
 */
export function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength;) {
    try {
      at += writeSync(descriptor, bytes, at);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      Atomics.wait(waiting, 0, 0, WAIT_MS);
    }
  }
}
