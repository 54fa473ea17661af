/** The quorum: which clients the server accepts answers from, and how many it asks for; Byzantine parties are left out from the round in which they are found. */

import { abort } from '../../../src/core/kit/index.ts';
import type { Agreed } from '../agreed.ts';

/** The responders as plain values, to survive a crash. */
export interface KeptResponders {
  readonly places: readonly number[];
  readonly caught: readonly number[];
  readonly caveat: Caveat | undefined;
}

interface Caveat {
  readonly forgers: number;
  readonly text: string;
}

export class Responders {
  readonly #clients: readonly string[];
  readonly #budget: number;
  readonly #byzantine: Set<number>;
  readonly #places: readonly number[];
  #answering: readonly number[] | undefined;
  #caveat: Caveat | undefined;

  /**
   * @param places the clients whose answers are accepted
   * @param caught the Byzantine clients that were found before
   */
  constructor(
    { clients, byzantine }: Pick<Agreed, 'clients' | 'byzantine'>,
    places: readonly number[],
    caught: Iterable<number>,
  ) {
    this.#clients = clients;
    this.#budget = byzantine;
    this.#places = places;
    this.#byzantine = new Set(caught);
  }

  static from(agreed: Pick<Agreed, 'clients' | 'byzantine'>, kept: KeptResponders): Responders {
    const responders = new Responders(agreed, kept.places, kept.caught);
    responders.#caveat = kept.caveat;
    return responders;
  }

  get kept(): KeptResponders {
    return { places: this.#places, caught: this.caught, caveat: this.#caveat };
  }

  /** The names of those whose answers are accepted. */
  get names(): string[] {
    return this.places.map((place) => this.#clients[place]);
  }

  /** The places of those whose answers are accepted. */
  get places(): readonly number[] {
    return this.#places.filter((place) => !this.#byzantine.has(place));
  }

  /** The places of the Byzantine clients. */
  get caught(): readonly number[] {
    return [...this.#byzantine];
  }

  /** Who answered when too few did; undefined if enough did. */
  get answering(): readonly number[] | undefined {
    return this.#answering;
  }

  /** Records that only these answered, and that they are too few. */
  fallShort(places: readonly number[]): void {
    this.#answering = places;
  }

  /** The names of the Byzantine clients, in the order in which they were found. */
  get byzantine(): string[] {
    return [...this.#byzantine].map((place) => this.#clients[place]);
  }

  /** Why the result may be wrong after all; undefined if it cannot be, given at most as many Byzantine parties as agreed. */
  get caveat(): string | undefined {
    return this.#caveat?.text;
  }

  /** How many answers to wait for: those needed to decode, plus two for each Byzantine party that may remain. */
  wanted(needed: number): number {
    return Math.min(this.names.length, needed + 2 * this.#left);
  }

  leaveOut(places: readonly number[]): void {
    for (const place of places) this.#byzantine.add(place);
  }

  /**
   * Records how many answers came, before the Byzantine parties among them are left out.
   * @param what how many of which answers came, and when
   * @param redundancy answers beyond those needed to decode
   */
  takeDown(what: string, redundancy: number): void {
    // This many wrong answers may lie nearer to another code word than to the correct one.
    const forgers = redundancy + 1 - Math.floor(redundancy / 2);
    if (forgers > this.#left || forgers >= (this.#caveat?.forgers ?? Number.POSITIVE_INFINITY)) return;
    const text = `${what}, so ${forgers} wrong ${forgers === 1 ? 'one' : 'ones'} could go unnoticed`;
    this.#caveat = { forgers, text };
  }

  /** How many Byzantine parties may remain. */
  get #left(): number {
    return Math.max(0, this.#budget - this.#byzantine.size);
  }
}

/** Why the server cannot go on: how many answers came, and how many it needs. */
export function tooFew(what: string, got: number, needed: number) {
  return abort(`expected ${needed} ${what}, got ${got} in time`);
}
