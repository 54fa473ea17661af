/** Real time: a monotonic clock, and timers on it. */

/** Longer timers would fire at once. */
const MOST_MS = 2 ** 31 - 1;
/** Timers are late by about this much: the rest of a wait is spent in turns of the event loop. */
const TIMER_NS = 1.5e6;

/** Nanoseconds of a monotonic clock; all processes of a machine share it. */
export function monotonicNs(): number {
  // oxlint-disable-next-line no-restricted-properties -- real runs take real time
  return Number(process.hrtime.bigint());
}

/** Calls a function once a time has come, never before. */
export class Timer {
  #timeout: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;

  /**
   * @param exact whether to be precise to a few microseconds, at the price of a millisecond of busy waiting
   * @param atNs on the clock of {@link monotonicNs}
   */
  set(atNs: number, call: () => void, exact = false): void {
    this.clear();
    const wait = (): void => {
      const leftNs = atNs - monotonicNs();
      if (leftNs <= 0) {
        this.clear();
        call();
      } else if (exact && leftNs < TIMER_NS) this.#turn = setImmediate(wait);
      else {
        const ms = exact ? Math.floor((leftNs - TIMER_NS) / 1e6) : Math.ceil(leftNs / 1e6);
        this.#timeout = setTimeout(wait, Math.min(MOST_MS, ms));
      }
    };
    // Never at once: the caller may be in the middle of something.
    if (atNs <= monotonicNs()) this.#turn = setImmediate(wait);
    else wait();
  }

  clear(): void {
    clearTimeout(this.#timeout);
    clearImmediate(this.#turn);
  }
}
