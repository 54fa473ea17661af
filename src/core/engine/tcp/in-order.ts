/** A connection delivers messages in the order of sending, whatever delayed one of them. */

import { grown } from '../../base/grown.ts';

const NONE = -1;

export class InOrder {
  /** The first and the last message that each link has not delivered. */
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  /** By message: the next one, its link, and whether it has arrived. */
  #next = new Int32Array(64);
  #link = new Int32Array(64).fill(NONE);
  #arrived = new Int32Array(64);

  /** A message is sent over a link. */
  add(message: number, link: number): void {
    while (message >= this.#next.length) this.#grow();
    const last = this.#last[link] ?? NONE;
    if (last === NONE) this.#first[link] = message;
    else this.#next[last] = message;
    this.#last[link] = message;
    this.#next[message] = NONE;
    this.#link[message] = link;
    this.#arrived[message] = 0;
  }

  /** A copy made in transit, which is delivered whenever it arrives. */
  leaveOut(message: number): void {
    while (message >= this.#next.length) this.#grow();
    this.#link[message] = NONE;
  }

  /** A message has arrived. Returns whether it is its turn to be delivered; if not, {@link after} returns it later. */
  arrive(message: number): boolean {
    const link = this.#link[message];
    if (link === NONE || this.#first[link] === message) return true;
    this.#arrived[message] = 1;
    return false;
  }

  /**
   * A message was delivered, or will never arrive.
   * @returns the next one to be delivered, if it has arrived
   */
  after(message: number): number | undefined {
    const link = this.#link[message];
    if (link === NONE) return undefined;
    const next = this.#next[message];
    this.#link[message] = NONE;
    if (this.#first[link] === message) {
      this.#first[link] = next;
      if (next === NONE) this.#last[link] = NONE;
      return next !== NONE && this.#arrived[next] === 1 ? next : undefined;
    }
    this.#unlink(message, link);
    return undefined;
  }

  /** Removes a lost message that is not the first. */
  #unlink(message: number, link: number): void {
    let before = this.#first[link];
    while (this.#next[before] !== message) before = this.#next[before];
    this.#next[before] = this.#next[message];
    if (this.#last[link] === message) this.#last[link] = before;
  }

  #grow(): void {
    this.#next = grown(this.#next);
    this.#link = grown(this.#link);
    this.#arrived = grown(this.#arrived);
  }
}
