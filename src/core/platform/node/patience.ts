/** How long an import may take: without the time that it waited for a processor, as far as the kernel counts that. */

import { performance } from 'node:perf_hooks';
import { IMPORT_MS } from '../platform.ts';
import { threadTimes } from './thread-times.ts';

/** However loaded the machine is. */
const MOST_MS = 15 * IMPORT_MS;

export class Patience {
  readonly #startMs = performance.now();
  readonly #before = threadTimes();

  /** What is left of it, in milliseconds; at most 0 when it is over. */
  get leftMs(): number {
    const elapsedMs = performance.now() - this.#startMs;
    if (elapsedMs >= MOST_MS) return 0;
    // Whichever thread it is that imports.
    const waitedNs = [...threadTimes()].map(
      ([thread, time]) => time.waitedNs - (this.#before.get(thread)?.waitedNs ?? 0),
    );
    return IMPORT_MS - elapsedMs + Math.max(0, ...waitedNs) / 1e6;
  }
}

/** Calls back when it is over, unless it is stopped before. */
export class PatienceTimer {
  readonly #patience = new Patience();
  readonly #over: () => void;
  #timer: NodeJS.Timeout;

  constructor(over: () => void) {
    this.#over = over;
    this.#timer = this.#later(IMPORT_MS);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #later(ms: number): NodeJS.Timeout {
    return setTimeout(() => {
      const { leftMs } = this.#patience;
      if (leftMs > 0) this.#timer = this.#later(leftMs);
      else this.#over();
    }, ms).unref();
  }
}
