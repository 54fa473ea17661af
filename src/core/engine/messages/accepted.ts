/** The digests of the messages that an actor has accepted, by sender, the latest last: as many as a sender may repeat. */

import type { Digest } from './digest.ts';

export class Accepted {
  readonly #most: number;
  /** Of the first sender, whom most actors of a crowd have only one message from: a map for each would be most of what they remember. */
  #sender = NOBODY;
  #digests: Digest | Digest[] = 0;
  #others: Map<number, Digest | Digest[]> | undefined;

  /** @param most how many are remembered of each sender */
  constructor(most: number) {
    this.#most = most;
  }

  add(sender: number, digest: Digest): void {
    if (this.#sender === NOBODY) {
      this.#sender = sender;
      this.#digests = signed(digest);
    } else if (this.#sender === sender) this.#digests = this.#with(this.#digests, digest);
    else {
      const others = (this.#others ??= new Map<number, Digest | Digest[]>());
      const before = others.get(sender);
      others.set(sender, before === undefined ? signed(digest) : this.#with(before, digest));
    }
  }

  has(sender: number, digest: Digest): boolean {
    const digests = this.#sender === sender ? this.#digests : this.#others?.get(sender);
    return Array.isArray(digests) ? digests.includes(signed(digest)) : digests === signed(digest);
  }

  /** The only one is not in a list. */
  #with(before: Digest | Digest[], digest: Digest): Digest[] {
    const digests = Array.isArray(before) ? before : [before];
    if (digests.push(signed(digest)) > this.#most) digests.shift();
    return digests;
  }
}

/** No actor's number. */
const NOBODY = -1;

/** Makes signed and unsigned digests equal. */
function signed(digest: Digest): Digest {
  return typeof digest === 'number' ? digest | 0 : digest;
}
