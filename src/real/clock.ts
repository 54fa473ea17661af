/** Real time: a clock that nobody sets, and things that happen when so much of it is over. */

/** Longer timers fire at once. */
const MOST_MS = 2 ** 31 - 1;
/** Timers are late by about as much: what is left of a wait is spent in turns of the event loop. */
const TIMER_NS = 1.5e6;

/** Nanoseconds of a clock that only goes forward; all processes of a machine have the same one. */
export function monotonicNs(): number {
  // oxlint-disable-next-line no-restricted-properties -- real runs take real time
  return Number(process.hrtime.bigint());
}

/** Calls once when that time has come, never before. */
export class Timer {
  #timeout: NodeJS.Timeout | undefined;
  #turn: NodeJS.Immediate | undefined;

  /**
   * @param exact whether to be there to a few microseconds, at the price of a busy millisecond
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
    // Never at once: whoever sets it may be in the middle of something.
    if (atNs <= monotonicNs()) this.#turn = setImmediate(wait);
    else wait();
  }

  clear(): void {
    clearTimeout(this.#timeout);
    clearImmediate(this.#turn);
  }
}
