/** The senders that a wait names, and from which of them something was received. */

export class Senders {
  readonly #names: readonly string[];
  readonly #received: Uint8Array;
  /** The number of the first actor found, minus its place: most lists name actors in order, and leave one out. */
  #shift: number | undefined;
  /** Places by name; absent until the list turns out to be in another order. */
  #places: ReadonlyMap<string, number> | undefined;

  constructor(names: readonly string[]) {
    this.#names = names;
    this.#received = new Uint8Array(names.length);
  }

  /** The place of an actor, always the same; -1 if it is not on the list. */
  placeOf(actor: number, name: string): number {
    if (this.#shift === undefined) {
      const first = this.#names.indexOf(name);
      if (first < 0) return -1;
      this.#shift = actor - first;
    }
    const place = actor - this.#shift;
    if (this.#isAt(place, name)) return place;
    if (this.#isAt(place - 1, name)) return place - 1;
    if (this.#isAt(place + 1, name)) return place + 1;
    this.#places ??= new Map(this.#names.map((one, at) => [one, at]));
    return this.#places.get(name) ?? -1;
  }

  /** Reading an array beyond its ends is slow. */
  #isAt(place: number, name: string): boolean {
    return place >= 0 && place < this.#names.length && this.#names[place] === name;
  }

  hasSent(place: number): boolean {
    return this.#received[place] === 1;
  }

  add(place: number): void {
    this.#received[place] = 1;
  }

  /** The names of the senders from whom nothing was received. */
  get missing(): readonly string[] {
    const received = new Set(this.#names.filter((_, place) => this.hasSent(place)));
    return [...new Set(this.#names)].filter((name) => !received.has(name));
  }
}
