/** Tells when nothing was done for a given time. */

export class Idleness {
  readonly #limitMs: number;
  readonly #over = new AbortController();
  #busy = 0;
  #timer: NodeJS.Timeout | undefined;

  /** @param limitMs absent: it never tells */
  constructor(limitMs = Number.POSITIVE_INFINITY) {
    this.#limitMs = limitMs;
    this.#wait();
  }

  /** Aborted once nothing was done for that long. */
  get signal(): AbortSignal {
    return this.#over.signal;
  }

  /** Does something; any number of things may be done at once. */
  async while<T>(act: () => Promise<T>): Promise<T> {
    this.#busy++;
    clearTimeout(this.#timer);
    try {
      return await act();
    } finally {
      if (--this.#busy === 0) this.#wait();
    }
  }

  /** Ends the waiting, so that the process can end. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(): void {
    if (this.#limitMs === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => this.#over.abort(), this.#limitMs);
  }
}
