/** What one link gives to each of its flows, as the links at their other ends are (water-filling). */

/** A flow as a link sees it. */
export interface Crossing {
  /** Links, by number. */
  readonly up: number;
  readonly down: number;
}

/** Rates that differ by less are the same: what rounding makes of one. */
const SAME = 1e-12;

export function differs(one: number, other: number): boolean {
  return Math.abs(one - other) > SAME * Math.abs(other);
}

/**
 * The most that it gives to each, so that all together have its rate and what they are held to elsewhere is left to the others;
 * infinite where it holds none back.
 * @param bps its rate; infinite where it is unlimited
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
