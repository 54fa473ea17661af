/** Envelopes that an actor has not asked for yet, in order of arrival. Their size is limited, even in a flood. */

import type { Envelope } from './envelope.ts';

/** What an envelope counts for besides its payload. Without it, a flood of tiny messages would fill the memory before the mailbox. */
const ENVELOPE_BYTES = 512;

/** The fraction of the limit that is freed at once, so that the time for a flood is proportional to its envelopes. */
const ROOM = 1 / 8;

export class Mailbox {
  readonly #limitBytes: number;
  #envelopes: Envelope[] = [];
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Keeps an envelope, and returns those that it displaces: the oldest ones of the same sender, so that no sender can displace the
   * messages of another. The newest envelope of each sender always stays.
   */
  add(envelope: Envelope): readonly Envelope[] {
    this.#envelopes.push(envelope);
    this.#bytes += sizeOf(envelope);
    return this.#bytes > this.#limitBytes ? this.#makeRoom(envelope) : [];
  }

  /** Removes and returns all envelopes. */
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
