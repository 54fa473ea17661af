/**
 * The exchange of messages, independent of how they are transported: messages are accepted, kept for later, or refused, and repeated
 * to actors that ask again. The simulation and parties over real sockets share this code.
 */

import { assert } from '../../base/errors.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Bounds } from '../clock/bounds.ts';
import type { Effect } from './effects.ts';
import type { Envelope } from './envelope.ts';
import type { Taken } from './letters.ts';
import type { PendingReceive, Process } from './process.ts';

type Send = Extract<Effect, { kind: 'send' }>;

export interface ConversationHost {
  readonly nowNs: () => number;
  /**
   * Sends a message.
   * @param asks whether it is a repetition that asks for an answer again
   */
  readonly send: (process: Process, message: Omit<Send, 'kind'>, asks: boolean) => void;
  /** Resumes a waiting actor with what it received. */
  readonly resume: (process: Process, taken: Taken) => void;
  /** A message is refused. */
  readonly refuse: (id: number, by: number, reason: string) => void;
}

/** Checks a message at run time, since protocols may be written in JavaScript. */
export function assertMessage({ name }: Process, { to, type, body }: Send): void {
  if (typeof (type as AnyMessageType | undefined)?.name !== 'string')
    assert(false, `${name} sends an undeclared message ${String(type)}`);
  if (typeof to !== 'string' && !Array.isArray(to))
    assert(false, `${name} sends to ${String(to)}, which is not a name or a list of names`);
  if (typeof body !== 'object' || (body as object | null) === null)
    assert(false, `${name} sends a ${type.name} message without a body`);
}

export class Conversation {
  readonly #host: ConversationHost;
  readonly #bounds: Bounds;

  constructor(host: ConversationHost, bounds: Bounds) {
    this.#host = host;
    this.#bounds = bounds;
  }

  /** An actor sends a message. After a crash, it may have sent it before. */
  say(process: Process, message: Send): void {
    const { recovering, correspondence } = process;
    this.#host.send(process, message, recovering);
    if (!recovering || correspondence === undefined) return;
    for (const name of [message.to].flat()) correspondence.isTime(name, this.#host.nowNs());
  }

  /** The same to each of several parties. */
  sayEach(process: Process, { to, type, body }: Extract<Effect, { kind: 'send-each' }>): void {
    for (const [place, name] of to.entries()) {
      const message: Send = { kind: 'send', to: name, type, body: body(place) };
      assertMessage(process, message);
      this.say(process, message);
      // It may have crashed after a message.
      if (process.gone || this.#bounds.reached !== undefined) return;
    }
  }

  /** A well-formed message arrived. */
  take(process: Process, envelope: Envelope): void {
    const { wait } = process;
    if (wait === undefined || process.pausedUntilNs > this.#host.nowNs()) {
      if (process.finished) this.#refuse(process, envelope, DONE);
      else this.#keep(process, envelope);
      return;
    }
    this.#offer(process, wait, envelope);
    this.#goOn(process, wait);
  }

  /** Gives an actor whose pause has ended its messages. */
  unpause(process: Process): void {
    const { wait } = process;
    if (wait === undefined) return;
    this.offerMailbox(process, wait);
    this.#goOn(process, wait);
  }

  /** Offers the envelopes in the mailbox to a new wait; those of other types stay. */
  offerMailbox(process: Process, wait: PendingReceive): void {
    for (const envelope of this.#takeMail(process)) this.#offer(process, wait, envelope);
  }

  /** Refuses the messages in the mailbox of an actor that no longer reads. */
  refuseMailbox(process: Process): void {
    for (const envelope of this.#takeMail(process))
      this.#refuse(process, envelope, process.gone ? DOWN : DONE);
  }

  /** Repeats the latest messages to those that the actor waits for. */
  askAgain(process: Process, wait: PendingReceive): void {
    for (const name of wait.unheard) this.sayAgain(process, name, true);
  }

  /** Repeats the latest messages to one party. */
  sayAgain(process: Process, to: string, asks: boolean): void {
    const { correspondence } = process;
    if (correspondence?.isTime(to, this.#host.nowNs()) !== true) return;
    for (const { type, body } of correspondence.words(to)) {
      // It may have crashed after the previous message.
      if (process.gone || this.#bounds.reached !== undefined) return;
      this.#host.send(process, { to, type, body }, asks);
    }
  }

  #goOn(process: Process, wait: PendingReceive): void {
    if (!wait.complete) return;
    process.wait = undefined;
    this.#host.resume(process, wait.end());
  }

  /** Messages that the wait is not for are kept for another one, except copies of messages that were accepted already. */
  #offer(process: Process, wait: PendingReceive, envelope: Envelope): void {
    if (process.correspondence?.isCopy(envelope) === true) {
      this.#refuse(process, envelope, 'repeated');
      this.#answer(process, envelope);
    } else if (wait.wants(envelope)) {
      const refusal = wait.consider(envelope);
      if (refusal === undefined) return;
      this.#refuse(process, refusal.refused, refusal.reason);
      this.#answer(process, refusal.refused);
    } else {
      this.#keep(process, envelope);
      this.#answer(process, envelope);
    }
  }

  /** A party that asks again although nothing is expected from it lacks the latest messages to it. */
  #answer(process: Process, envelope: Envelope): void {
    if (!envelope.asks) return;
    envelope.asks = false;
    this.sayAgain(process, envelope.from, false);
  }

  #keep(process: Process, envelope: Envelope): void {
    this.#bounds.keep(envelope.bytes);
    for (const full of process.keep(envelope)) {
      this.#bounds.read(full.bytes);
      this.#refuse(process, full, 'the mailbox is full');
    }
  }

  #takeMail(process: Process): readonly Envelope[] {
    const envelopes = process.takeMail();
    for (const { bytes } of envelopes) this.#bounds.read(bytes);
    return envelopes;
  }

  #refuse(process: Process, { id }: Envelope, reason: string): void {
    this.#host.refuse(id, process.id, reason);
  }
}

export const DONE = 'the actor is done';
export const DOWN = 'the actor is down';
