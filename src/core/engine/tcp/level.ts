/** What one link gives to each of its flows, given the links at their other ends (water-filling). */

/** A flow as a link sees it. */
export interface Crossing {
  /** Links, by number. */
  readonly up: number;
  readonly down: number;
}

/** Rates with a smaller relative difference are equal up to rounding. */
const SAME = 1e-12;

/** Whether two levels of a link differ by more than rounding. */
export function differs(one: number, other: number): boolean {
  return Math.abs(one - other) > SAME * Math.abs(other);
}

/**
 * The most that it gives to each, such that the total is its rate, and what flows limited elsewhere leave goes to the others;
 * infinite if it limits none.
 * @param bps its rate; infinite if unlimited
 * @param levels of all links
 */
export function levelOf(
  bps: number,
  flows: readonly Crossing[],
  levels: ArrayLike<number>,
  link: number,
): number {
  let level = bps / flows.length;
  if (level === Number.POSITIVE_INFINITY) return level;
  for (let before = 0; ;) {
    let taken = 0;
    let held = 0;
    for (const { up, down } of flows) {
      const elsewhere = levels[up === link ? down : up];
      if (elsewhere >= level * (1 - SAME)) continue;
      taken += elsewhere;
      held++;
    }
    if (held === flows.length) return Number.POSITIVE_INFINITY;
    if (held === before) return level;
    before = held;
    level = (bps - taken) / (flows.length - held);
  }
}
