/**
 * Reusable shared memory. Allocating it is slow, since the system clears every page. Each thread keeps a few free blocks, and may
 * hand them to another thread.
 */

/** Sizes of blocks are multiples of this. */
const UNIT_BYTES = 2 ** 16;
/** How many free blocks are kept. */
const MOST_FREE = 64;
/** A block is used only for data that fills at least this fraction of it. */
const LEAST_FILLED = 0.5;

const free: SharedArrayBuffer[] = [];

/** A block of at least this many bytes, all of them 0: who writes only a part of it must not read a vector of others in the rest. */
export function takeBlock(bytes: number): SharedArrayBuffer {
  const at = free.findLastIndex(
    ({ byteLength }) => byteLength >= bytes && byteLength * LEAST_FILLED <= Math.max(bytes, UNIT_BYTES),
  );
  if (at < 0) return new SharedArrayBuffer(Math.ceil(bytes / UNIT_BYTES) * UNIT_BYTES);
  const [block] = free.splice(at, 1);
  new Uint8Array(block).fill(0);
  return block;
}

/** Returns blocks that are free again. */
export function giveBlocks(blocks: readonly SharedArrayBuffer[]): void {
  free.push(...blocks);
  if (free.length > MOST_FREE) free.splice(0, free.length - MOST_FREE);
}

/** Up to this many of this thread's free blocks, for another thread. */
export function spareBlocks(count: number): SharedArrayBuffer[] {
  return free.splice(Math.max(0, free.length - count), count);
}
