/** Whose answers the server takes, and how many it asks for: liars are left out from the round in which they are found. */

import { abort, type Behaviour } from '../../../src/kit/index.ts';
import type { Agreed } from '../agreed.ts';

export class Panel {
  readonly #clients: readonly string[];
  readonly #budget: number;
  readonly #liars: Set<number>;
  readonly #places: readonly number[];
  #caveat: { readonly forgers: number; readonly text: string } | undefined;

  /**
   * @param places the clients whose answers are taken
   * @param caught those who were found out before
   */
  constructor(
    { clients, liars }: Pick<Agreed, 'clients' | 'liars'>,
    places: readonly number[],
    caught: Iterable<number>,
  ) {
    this.#clients = clients;
    this.#budget = liars;
    this.#places = places;
    this.#liars = new Set(caught);
  }

  copy(): Panel {
    const copy = new Panel({ clients: this.#clients, liars: this.#budget }, this.#places, this.#liars);
    copy.#caveat = this.#caveat;
    return copy;
  }

  /** The names of those whose answers are taken. */
  get names(): string[] {
    return this.#places.filter((place) => !this.#liars.has(place)).map((place) => this.#clients[place]);
  }

  /** The names of all who lied, in the order in which they were found. */
  get liars(): string[] {
    return [...this.#liars].map((place) => this.#clients[place]);
  }

  /** Why the result may be wrong after all; undefined when it cannot be, with as many liars as agreed at most. */
  get caveat(): string | undefined {
    return this.#caveat?.text;
  }

  /** How many answers to wait for: those that decode, and two for each liar who may still be there. */
  wanted(needed: number): number {
    return Math.min(this.names.length, needed + 2 * this.#left);
  }

  leaveOut(places: readonly number[]): void {
    for (const place of places) this.#liars.add(place);
  }

  /**
   * Takes down how many answers came, before the liars among them are left out.
   * @param what came, and when
   * @param redundancy answers beyond those that decode
   */
  takeDown(what: string, redundancy: number): void {
    // So many wrong answers may lie nearer to another word of the code than to the right one.
    const forgers = redundancy + 1 - Math.floor(redundancy / 2);
    if (forgers > this.#left || forgers >= (this.#caveat?.forgers ?? Number.POSITIVE_INFINITY)) return;
    const text = `${what}, so ${forgers} wrong ${forgers === 1 ? 'one' : 'ones'} could go unnoticed`;
    this.#caveat = { forgers, text };
  }

  /** Liars who may still be there. */
  get #left(): number {
    return Math.max(0, this.#budget - this.#liars.size);
  }
}

/** Why the server cannot go on: how many answers came, and how many it needs. */
export function tooFew(what: string, got: number, needed: number): Behaviour<never> {
  return abort(`expected ${needed} ${what}, got ${got} in time`);
}
