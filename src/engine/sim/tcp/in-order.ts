/** What a connection hands over: messages in the order in which they were sent, whatever held one of them up on the way. */

import { grown } from '../../../base/grown.ts';

const NONE = -1;

export class InOrder {
  /** The first and the last message that each link has not handed over. */
  readonly #first: number[] = [];
  readonly #last: number[] = [];
  /** By message: the one behind it, its link, and whether it has come. */
  #next = new Int32Array(64);
  #link = new Int32Array(64).fill(NONE);
  #come = new Int32Array(64);

  /** A message is sent over a link. */
  add(message: number, link: number): void {
    while (message >= this.#next.length) this.#grow();
    const last = this.#last[link] ?? NONE;
    if (last === NONE) this.#first[link] = message;
    else this.#next[last] = message;
    this.#last[link] = message;
    this.#next[message] = NONE;
    this.#link[message] = link;
    this.#come[message] = 0;
  }

  /** A message that another made on the way, which comes when it comes. */
  leaveOut(message: number): void {
    while (message >= this.#next.length) this.#grow();
    this.#link[message] = NONE;
  }

  /** A message has come. Whether it is its turn to be handed over; else {@link after} gives it when it is. */
  come(message: number): boolean {
    const link = this.#link[message];
    if (link === NONE || this.#first[link] === message) return true;
    this.#come[message] = 1;
    return false;
  }

  /**
   * A message was handed over, or will never come.
   * @returns the one that is to be handed over next, if it has come
   */
  after(message: number): number | undefined {
    const link = this.#link[message];
    if (link === NONE) return undefined;
    const next = this.#next[message];
    this.#link[message] = NONE;
    if (this.#first[link] === message) {
      this.#first[link] = next;
      if (next === NONE) this.#last[link] = NONE;
      return next !== NONE && this.#come[next] === 1 ? next : undefined;
    }
    this.#unlink(message, link);
    return undefined;
  }

  /** It was lost behind others. */
  #unlink(message: number, link: number): void {
    let before = this.#first[link];
    while (this.#next[before] !== message) before = this.#next[before];
    this.#next[before] = this.#next[message];
    if (this.#last[link] === message) this.#last[link] = before;
  }

  #grow(): void {
    this.#next = grown(this.#next);
    this.#link = grown(this.#link);
    this.#come = grown(this.#come);
  }
}
