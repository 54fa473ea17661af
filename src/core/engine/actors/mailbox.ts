/** Messages that an actor has not asked for yet, in order of arrival. Their size is limited, even in a flood. */

import type { DeliveredMessage } from './delivered-message.ts';

/** What a message counts for besides its payload. Without it, a flood of tiny messages would fill the memory before the mailbox. */
const OVERHEAD_BYTES = 512;

/** The fraction of the limit that is freed at once, so that the time for a flood is proportional to its messages. */
const ROOM = 1 / 8;

export class Mailbox {
  readonly #limitBytes: number;
  #messages: DeliveredMessage[] = [];
  #bytes = 0;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /**
   * Keeps a message, and returns those that it displaces: the oldest ones of the same sender, so that no sender can displace the
   * messages of another. The newest message of each sender always stays.
   */
  add(message: DeliveredMessage): readonly DeliveredMessage[] {
    this.#messages.push(message);
    this.#bytes += sizeOf(message);
    return this.#bytes > this.#limitBytes ? this.#makeRoom(message) : [];
  }

  /** Removes and returns all messages. */
  empty(): readonly DeliveredMessage[] {
    const messages = this.#messages;
    if (messages.length > 0) this.#messages = [];
    this.#bytes = 0;
    return messages;
  }

  #makeRoom(newest: DeliveredMessage): readonly DeliveredMessage[] {
    const out: DeliveredMessage[] = [];
    const wantedBytes = this.#limitBytes * (1 - ROOM);
    this.#messages = this.#messages.filter((message) => {
      const stays = message.from !== newest.from || message === newest || this.#bytes <= wantedBytes;
      if (stays) return true;
      this.#bytes -= sizeOf(message);
      out.push(message);
      return false;
    });
    return out;
  }
}

function sizeOf({ bytes }: DeliveredMessage): number {
  return bytes + OVERHEAD_BYTES;
}
