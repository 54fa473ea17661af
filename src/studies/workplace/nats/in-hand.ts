/**
 * How many orders a worker has that are not done: as many as it has threads, as another worker could have what waits here. Where
 * they are short, fetching the next would take a part of the time, so one more lies ready.
 */

const SHORT_MS = 100;

/** @param tookMs what an order took that is done; absent where none was */
export type Give = (tookMs?: number) => void;

export class InHand {
  readonly #threads: number;
  #count = 0;
  /** What the newest took. */
  #tookMs = Number.POSITIVE_INFINITY;
  #waiting: (() => void)[] = [];

  constructor(threads: number) {
    this.#threads = threads;
  }

  /** Resolves when there is room for one more; called once or more often, what it resolves with gives the room back. */
  async take(): Promise<Give> {
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
