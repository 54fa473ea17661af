/** Those whom a wait names, and who of them was heard. */

export class Senders {
  readonly #names: readonly string[];
  readonly #heard: Uint8Array;
  /** The number of an actor less its place, of the one found first: most lists name actors in order, and leave one out. */
  #shift: number | undefined;
  /** Places by name: absent until a list turns out to be in another order. */
  #places: ReadonlyMap<string, number> | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#heard = new Uint8Array(names.length);
  }

  /** The place of an actor, which is always the same one; -1 where it is not among them. */
  placeOf(actor: number, name: string): number {
    const names = this.#names;
    if (this.#shift === undefined) {
      const first = names.indexOf(name);
      if (first < 0) return -1;
      this.#shift = actor - first;
    }
    const place = actor - this.#shift;
    if (names[place] === name) return place;
    if (names[place - 1] === name) return place - 1;
    if (names[place + 1] === name) return place + 1;
    this.#places ??= new Map(names.map((one, at) => [one, at]));
    return this.#places.get(name) ?? -1;
  }

  isHeard(place: number): boolean {
    return this.#heard[place] === 1;
  }

  hear(place: number): void {
    this.#heard[place] = 1;
  }

  /** The names of those who were not heard. */
  get unheard(): readonly string[] {
    const heard = new Set(this.#names.filter((_, place) => this.isHeard(place)));
    return [...new Set(this.#names)].filter((name) => !heard.has(name));
  }
}
