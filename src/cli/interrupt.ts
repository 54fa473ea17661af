/** Ctrl-C, or an end asked for by a batch system or container: work in progress ends in an orderly way, and what was written stays. */

/** Not SIGHUP, which `nohup` has a program ignore. */
const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Does work with a signal that these abort; the next one of the same kind ends the program at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort();
  for (const name of SIGNALS) process.once(name, onSignal);
  try {
    return await work(interrupt.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
  }
}

/** @param kept where the results so far are, if they were written at all */
export function sayInterrupted(what: string, kept: string | undefined): void {
  process.stderr.write(`interrupted${kept === undefined ? '' : `; ${what} so far is in ${kept}`}\n`);
}
