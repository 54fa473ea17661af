/** Envelopes that an actor has not asked for yet, in order of arrival; a flood cannot make them grow without bound. */

import type { Envelope } from './envelope.ts';

/** What an envelope takes beside its payload, or a flood of tiny ones would fill the memory before it fills the mailbox. */
const ENVELOPE_BYTES = 512;

/** The share of the limit that is made free at once: then a flood costs time in proportion to its envelopes. */
const ROOM = 1 / 8;

export class Mailbox {
  readonly #limitBytes: number;
  #envelopes: Envelope[] = [];
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Keeps an envelope, and returns those that it pushes out: the oldest of its own sender, so that nobody loses mail by what
   * another sends. The newest of a sender always stays.
   */
  add(envelope: Envelope): readonly Envelope[] {
    this.#envelopes.push(envelope);
    this.#bytes += sizeOf(envelope);
    return this.#bytes > this.#limitBytes ? this.#makeRoom(envelope) : [];
  }

  /** Takes all envelopes out. */
  empty(): readonly Envelope[] {
    const envelopes = this.#envelopes;
    if (envelopes.length > 0) this.#envelopes = [];
    this.#bytes = 0;
    return envelopes;
  }

  #makeRoom(newest: Envelope): readonly Envelope[] {
    const out: Envelope[] = [];
    const wantedBytes = this.#limitBytes * (1 - ROOM);
    this.#envelopes = this.#envelopes.filter((envelope) => {
      const stays = envelope.from !== newest.from || envelope === newest || this.#bytes <= wantedBytes;
      if (stays) return true;
      this.#bytes -= sizeOf(envelope);
      out.push(envelope);
      return false;
    });
    return out;
  }
}

function sizeOf({ bytes }: Envelope): number {
  return bytes + ENVELOPE_BYTES;
}
