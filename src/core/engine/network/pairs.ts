/**
 * Numbers ordered pairs of actors, in the order of first use. Most actors send to only one other, some to all: the first partner of
 * every actor is in a common array, further ones in a table of the actor's own, which becomes as long as there are actors once it
 * would not be much shorter.
 */

const NONE = -1;

export class Pairs {
  readonly #actors: number;
  /** The first partner of each actor, and the pair's number. */
  readonly #partners: Int32Array;
  readonly #firsts: Int32Array;
  readonly #further: (Map<number, number> | Int32Array | undefined)[] = [];

  constructor(actors: number) {
    this.#actors = actors;
    this.#partners = new Int32Array(actors).fill(NONE);
    this.#firsts = new Int32Array(actors);
  }

  /** The number of a pair; -1 if it has none. */
  find(from: number, to: number): number {
    if (this.#partners[from] === to) return this.#firsts[from];
    const further = this.#further[from];
    if (further === undefined) return NONE;
    return further instanceof Int32Array ? further[to] : (further.get(to) ?? NONE);
  }

  /** Assigns a number to a pair. */
  add(from: number, to: number, number: number): void {
    if (this.#partners[from] === NONE) {
      this.#partners[from] = to;
      this.#firsts[from] = number;
      return;
    }
    const further = (this.#further[from] ??= new Map<number, number>());
    if (further instanceof Int32Array) further[to] = number;
    else {
      further.set(to, number);
      if (further.size * 8 > this.#actors) this.#further[from] = this.#wholeRow(further);
    }
  }

  #wholeRow(known: ReadonlyMap<number, number>): Int32Array {
    const row = new Int32Array(this.#actors).fill(NONE);
    for (const [to, number] of known) row[to] = number;
    return row;
  }
}
