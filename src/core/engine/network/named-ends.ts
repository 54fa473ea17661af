/** The ends of a message by number, whose names and roles are looked up only if requested. */

import type { Directory } from '../messages/directory.ts';
import type { MessageEnds } from './rule.ts';

export class NamedEnds implements MessageEnds {
  readonly sender: number;
  readonly receiver: number;
  readonly #directory: Directory;

  constructor(directory: Directory, sender: number, receiver: number) {
    this.#directory = directory;
    this.sender = sender;
    this.receiver = receiver;
  }

  get from(): string {
    return this.#directory.name(this.sender);
  }

  get to(): string {
    return this.#directory.name(this.receiver);
  }

  get fromRole(): string {
    return this.#directory.role(this.sender);
  }

  get toRole(): string {
    return this.#directory.role(this.receiver);
  }
}
