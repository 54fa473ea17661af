/**
 * What actors say to each other, whoever carries it: what comes is taken, kept for later, or refused, and whoever asks again is
 * told again. The simulation and parties at real sockets have it from here.
 */

import { assert } from '../../base/errors.ts';
import type { AnyMessageType } from '../wire/message.ts';
import type { Bounds } from './bounds.ts';
import type { Effect } from './effects.ts';
import type { Envelope } from './envelope.ts';
import type { Taken } from './letters.ts';
import type { PendingReceive, Process } from './process.ts';

type Send = Extract<Effect, { kind: 'send' }>;

export interface ConversationHost {
  readonly nowNs: () => number;
  /**
   * Sends a message.
   * @param asks whether it was said before, and is asked for an answer again
   */
  readonly send: (process: Process, message: Omit<Send, 'kind'>, asks: boolean) => void;
  /** Lets an actor go on that waited, with what it has taken. */
  readonly resume: (process: Process, taken: Taken) => void;
  /** A message was of no use. */
  readonly refuse: (id: number, by: number, reason: string) => void;
}

/** A protocol in JavaScript may send anything, in any way. */
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

  /** An actor says something. Come back from a crash, it may have said it before. */
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
      // What it said may have been its last word.
      if (process.gone || this.#bounds.reached !== undefined) return;
    }
  }

  /** A sound message came. */
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

  /** Lets an actor that was paused have its mail. */
  unpause(process: Process): void {
    const { wait } = process;
    if (wait === undefined) return;
    this.offerMailbox(process, wait);
    this.#goOn(process, wait);
  }

  /** Offers the envelopes that already lie in the mailbox to a new wait; those of other types stay. */
  offerMailbox(process: Process, wait: PendingReceive): void {
    for (const envelope of this.#takeMail(process)) this.#offer(process, wait, envelope);
  }

  /** Refuses what lies in the mailbox of an actor that reads no more. */
  refuseMailbox(process: Process): void {
    for (const envelope of this.#takeMail(process))
      this.#refuse(process, envelope, process.gone ? DOWN : DONE);
  }

  /** Says again to those who are waited for what they were told last. */
  askAgain(process: Process, wait: PendingReceive): void {
    for (const name of wait.unheard) this.sayAgain(process, name, true);
  }

  /** Says again to somebody what they were told last. */
  sayAgain(process: Process, to: string, asks: boolean): void {
    const { correspondence } = process;
    if (correspondence?.isTime(to, this.#host.nowNs()) !== true) return;
    for (const { type, body } of correspondence.words(to)) {
      // What it said before may have been its last word.
      if (process.gone || this.#bounds.reached !== undefined) return;
      this.#host.send(process, { to, type, body }, asks);
    }
  }

  #goOn(process: Process, wait: PendingReceive): void {
    if (!wait.complete) return;
    process.wait = undefined;
    this.#host.resume(process, wait.end());
  }

  /** What a wait is not for is kept for another, unless it is a copy of what was taken already. */
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

  /** Whoever asks again, and is not waited for, lacks what it was told last. */
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
