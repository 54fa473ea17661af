/**
 * Of whom something came, by number: a bit each where most of those there are will be heard, as in a crowd that answers one server, and
 * a set of the others. A million names in a set would be looked up in as many places of the memory.
 */

const WORD_BITS = 32;
/** A set takes as much for one number as so many bits. */
const BITS_FOR_ONE = 256;

export class Heard {
  readonly #dense: number;
  #bits = new Uint32Array(2);
  #others: Set<number> | undefined;

  /** @param expected of how many something is to come */
  constructor(expected: number) {
    this.#dense = expected * BITS_FOR_ONE;
  }

  has(actor: number): boolean {
    if (actor >= this.#dense) return this.#others?.has(actor) === true;
    const word = actor >>> 5;
    return word < this.#bits.length && (this.#bits[word] & (1 << (actor % WORD_BITS))) !== 0;
  }

  add(actor: number): void {
    if (actor >= this.#dense) {
      (this.#others ??= new Set()).add(actor);
      return;
    }
    const word = actor >>> 5;
    if (word >= this.#bits.length) {
      const longer = new Uint32Array(Math.max(2 * this.#bits.length, word + 1));
      longer.set(this.#bits);
      this.#bits = longer;
    }
    this.#bits[word] |= 1 << (actor % WORD_BITS);
  }
}
