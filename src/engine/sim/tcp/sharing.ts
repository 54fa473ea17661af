/**
 * Max-min fair rates (Bertsekas and Gallager, Data Networks, section 6.5): nobody can have more without somebody having less who
 * has no more than they. Every flow takes from two links, an uplink and a downlink.
 */

/** A flow as sharing sees it. */
export interface Sharer {
  /** Links, by number. */
  readonly up: number;
  readonly down: number;
  /** Bits a second; set by {@link share}. */
  rate: number;
  /** The link that holds it back. */
  bottleneck: number;
}

/** What links have in common, as columns by the numbers of links. */
export class Shares {
  /** Bits a second that nobody has yet. */
  readonly left: Float64Array;
  /** Flows without a rate. */
  readonly waiting: Int32Array;
  /** Whether it gives the least share to every flow that waits there. */
  readonly least: Uint8Array;

  constructor(links: number) {
    this.left = new Float64Array(links);
    this.waiting = new Int32Array(links);
    this.least = new Uint8Array(links);
  }
}

/**
 * Gives every flow its rate.
 * @param flows all that use any of these links, which no others use
 * @param bps of a link; infinite where it is unlimited, and of each flow at most one link is
 */
export function share(flows: readonly Sharer[], shares: Shares, bps: (link: number) => number): void {
  const { left, waiting, least } = shares;
  for (const { up, down } of flows) waiting[up] = waiting[down] = 0;
  for (const { up, down } of flows) {
    if (waiting[up]++ === 0) left[up] = bps(up);
    if (waiting[down]++ === 0) left[down] = bps(down);
  }
  let rest = flows;
  while (rest.length > 0) {
    for (const { up, down } of rest) least[up] = least[down] = 1;
    for (const { up, down } of rest) {
      const byUp = left[up] / waiting[up];
      const byDown = left[down] / waiting[down];
      if (byUp < byDown) least[down] = 0;
      else if (byDown < byUp) least[up] = 0;
    }
    // A link that holds back all of its flows divides what it has; what the others have is only known afterwards.
    const fixed: Sharer[] = [];
    const open: Sharer[] = [];
    for (const flow of rest) {
      const { up, down } = flow;
      const byUp = left[up] / waiting[up];
      const byDown = left[down] / waiting[down];
      if (byUp <= byDown && least[up] === 1) flow.bottleneck = up;
      else if (byDown <= byUp && least[down] === 1) flow.bottleneck = down;
      else {
        open.push(flow);
        continue;
      }
      flow.rate = Math.min(byUp, byDown);
      fixed.push(flow);
    }
    for (const { up, down, rate } of fixed) {
      left[up] = Math.max(0, left[up] - rate);
      left[down] = Math.max(0, left[down] - rate);
      waiting[up]--;
      waiting[down]--;
    }
    rest = open;
  }
}
