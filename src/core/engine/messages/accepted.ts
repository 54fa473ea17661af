/** The digests of the messages that an actor has accepted, by sender, the latest last: as many as a sender may repeat. */

import type { Digest } from './digest.ts';
import { NumberTable } from './number-table.ts';

export class Accepted {
  readonly #most: number;
  /** Of the first sender, whom most actors of a crowd have only one message from: a table for each would be most of what they remember. */
  #sender = NOBODY;
  #digests: Digest | Digest[] = 0;
  /** Of further senders: those of which one digest is known, a number, and all others. */
  #single: NumberTable | undefined;
  #several: Map<number, Digest[]> | undefined;

  /** @param most how many are remembered of each sender */
  constructor(most: number) {
    this.#most = most;
  }

  add(sender: number, digest: Digest): void {
    const one = signed(digest);
    if (this.#sender === NOBODY) {
      this.#sender = sender;
      this.#digests = one;
    } else if (this.#sender === sender) this.#digests = this.#with([this.#digests].flat(), one);
    else this.#addFurther(sender, one);
  }

  has(sender: number, digest: Digest): boolean {
    const digests =
      this.#sender === sender ? this.#digests : (this.#several?.get(sender) ?? this.#single?.get(sender));
    return Array.isArray(digests) ? digests.includes(signed(digest)) : digests === signed(digest);
  }

  #addFurther(sender: number, digest: Digest): void {
    const several = this.#several?.get(sender);
    if (several !== undefined) {
      this.#with(several, digest);
      return;
    }
    const before = this.#single?.get(sender);
    if (before === undefined && typeof digest === 'number')
      (this.#single ??= new NumberTable()).add(sender, digest);
    else {
      const digests = before === undefined ? [] : [before];
      (this.#several ??= new Map()).set(sender, this.#with(digests, digest));
    }
  }

  #with(digests: Digest[], digest: Digest): Digest[] {
    if (digests.push(digest) > this.#most) digests.shift();
    return digests;
  }
}

/** No actor's number. */
const NOBODY = -1;

/** Makes signed and unsigned digests equal. */
function signed(digest: Digest): Digest {
  return typeof digest === 'number' ? digest | 0 : digest;
}
