/**
 * The ends of all links, as TCP's packets see them. Short trains of packets queue first in, first out, and have priority over flows,
 * which share the remaining time of the link.
 */

/** The number of an actor's uplink. */
export function uplinkOf(actor: number): number {
  return 2 * actor;
}

/** The number of an actor's downlink. */
export function downlinkOf(actor: number): number {
  return 2 * actor + 1;
}

export class Ends {
  readonly count: number;
  readonly #bitsPerSecond: (link: number) => number;
  /** NaN until first needed. */
  readonly #bps: Float64Array;
  readonly #freeNs: Float64Array;
  readonly #takenNs: Float64Array;

  constructor(links: number, bitsPerSecond: (link: number) => number) {
    this.count = links;
    this.#bitsPerSecond = bitsPerSecond;
    this.#bps = new Float64Array(links).fill(Number.NaN);
    this.#freeNs = new Float64Array(links);
    this.#takenNs = new Float64Array(links);
  }

  /** Bits per second. */
  bps(link: number): number {
    const bps = this.#bps[link];
    return Number.isNaN(bps) ? (this.#bps[link] = this.#bitsPerSecond(link)) : bps;
  }

  /** How long a link takes for this many bytes. */
  ns(link: number, bytes: number): number {
    const bps = this.bps(link);
    return bps === Number.POSITIVE_INFINITY ? 0 : Math.ceil((bytes * 8e9) / bps);
  }

  /** How much time trains have taken from flows so far. */
  takenNs(link: number): number {
    return this.#takenNs[link];
  }

  /** When all trains that have arrived have passed. */
  freeNs(link: number): number {
    return this.#freeNs[link];
  }

  /** When a train that arrives now has passed, after those before it. */
  pass(link: number, bytes: number, nowNs: number): number {
    return this.#take(link, nowNs, this.ns(link, bytes));
  }

  /** A train that nothing waits for takes time at both ends of a path. */
  passBoth(from: number, to: number, bytes: number, nowNs: number): void {
    this.pass(uplinkOf(from), bytes, nowNs);
    this.pass(downlinkOf(to), bytes, nowNs);
  }

  /**
   * When a train has passed whose last packet arrives now, after its earlier packets, which are forwarded one by one as they arrive.
   * @param trainNs the time between its first and last packet at the previous link
   */
  cutThrough(link: number, bytes: number, packetBytes: number, trainNs: number, nowNs: number): number {
    return Math.max(
      this.#take(link, nowNs - trainNs, this.ns(link, bytes)),
      nowNs + this.ns(link, packetBytes),
    );
  }

  #take(link: number, fromNs: number, ns: number): number {
    this.#takenNs[link] += ns;
    const doneNs = Math.max(fromNs, this.#freeNs[link]) + ns;
    if (ns > 0) this.#freeNs[link] = doneNs;
    return doneNs;
  }
}
