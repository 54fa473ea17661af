/**
 * All parts of messages that move now, and the rates that they have together: max-min fair (see `sharing.ts`). Rates change when one
 * begins or ends, and only then, and mostly those of few: what holds a flow back is one of its two links, and where the share that this
 * one gives stays, nothing changes beyond it. So links are levelled one by one, from those on which something changed, and a link is
 * levelled again when a flow that it shares out, or that it has no room for, got another rate elsewhere. Where that takes longer than
 * to work out everything anew, everything is. Of the flows that a link holds back, only the one that is through first is waited for.
 */

import type { Ends } from './ends.ts';
import type { Flow } from './flow.ts';
import { differs, levelOf } from './level.ts';
import { share, Shares } from './sharing.ts';

/** What rounding may leave of a link's rate. */
const ROUNDING = 1e-9;

export class Flows {
  readonly #ends: Ends;
  readonly #shares: Shares;
  readonly #patience: number;
  /** Of each link. */
  readonly #lists: (Flow[] | undefined)[] = [];
  /** The most that a link gives to each of its flows; infinite where it holds none back. */
  readonly #levels: Float64Array;
  /** What its flows take of it. */
  readonly #loads: Float64Array;
  /** Links that are to be levelled, in order. */
  readonly #open: number[] = [];
  readonly #isOpen: Uint8Array;
  /** Links with flows that no link has levelled yet. */
  readonly #isNew: Uint8Array;
  /** Flows whose rates may have changed. */
  readonly #touched: Flow[] = [];
  /** Links of which it is to be found out who is through first. */
  readonly #racing: number[] = [];
  readonly #isRacing: Uint8Array;
  /** When a link was last looked at, in rounds of looking. */
  readonly #seen: Int32Array;
  #looked = 0;

  /** @param patience how many links are levelled before all is worked out anew */
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
    // One that is limited gives it a rate first; the other is looked at where it has no room for that.
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

  /** It is not through when it should have been: trains went before it. */
  late(flow: Flow): void {
    this.#race(flow.bottleneck);
  }

  /** Gives flows their rates where something changed. @param first told of each that is through before others of its link */
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

  /** Of those that are through at the same time, all. */
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

  /** Whether it has room for all of its flows as they are. */
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
    // What rounding left goes with the last one.
    this.#loads[link] = list.length === 0 ? 0 : this.#loads[link] - flow.wanted;
    this.#look(link);
  }

  /** What the link gives to its flows as the other links are. */
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

  /** All flows that have to do with what changed, from the beginning. */
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

  /** All flows that share links with these, or with one that does. */
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
