/** The quorum: which clients the server accepts answers from, and how many it asks for; Byzantine parties are left out from the round in which they are found. */

import { abort, type Behaviour } from '../../../src/kit/index.ts';
import type { Agreed } from '../agreed.ts';

/** Them as plain values, to outlive a crash. */
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
   * @param places the clients whose answers are taken
   * @param caught those who were found out before
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

  /** The names of those whose answers are taken. */
  get names(): string[] {
    return this.places.map((place) => this.#clients[place]);
  }

  /** The places of those whose answers are taken. */
  get places(): readonly number[] {
    return this.#places.filter((place) => !this.#byzantine.has(place));
  }

  /** The places of the Byzantine clients. */
  get caught(): readonly number[] {
    return [...this.#byzantine];
  }

  /** Who answered where too few did; undefined where enough did. */
  get answering(): readonly number[] | undefined {
    return this.#answering;
  }

  /** Takes down that only these answered, and that they are too few. */
  fallShort(places: readonly number[]): void {
    this.#answering = places;
  }

  /** The names of the Byzantine clients, in the order in which they were found. */
  get byzantine(): string[] {
    return [...this.#byzantine].map((place) => this.#clients[place]);
  }

  /** Why the result may be wrong after all; undefined when it cannot be, with as many Byzantine parties as agreed at most. */
  get caveat(): string | undefined {
    return this.#caveat?.text;
  }

  /** How many answers to wait for: those that decode, and two for each Byzantine party who may still be there. */
  wanted(needed: number): number {
    return Math.min(this.names.length, needed + 2 * this.#left);
  }

  leaveOut(places: readonly number[]): void {
    for (const place of places) this.#byzantine.add(place);
  }

  /**
   * Takes down how many answers came, before the Byzantine parties among them are left out.
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

  /** Byzantine parties who may still be there. */
  get #left(): number {
    return Math.max(0, this.#budget - this.#byzantine.size);
  }
}

/** Why the server cannot go on: how many answers came, and how many it needs. */
export function tooFew(what: string, got: number, needed: number): Behaviour<never> {
  return abort(`expected ${needed} ${what}, got ${got} in time`);
}
