/** Memory for WebAssembly, where there is any: each reserves all that it may grow to, which limits of a process may not allow. */

export const PAGE_BYTES = 2 ** 16;
/** All that an address reaches, 4 GiB. */
export const MOST_PAGES = 2 ** 16;

/** A shared memory of so many pages; undefined, and a warning, where the process gets none. */
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

/** Says once that kernels in TypeScript take over: the results are the same, and take longer. */
export function warnOfFallback(reason: string): void {
  if (warned) return;
  warned = true;
  process.emitWarning(`${reason}: kernels in TypeScript compute the same, and take longer`, 'CahootsWarning');
}
