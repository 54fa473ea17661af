/**
 * Max-min fair rates (Bertsekas and Gallager, Data Networks, section 6.5): no flow's rate can increase without decreasing that of a
 * flow with no higher rate. Every flow uses two links, an uplink and a downlink.
 */

/** A flow as sharing sees it. */
export interface Sharer {
  /** Links, by number. */
  readonly up: number;
  readonly down: number;
  /** Bits per second; set by {@link share}. */
  rate: number;
  /** Its bottleneck link. */
  bottleneck: number;
}

/** The working state of links, as columns indexed by link. */
export class Shares {
  /** Bits per second not assigned yet. */
  readonly left: Float64Array;
  /** Flows without a rate. */
  readonly waiting: Int32Array;
  /** Whether it gives the smallest share to every flow without a rate. */
  readonly least: Uint8Array;

  constructor(links: number) {
    this.left = new Float64Array(links);
    this.waiting = new Int32Array(links);
    this.least = new Uint8Array(links);
  }
}

/**
 * Gives every flow its rate.
 * @param flows all flows on these links
 * @param bps the rate of a link; infinite if unlimited, which at most one link of each flow is
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
    // A link that is the bottleneck of all its flows divides its rate among them; the remaining rates are known only afterwards.
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
