/** Ctrl-C: work in progress ends in an orderly way, and what was written stays. */

/** Does work with a signal that Ctrl-C aborts. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interrupt = new AbortController();
  const onSignal = (): void => interrupt.abort();
  process.once('SIGINT', onSignal);
  try {
    return await work(interrupt.signal);
  } finally {
    process.off('SIGINT', onSignal);
  }
}

/** @param kept where the results so far are, if they were written at all */
export function sayInterrupted(what: string, kept: string | undefined): void {
  process.stderr.write(`interrupted${kept === undefined ? '' : `; ${what} so far is in ${kept}`}\n`);
}
