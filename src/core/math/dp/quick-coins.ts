/**
 * Coins in doubles, tossed with the words of a coin that are already drawn: what nearly all draws of noise need, without an
 * object for each probability. Whatever a double does not decide, and whatever takes more words, is left to the coin itself,
 * which draws it again from the same words.
 */

/** Far above the error of doubles in quotients of a few products, far below what a single word rules out. */
export const TOLERANCE = 2 ** -36;
export const WORD = 2 ** 32;

/** A difference above this is tails, one below {@link HEADS} heads. */
const TAILS = TOLERANCE;
const HEADS = -TOLERANCE - 1 / WORD;

export class QuickCoins {
  #words: Uint32Array = new Uint32Array();
  /** The next word. */
  at = 0;
  /** Whether something was not decided: then all results since {@link begin} mean nothing. */
  undecided = false;

  /** Starts to read words from there. */
  begin(words: Uint32Array, at: number): void {
    this.#words = words;
    this.at = at;
    this.undecided = false;
  }

  word(): number {
    if (this.at >= this.#words.length) {
      this.undecided = true;
      return 0;
    }
    return this.#words[this.at++];
  }

  /** As {@link Coin.below}, for a bound below 2^32. @param whole the last whole multiple of it among words */
  below(bound: number, whole: number): number {
    for (;;) {
      const word = this.word();
      // As whole numbers of 32 bits, which the processor divides at once.
      if (word < whole) return (word >>> 0) % (bound >>> 0);
    }
  }

  /** Heads with probability e^-p, for p of at least 0: as `Coin.tossedExponential`. */
  tossedExponential(p: number): boolean {
    if (p <= 1 - TOLERANCE) return this.#upToOne(p);
    if (Math.abs(p - Math.round(p)) <= TOLERANCE) this.undecided = true;
    const whole = Math.floor(p);
    for (let i = 0; i < whole; i++) if (this.undecided || !this.#upToOne(1)) return false;
    return this.#upToOne(p - whole);
  }

  /** The number of heads with probability e^-1 before the first tails: as `Coin.runs`. */
  runs(): number {
    let k = 0;
    while (this.#upToOne(1)) k++;
    return k;
  }

  #upToOne(p: number): boolean {
    for (let k = 1; ; k++) {
      if (this.at >= this.#words.length) this.undecided = true;
      if (this.undecided) return false;
      const difference = this.#words[this.at++] / WORD - p / k;
      if (difference > TAILS) return (k & 1) === 1;
      if (difference > HEADS) this.undecided = true;
    }
  }
}
