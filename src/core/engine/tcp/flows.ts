/**
 * All moving parts of messages, and their max-min fair rates (see `sharing.ts`). Rates change only when a flow begins or ends, and
 * mostly for few flows: each flow has one of its two links as bottleneck, and if the share given by that link stays the same, nothing
 * changes beyond it. So links are levelled one by one, starting from those where something changed, and a link is levelled again when
 * a flow that it limits, or has no room for, got a different rate elsewhere. If that takes too many steps, all rates are recomputed.
 * Of the flows limited by a link, only the one that ends first has an event.
 */

import type { Ends } from './ends.ts';
import type { Flow } from './flow.ts';
import { differs, levelOf } from './level.ts';
import { share, Shares } from './sharing.ts';

/** The relative rounding error of a link's rate. */
const ROUNDING = 1e-9;

export class Flows {
  readonly #ends: Ends;
  readonly #shares: Shares;
  readonly #patience: number;
  /** Of each link. */
  readonly #lists: (Flow[] | undefined)[] = [];
  /** The most that a link gives to each of its flows; infinite if it limits none. */
  readonly #levels: Float64Array;
  /** The total rate of its flows. */
  readonly #loads: Float64Array;
  /** Links to be levelled, in order. */
  readonly #open: number[] = [];
  readonly #isOpen: Uint8Array;
  /** Links with new flows that have no rate yet. */
  readonly #isNew: Uint8Array;
  /** Flows whose rates may have changed. */
  readonly #touched: Flow[] = [];
  /** Links for which the flow that ends first must be determined. */
  readonly #racing: number[] = [];
  readonly #isRacing: Uint8Array;
  /** The round in which a link was last visited. */
  readonly #seen: Int32Array;
  #looked = 0;

  /** @param patience how many links are levelled before all rates are recomputed */
  constructor(ends: Ends, patience = 2 * ends.count) {
    this.#ends = ends;
    this.#patience = patience;
    this.#shares = new Shares(ends.count);
    this.#levels = new Float64Array(ends.count).fill(Number.POSITIVE_INFINITY);
    this.#loads = new Float64Array(ends.count);
    this.#isOpen = new Uint8Array(ends.count);
    this.#isNew = new Uint8Array(ends.count);
    this.#isRacing = new Uint8Array(ends.count);
    this.#seen = new Int32Array(ends.count);
  }

  begin(flow: Flow): void {
    const { up, down } = flow;
    flow.placeUp = this.#list(up).push(flow) - 1;
    flow.placeDown = this.#list(down).push(flow) - 1;
    // A limited link gives it a rate first; the other link is levelled only if it has no room for that.
    this.#isNew[this.#ends.bps(up) === Number.POSITIVE_INFINITY ? down : up] = 1;
    this.#look(up);
    this.#look(down);
  }

  end(flow: Flow): void {
    const { up, down } = flow;
    this.#leave(up, flow.placeUp, flow);
    this.#leave(down, flow.placeDown, flow);
    this.#race(flow.bottleneck);
  }

  /** A flow has not ended when expected, because of trains. */
  late(flow: Flow): void {
    this.#race(flow.bottleneck);
  }

  /** Updates rates where something changed. @param first called for each flow that ends first on its link */
  settle(nowNs: number, first: (flow: Flow) => void): void {
    if (this.#open.length > 0) {
      this.#levelAll();
      this.#turnAll(nowNs);
    }
    for (const link of this.#racing) {
      this.#isRacing[link] = 0;
      this.#tellFirst(link, first);
    }
    this.#racing.length = 0;
  }

  #levelAll(): void {
    const open = this.#open;
    let patience = this.#patience;
    for (let at = 0; at < open.length; at++) {
      const link = open[at];
      this.#isOpen[link] = 0;
      if (patience > 0 && this.#isAtEase(link)) continue;
      if (patience-- > 0) this.#level(link);
      else {
        this.#solve();
        break;
      }
    }
    for (const link of open) this.#isOpen[link] = this.#isNew[link] = 0;
    open.length = 0;
  }

