/** What of so many segments is lost, and how long it takes until all have come. */

export interface Losses {
  /** Segments that were sent again, copies of the same one included. */
  readonly again: number;
  /** How often the one was sent again that had to be most often. */
  readonly tries: number;
  /** Whether acknowledgements of later segments tell of it, so that nobody waits for a timeout (RFC 5681, section 3.2). */
  readonly quickly: boolean;
}

/** As many of them do. */
const DUPLICATES = 3;

/** A connection gives up after as many, as Linux has it (`tcp_retries2`). */
const MOST_TRIES = 15;

/** @param isLost whether the next transmission is */
export function lossesOf(segments: number, isLost: () => boolean): Losses {
  let again = 0;
  let last = -1;
  let tries = 0;
  for (let place = 0; place < segments; place++) {
    if (!isLost()) continue;
    last = place;
    let own = 1;
    while (own < MOST_TRIES && isLost()) own++;
    again += own;
    tries = Math.max(tries, own);
  }
  return { again, tries, quickly: tries === 1 && segments - 1 - last >= DUPLICATES };
}

/** How much later all have come; infinite where the connection gave up. Each timeout is twice as long as the one before. */
export function recoveryNs({ tries, quickly }: Losses, roundTripNs: number, timeoutNs: number): number {
  if (tries === MOST_TRIES) return Number.POSITIVE_INFINITY;
  return quickly ? roundTripNs : timeoutNs * (2 ** tries - 1);
}
