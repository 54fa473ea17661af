/**
 * The senders from whom something was received, by number. If most of all actors are expected, as when a crowd answers one server, this is a bit
 * for each; otherwise, a set. Looking up a million names in a set would access memory at random.
 */

const WORD_BITS = 32;
/** One number in a set takes as much memory as this many bits. */
const BITS_FOR_ONE = 256;

export class SenderSet {
  readonly #dense: number;
  #bits = new Uint32Array(2);
  #others: Set<number> | undefined;

  /** @param expected how many senders are expected */
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
