/** Memory for vectors that tasks read and give. */

/** From this size on shared memory, which worker threads read in place, is worth what it takes to get and to let go. */
export const SHARED_BYTES = 4096;

/** Memory of so many bytes, all zero: shared, unless a copy of it for another thread costs less than sharing it. */
export function memoryFor(bytes: number): ArrayBuffer | SharedArrayBuffer {
  return bytes < SHARED_BYTES ? new ArrayBuffer(bytes) : new SharedArrayBuffer(bytes);
}
