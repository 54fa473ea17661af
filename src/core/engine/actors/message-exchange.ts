/**
 * The exchange of messages, independent of how they are transported: messages are accepted, kept for later, or refused, and
 * retransmitted on timeout. The simulation and parties over real sockets share this code.
 */

import { assert } from '../../base/errors.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Bounds } from '../clock/bounds.ts';
import type { Effect } from './effects.ts';
import type { DeliveredMessage } from './delivered-message.ts';
import type { ReceivedMessages } from './received-batch.ts';
import type { PendingReceive, Process } from './process.ts';

type Send = Extract<Effect, { kind: 'send' }>;

export interface MessageExchangeHost {
  readonly nowNs: () => number;
  /**
   * Sends a message.
   * @param wantsReply whether it is a retransmission whose receiver is to retransmit its answer
   */
  readonly send: (process: Process, message: Omit<Send, 'kind'>, wantsReply: boolean) => void;
  /** Resumes a waiting actor with what it received. */
  readonly resume: (process: Process, received: ReceivedMessages) => void;
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

export class MessageExchange {
  readonly #host: MessageExchangeHost;
  readonly #bounds: Bounds;

  constructor(host: MessageExchangeHost, bounds: Bounds) {
    this.#host = host;
    this.#bounds = bounds;
  }

  /** An actor sends a message. After a crash, it may have sent it before. */
  send(process: Process, message: Send): void {
    const { recovering, retransmissionBuffer } = process;
    this.#host.send(process, message, recovering);
    if (!recovering || retransmissionBuffer === undefined) return;
    for (const name of [message.to].flat()) retransmissionBuffer.mayRetransmit(name, this.#host.nowNs());
  }

  /** An actor sends a message of its own to each of several parties. */
  sendEach(process: Process, { to, type, body }: Extract<Effect, { kind: 'send-each' }>): void {
    for (const [place, name] of to.entries()) {
      const message: Send = { kind: 'send', to: name, type, body: body(place) };
      assertMessage(process, message);
      this.send(process, message);
      // It may have crashed after a message.
      if (process.gone || this.#bounds.reached !== undefined) return;
    }
  }

  /** A well-formed message arrived. */
  receive(process: Process, message: DeliveredMessage): void {
    const { wait } = process;
    if (wait === undefined || process.pausedUntilNs > this.#host.nowNs()) {
      if (process.finished) this.#refuse(process, message, DONE);
      else this.#keep(process, message);
      return;
    }
    this.#offer(process, wait, message);
    this.#resumeIfComplete(process, wait);
  }

  /** Gives an actor whose pause has ended its messages. */
  unpause(process: Process): void {
    const { wait } = process;
    if (wait === undefined) return;
    this.offerMailbox(process, wait);
    this.#resumeIfComplete(process, wait);
  }

  /** Offers the messages in the mailbox to a new wait; those of other types stay. */
  offerMailbox(process: Process, wait: PendingReceive): void {
    for (const message of this.#emptyMailbox(process)) this.#offer(process, wait, message);
  }

  /** Refuses the messages in the mailbox of an actor that no longer reads. */
  refuseMailbox(process: Process): void {
    for (const message of this.#emptyMailbox(process))
      this.#refuse(process, message, process.gone ? DOWN : DONE);
  }

  /** Retransmits the latest messages to those that the actor waits for. */
  retransmitToMissing(process: Process, wait: PendingReceive): void {
    for (const name of wait.missing) this.retransmit(process, name, true);
  }

  /**
   * Retransmits the latest messages to one party.
   * @param wantsReply whether the party is to retransmit its own in turn
   */
  retransmit(process: Process, to: string, wantsReply: boolean): void {
    const { retransmissionBuffer } = process;
    if (retransmissionBuffer?.mayRetransmit(to, this.#host.nowNs()) !== true) return;
    for (const { type, body } of retransmissionBuffer.latest(to)) {
      // It may have crashed after the previous message.
      if (process.gone || this.#bounds.reached !== undefined) return;
      this.#host.send(process, { to, type, body }, wantsReply);
    }
  }

  #resumeIfComplete(process: Process, wait: PendingReceive): void {
    if (!wait.complete) return;
    process.wait = undefined;
    this.#host.resume(process, wait.end());
  }

  /** Messages that the wait is not for are kept for another one, except copies of messages that were accepted already. */
  #offer(process: Process, wait: PendingReceive, message: DeliveredMessage): void {
    if (process.retransmissionBuffer?.isCopy(message) === true) {
      this.#refuse(process, message, 'repeated');
      this.#answer(process, message);
    } else if (wait.wants(message)) {
      const refusal = wait.consider(message);
      if (refusal === undefined) return;
      this.#refuse(process, refusal.refused, refusal.reason);
      this.#answer(process, refusal.refused);
    } else {
      this.#keep(process, message);
      this.#answer(process, message);
    }
  }

  /** A party that retransmits although nothing is expected from it lacks the latest messages to it. */
  #answer(process: Process, message: DeliveredMessage): void {
    if (!message.wantsReply) return;
    message.wantsReply = false;
    this.retransmit(process, message.from, false);
  }

  #keep(process: Process, message: DeliveredMessage): void {
    this.#bounds.keep(message.bytes);
    for (const full of process.keep(message)) {
      this.#bounds.read(full.bytes);
      this.#refuse(process, full, 'the mailbox is full');
    }
  }

  #emptyMailbox(process: Process): readonly DeliveredMessage[] {
    const messages = process.emptyMailbox();
    for (const { bytes } of messages) this.#bounds.read(bytes);
    return messages;
  }

  #refuse(process: Process, { id }: DeliveredMessage, reason: string): void {
    this.#host.refuse(id, process.id, reason);
  }
}

export const DONE = 'the actor is done';
export const DOWN = 'the actor is down';
