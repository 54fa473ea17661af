/** A part of a message that moves as a fluid, at the rate that its two links allow. */

import type { Direction, Passage } from './direction.ts';
import type { Ends } from './ends.ts';
import { type Crossing, differs } from './level.ts';

/** Less than this is a rounding error. */
const NOTHING_BYTES = 1e-3;

/** What rounding may add to a duration that would be whole nanoseconds. */
const ROUNDING_NS = 1e-3;

export class Flow implements Crossing {
  readonly direction: Direction;
  readonly up: number;
  readonly down: number;
  readonly segments: number;
  readonly bytes: number;
  /** Bits per second that its links allow, and whether this is to be checked, see `flows.ts`. */
  wanted = 0;
  isTouched = false;
  /** Its bottleneck link. */
  bottleneck: number;
  /** Its present rate in bits per second. */
  #rate = 0;
  /** How long each of its links was the bottleneck. */
  #upNs = 0;
  #downNs = 0;
  /** Its indices in the lists of its links. */
  placeUp = 0;
  placeDown = 0;
  #left: number;
  #sinceNs: number;
  #takenNs: number;
  readonly #ends: Ends;

  constructor(
    direction: Direction,
    up: number,
    down: number,
    segments: number,
    bytes: number,
    nowNs: number,
    ends: Ends,
  ) {
    this.direction = direction;
    this.up = up;
    this.down = down;
    this.segments = segments;
    this.bytes = bytes;
    this.bottleneck = up;
    this.#left = bytes;
    this.#sinceNs = nowNs;
    this.#ends = ends;
    // Trains that have arrived have priority.
    const backlogNs = (link: number): number => Math.max(0, ends.freeNs(link) - nowNs);
    this.#takenNs = this.#taken() - backlogNs(up) - backlogNs(down);
  }

  /** Continues at the rate that its links allow. @returns whether the rate changed */
  turn(nowNs: number, bottleneck: number): boolean {
    if (!differs(this.wanted, this.#rate)) return false;
    this.advance(nowNs);
    this.#rate = this.wanted;
    this.bottleneck = bottleneck;
    return true;
  }

  /** Advances it to now, at its previous rate, less the time taken by trains. */
  advance(nowNs: number): void {
    const takenNs = this.#taken();
    const ns = nowNs - this.#sinceNs;
    this.#left -= (this.#rate * (ns - (takenNs - this.#takenNs))) / 8e9;
    if (this.bottleneck === this.up) this.#upNs += ns;
    else this.#downNs += ns;
    this.#sinceNs = nowNs;
    // Until it has a rate, time taken by trains accumulates.
    if (this.#rate > 0) this.#takenNs = takenNs;
  }

  get isThrough(): boolean {
    return this.#left <= NOTHING_BYTES;
  }

  /** When it will be done at its present rate. */
  get endNs(): number {
    return this.#sinceNs + Math.max(1, Math.ceil((this.#left * 8e9) / this.#rate - ROUNDING_NS));
  }

  /** Reports where its time went. */
  tell(passage: Passage): void {
    const { up, down, bytes } = this;
    const ends = this.#ends;
    const byUp = this.#upNs === 0 ? 0 : this.#upNs / (this.#upNs + this.#downNs);
    passage.uplinkNs += this.#upNs;
    passage.downlinkNs += this.#downNs;
    passage.uplinkOwnNs += Math.min(this.#upNs, ends.ns(up, byUp * bytes));
    passage.downlinkOwnNs += Math.min(this.#downNs, ends.ns(down, (1 - byUp) * bytes));
  }

  #taken(): number {
    return this.#ends.takenNs(this.up) + this.#ends.takenNs(this.down);
  }
}
