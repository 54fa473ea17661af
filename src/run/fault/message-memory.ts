/** What a fault knows of earlier messages of the same type from the same sender to the same receiver. */

import type { Outgoing } from '../../core/engine/simulation/interference.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { IntendedMessage } from './intended-message.ts';

/** Nothing, how many there were, or that and the last of them. */
export type Recall = 'nothing' | 'number' | 'last';

/** Of one sender, receiver and type. */
interface LinkHistory {
  /** Counts messages from 0. */
  nth: number;
  /** The bodies of the latest message and of the one before it. */
  body: (() => object) | undefined;
  before: (() => object) | undefined;
}

/** No run has as many actors. */
const MOST_ACTORS = 2 ** 26;

export class MessageMemory {
  readonly #keepsBodies: boolean;
  /** By type, and by number of the sender and of the receiver. */
  readonly #histories = new Map<AnyMessageType, Map<number, LinkHistory>>();

  constructor(recall: Exclude<Recall, 'nothing'>) {
    this.#keepsBodies = recall === 'last';
  }

  /** Must be called with every message, in order. */
  record(message: Outgoing): void {
    const history = this.#find(message);
    history.nth++;
    if (!this.#keepsBodies) return;
    history.before = history.body;
    history.body = message.keep();
  }

  /** The message that was recorded last. */
  latest(message: Outgoing): IntendedMessage {
    const { nth, before } = this.#find(message);
    return intended(message, nth, () => before?.());
  }

  #find({ sender, receiver, type }: Outgoing): LinkHistory {
    let ofType = this.#histories.get(type);
    if (ofType === undefined) this.#histories.set(type, (ofType = new Map()));
    const link = sender * MOST_ACTORS + receiver;
    let history = ofType.get(link);
    if (history === undefined) ofType.set(link, (history = { nth: -1, body: undefined, before: undefined }));
    return history;
  }
}

/** A message of which nothing earlier is known. */
export function withoutHistory(message: Outgoing): IntendedMessage {
  return intended(message, 0, () => undefined);
}

function intended(message: Outgoing, nth: number, before: IntendedMessage['before']): IntendedMessage {
  const { sender, receiver, type, body } = message;
  return {
    sender,
    receiver,
    type,
    body,
    nth,
    get from() {
      return message.from;
    },
    get to() {
      return message.to;
    },
    get fromRole() {
      return message.fromRole;
    },
    get toRole() {
      return message.toRole;
    },
    get payload() {
      return message.payload;
    },
    keep: () => message.keep(),
    before,
  };
}