  #turnAll(nowNs: number): void {
    for (const flow of this.#touched) {
      flow.isTouched = false;
      const before = flow.bottleneck;
      const bottleneck = this.#levels[flow.up] <= this.#levels[flow.down] ? flow.up : flow.down;
      if (!flow.turn(nowNs, bottleneck)) continue;
      this.#race(before);
      this.#race(bottleneck);
    }
    this.#touched.length = 0;
  }

  #race(link: number): void {
    if (this.#isRacing[link] === 1) return;
    this.#isRacing[link] = 1;
    this.#racing.push(link);
  }

  /** Reports the flow that ends first, or all that end at the same time. */
  #tellFirst(link: number, first: (flow: Flow) => void): void {
    let leastNs = Number.POSITIVE_INFINITY;
    let those: Flow[] = [];
    for (const flow of this.#list(link)) {
      if (flow.bottleneck !== link) continue;
      const { endNs } = flow;
      if (endNs > leastNs) continue;
      if (endNs < leastNs) those = [];
      leastNs = endNs;
      those.push(flow);
    }
    for (const flow of those) first(flow);
  }

  /** Whether it has room for all its flows at their present rates. */
  #isAtEase(link: number): boolean {
    const bps = this.#ends.bps(link);
    if (this.#isNew[link] === 1) return false;
    return this.#levels[link] === Number.POSITIVE_INFINITY && this.#loads[link] <= bps * (1 + ROUNDING);
  }

  #look(link: number): void {
    if (this.#isOpen[link] === 1) return;
    this.#isOpen[link] = 1;
    this.#open.push(link);
  }

  #leave(link: number, place: number, flow: Flow): void {
    const list = this.#list(link);
    const last = list.pop() as Flow;
    if (last !== flow) {
      list[place] = last;
      if (last.up === link) last.placeUp = place;
      else last.placeDown = place;
    }
    // The load without flows is exactly 0, without rounding errors.
    this.#loads[link] = list.length === 0 ? 0 : this.#loads[link] - flow.wanted;
    this.#look(link);
  }

  /** Computes what the link gives to its flows, given the other links. */
  #level(link: number): void {
    const flows = this.#list(link);
    const levels = this.#levels;
    this.#isNew[link] = 0;
    levels[link] = levelOf(this.#ends.bps(link), flows, levels, link);
    for (const flow of flows) {
      const rate = Math.min(levels[flow.up], levels[flow.down]);
      if (!differs(rate, flow.wanted)) continue;
      this.#want(flow, rate);
      const other = flow.up === link ? flow.down : flow.up;
      if (!this.#isAtEase(other)) this.#look(other);
    }
  }

  #want(flow: Flow, rate: number): void {
    this.#loads[flow.up] += rate - flow.wanted;
    this.#loads[flow.down] += rate - flow.wanted;
    flow.wanted = rate;
    if (flow.isTouched) return;
    flow.isTouched = true;
    this.#touched.push(flow);
  }

  /** Recomputes the rates of all flows affected by a change. */
  #solve(): void {
    const levels = this.#levels;
    const flows = this.#around(this.#open);
    const sharers = flows.map(({ up, down }) => ({ up, down, rate: 0, bottleneck: up }));
    share(sharers, this.#shares, (link) => this.#ends.bps(link));
    for (const link of this.#open) levels[link] = Number.POSITIVE_INFINITY;
    for (const { up, down } of sharers) levels[up] = levels[down] = Number.POSITIVE_INFINITY;
    for (const { bottleneck, rate } of sharers) levels[bottleneck] = rate;
    for (const [i, { rate }] of sharers.entries())
      if (differs(rate, flows[i].wanted)) this.#want(flows[i], rate);
  }

  /** All flows that share links with these, directly or through others. */
  #around(links: readonly number[]): Flow[] {
    const seen = this.#seen;
    const now = ++this.#looked;
    const found: Flow[] = [];
    const open: number[] = [];
    const look = (link: number): void => {
      if (seen[link] === now) return;
      seen[link] = now;
      open.push(link);
    };
    for (const link of links) look(link);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const flow of this.#list(next)) {
        // A flow is found at its uplink, which is even.
        if (flow.up === next) {
          found.push(flow);
          look(flow.down);
        } else look(flow.up);
      }
    }
    return found;
  }

  #list(link: number): Flow[] {
    return (this.#lists[link] ??= []);
  }
}
