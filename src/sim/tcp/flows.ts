/** All parts of messages that move now, and the rates that they have together. Rates change when one begins or ends, and only then. */

import type { Ends } from './ends.ts';
import type { Flow } from './flow.ts';
import { share, Shares } from './sharing.ts';

export class Flows {
  readonly #ends: Ends;
  readonly #shares: Shares;
  /** Of each link. */
  readonly #lists: (Flow[] | undefined)[] = [];
  /** Links whose flows changed. */
  #changed: number[] = [];
  /** When a link was last looked at, in settlements. */
  readonly #seen: Int32Array;
  #settled = 0;

  constructor(ends: Ends) {
    this.#ends = ends;
    this.#shares = new Shares(ends.count);
    this.#seen = new Int32Array(ends.count);
  }

  begin(flow: Flow): void {
    const { up, down } = flow;
    flow.placeUp = this.#list(up).push(flow) - 1;
    flow.placeDown = this.#list(down).push(flow) - 1;
    this.#changed.push(up, down);
  }

  end(flow: Flow): void {
    const { up, down } = flow;
    const ups = this.#list(up);
    const lastUp = ups.pop() as Flow;
    if (lastUp !== flow) (ups[flow.placeUp] = lastUp).placeUp = flow.placeUp;
    const downs = this.#list(down);
    const lastDown = downs.pop() as Flow;
    if (lastDown !== flow) (downs[flow.placeDown] = lastDown).placeDown = flow.placeDown;
    this.#changed.push(up, down);
  }

  /** Gives flows their rates where something changed. @param changed told of each that may have another rate */
  settle(nowNs: number, changed: (flow: Flow) => void): void {
    if (this.#changed.length === 0) return;
    const flows = this.#around(this.#changed);
    this.#changed = [];
    for (const flow of flows) flow.advance(nowNs);
    share(flows, this.#shares, (link) => this.#ends.bps(link));
    for (const flow of flows) changed(flow);
  }

  /** All flows that share links with these, or with one that does. */
  #around(links: readonly number[]): Flow[] {
    const seen = this.#seen;
    const now = ++this.#settled;
    const found: Flow[] = [];
    const open: number[] = [];
    const look = (link: number): void => {
      if (seen[link] === now) return;
      seen[link] = now;
      open.push(link);
    };
    for (const link of links) look(link);
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const flow of this.#lists[next] ?? []) {
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
