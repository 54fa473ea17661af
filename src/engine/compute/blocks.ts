/**
 * Shared memory that is used again: to get some is slow, as the system clears every page of it. Each thread keeps a few blocks that
 * nothing lies in any more, and may hand them to another.
 */

/** Blocks are multiples of this. */
const UNIT_BYTES = 2 ** 16;
/** So many are kept. */
const MOST_FREE = 64;
/** A block is taken for what fills it at least so far. */
const LEAST_FILLED = 0.5;

const free: SharedArrayBuffer[] = [];

/** A block of at least so many bytes, whatever was in it before. */
export function takeBlock(bytes: number): SharedArrayBuffer {
  const at = free.findLastIndex(
    ({ byteLength }) => byteLength >= bytes && byteLength * LEAST_FILLED <= Math.max(bytes, UNIT_BYTES),
  );
  if (at < 0) return new SharedArrayBuffer(Math.ceil(bytes / UNIT_BYTES) * UNIT_BYTES);
  return free.splice(at, 1)[0];
}

/** Nothing lies in these any more. */
export function giveBlocks(blocks: readonly SharedArrayBuffer[]): void {
  free.push(...blocks);
  if (free.length > MOST_FREE) free.splice(0, free.length - MOST_FREE);
}

/** Up to so many blocks of this thread's, for another. */
export function spareBlocks(count: number): SharedArrayBuffer[] {
  return free.splice(Math.max(0, free.length - count), count);
}
