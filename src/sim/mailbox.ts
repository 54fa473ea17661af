/** Letters that an actor has not asked for yet, in order of arrival; a flood cannot make them grow without bound. */

import type { Letter } from './process.ts';

export class Mailbox {
  readonly #limitBytes: number;
  #letters: Letter[] = [];
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Keeps a letter, and returns those that it pushes out: the oldest of its own sender, so that nobody loses mail by what
   * another sends. The newest of a sender always stays.
   */
  add(letter: Letter): readonly Letter[] {
    this.#letters.push(letter);
    this.#bytes += letter.bytes;
    const out: Letter[] = [];
    while (this.#bytes > this.#limitBytes) {
      const oldest = this.#letters.findIndex(({ from }) => from === letter.from);
      if (this.#letters[oldest] === letter) break;
      this.#bytes -= this.#letters[oldest].bytes;
      out.push(...this.#letters.splice(oldest, 1));
    }
    return out;
  }

  /** Takes all letters out. */
  empty(): readonly Letter[] {
    const letters = this.#letters;
    if (letters.length > 0) this.#letters = [];
    this.#bytes = 0;
    return letters;
  }
}
