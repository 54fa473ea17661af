/** How many retransmissions some segments need, and how long it takes until all have arrived. */

import { powerOfTwo } from '../../math/elementary/index.ts';

export interface Losses {
  /** How many segments were retransmitted, counting repeated retransmissions. */
  readonly again: number;
  /** The most retransmissions of a single segment. */
  readonly tries: number;
  /** Whether acknowledgements of later segments reveal the loss, so that there is no timeout (RFC 5681, section 3.2). */
  readonly quickly: boolean;
}

/** The number of duplicate acknowledgements that reveal a loss. */
const DUPLICATES = 3;

/** A connection gives up after this many retransmissions, as in Linux (`tcp_retries2`). */
const MOST_TRIES = 15;

/** @param isLost draws whether the next transmission is lost */
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

/** How much later all have arrived; infinite if the connection gave up. Each timeout is twice as long as the one before. */
export function recoveryNs({ tries, quickly }: Losses, roundTripNs: number, timeoutNs: number): number {
  if (tries === MOST_TRIES) return Number.POSITIVE_INFINITY;
  return quickly ? roundTripNs : timeoutNs * (powerOfTwo(tries) - 1);
}
