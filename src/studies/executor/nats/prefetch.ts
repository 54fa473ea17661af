/**
 * Limits the jobs that a worker holds to one per thread, since another worker could do any that wait here. If jobs are so short
 * that fetching the next takes a significant part of the time, one more is fetched in advance.
 */

const SHORT_MS = 100;

/** @param tookMs how long the job took; absent if none was done */
export type Release = (tookMs?: number) => void;

export class Prefetch {
  readonly #threads: number;
  #count = 0;
  /** How long the latest job took. */
  #tookMs = Number.POSITIVE_INFINITY;
  #waiting: (() => void)[] = [];

  constructor(threads: number) {
    this.#threads = threads;
  }

  /** Resolves when there is room for one more, with a function that gives the room back, and may be called more than once. */
  async take(): Promise<Release> {
    while (this.#count >= this.#threads + Number(this.#tookMs < SHORT_MS))
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#count++;
    let open = true;
    return (tookMs = this.#tookMs) => {
      if (!open) return;
      open = false;
      this.#count--;
      this.#tookMs = tookMs;
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const resolve of waiting) resolve();
    };
  }
}
