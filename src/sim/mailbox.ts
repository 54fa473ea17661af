/** Letters that an actor has not asked for yet, in order of arrival; a flood cannot make them grow without bound. */

import type { Letter } from './process.ts';

/** What a letter takes beside its payload, or a flood of tiny ones would fill the memory before it fills the mailbox. */
const LETTER_BYTES = 512;

/** The share of the limit that is made free at once: then a flood costs time in proportion to its letters. */
const ROOM = 1 / 8;

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
    this.#bytes += sizeOf(letter);
    return this.#bytes > this.#limitBytes ? this.#makeRoom(letter) : [];
  }

  /** Takes all letters out. */
  empty(): readonly Letter[] {
    const letters = this.#letters;
    if (letters.length > 0) this.#letters = [];
    this.#bytes = 0;
    return letters;
  }

  #makeRoom(newest: Letter): readonly Letter[] {
    const out: Letter[] = [];
    const wantedBytes = this.#limitBytes * (1 - ROOM);
    this.#letters = this.#letters.filter((letter) => {
      const stays = letter.from !== newest.from || letter === newest || this.#bytes <= wantedBytes;
      if (stays) return true;
      this.#bytes -= sizeOf(letter);
      out.push(letter);
      return false;
    });
    return out;
  }
}

function sizeOf({ bytes }: Letter): number {
  return bytes + LETTER_BYTES;
}
