/**
 * Memory for WebAssembly, if available: each one reserves its maximum size, which a process's limits may not
 * allow.
 */

import { platform } from '#platform';

export const PAGE_BYTES = 2 ** 16;
/** The whole 32-bit address space, 4 GiB. */
export const MOST_PAGES = 2 ** 16;

/** A shared memory of this many pages; undefined, with a warning, if the process may not have it. */
export function wasmMemory(pages: number): WebAssembly.Memory | undefined {
  if (typeof WebAssembly === 'undefined') return undefined;
  try {
    return new WebAssembly.Memory({ initial: pages, maximum: MOST_PAGES, shared: true });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    warnOfFallback('this process may have no more memory for WebAssembly');
    return undefined;
  }
}

let warned = false;

/** Warns, once, that the slower kernels in TypeScript are used; their results are the same. */
export function warnOfFallback(reason: string): void {
  if (warned) return;
  warned = true;
  platform.warn(`${reason}: kernels in TypeScript compute the same, and take longer`);
}
