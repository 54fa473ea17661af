/** Threads of our own, besides those of pools. */

import { type Transferable, Worker } from 'node:worker_threads';

/**
 * Starts one; it keeps the process running, as any does.
 * @param module without its extension; it lies beside this one
 * @param workerData what it is given; from source, with its own URL besides
 */
export function ownThread(
  module: 'program-thread' | 'import-watchdog',
  workerData: object,
  transferList: readonly Transferable[] = [],
): Worker {
  const fromSource = import.meta.url.endsWith('.ts');
  const entry = new URL(`./${module}${fromSource ? '.ts' : '.js'}`, import.meta.url);
  return new Worker(fromSource ? new URL('./source-thread.mjs', import.meta.url) : entry, {
    workerData: { ...workerData, entry: entry.href },
    transferList: [...transferList],
    execArgv: [],
  });
}
