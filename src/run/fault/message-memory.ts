/** What a fault knows of earlier messages of the same type from the same sender to the same receiver. */

import type { Outgoing } from '../../core/engine/simulation/interference.ts';
import type { AnyMessageType } from '../../core/engine/wire/message.ts';
import type { IntendedMessage } from './intended-message.ts';

/** Nothing, how many there were, or that and the last of them. */
export type Recall = 'nothing' | 'number' | 'last';

/** Of one sender, receiver and type. */
interface Heard {
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
  readonly #heard = new Map<AnyMessageType, Map<number, Heard>>();

  constructor(recall: Exclude<Recall, 'nothing'>) {
    this.#keepsBodies = recall === 'last';
  }

  /** Must be told of every message, in order. */
  hear(message: Outgoing): void {
    const heard = this.#find(message);
    heard.nth++;
    if (!this.#keepsBodies) return;
    heard.before = heard.body;
    heard.body = message.keep();
  }

  /** The message that was heard last. */
  said(message: Outgoing): IntendedMessage {
    const { nth, before } = this.#find(message);
    return said(message, nth, () => before?.());
  }

  #find({ from, to, type }: Outgoing): Heard {
    let ofType = this.#heard.get(type);
    if (ofType === undefined) this.#heard.set(type, (ofType = new Map()));
    const link = from * MOST_ACTORS + to;
    let heard = ofType.get(link);
    if (heard === undefined) ofType.set(link, (heard = { nth: -1, body: undefined, before: undefined }));
    return heard;
  }
}

/** A message of which nothing earlier is known. */
export function justSaid(message: Outgoing): IntendedMessage {
  return said(message, 0, () => undefined);
}

function said(message: Outgoing, nth: number, before: IntendedMessage['before']): IntendedMessage {
  const { from, to, type, body } = message;
  return {
    from,
    to,
    type,
    body,
    nth,
    get payload() {
      return message.payload;
    },
    keep: () => message.keep(),
    before,
  };
}
