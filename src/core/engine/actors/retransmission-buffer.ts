/**
 * What an actor that retransmits on timeout remembers: the messages that it sent, to repeat them, and the messages that it accepted, to accept
 * each once. If nothing is lost, none of this is used.
 *
 * An actor that waits in vain repeats, within the same timeout, its latest messages to those it waits for, marked with one bit of a
 * header as wanting a reply. An actor that gets a marked message that it does not wait for repeats its own latest messages in turn, so
 * that lost requests, lost answers and lost final messages all arrive. Repeated messages are the same as before, never new ones.
 */

import type { AnyMessageType } from '../wire/message.ts';
import { Accepted } from '../messages/accepted.ts';
import type { BodyFor } from './effects.ts';
import type { DeliveredMessage } from './delivered-message.ts';
import { eachDigest, type ReceivedMessages } from './received-batch.ts';

/** A message that was sent. */
export interface SentMessage {
  readonly to: string | readonly string[];
  readonly type: AnyMessageType;
  readonly body: object;
  /** Messages between which nothing was received belong together, as do messages of one phase, and lasting ones with later ones. */
  readonly turn: number;
  readonly phase: number;
  readonly number: number;
}

/** As stored: for a group with a message for each member, a function that makes the messages again. */
interface StoredMessage extends Omit<SentMessage, 'body'> {
  readonly body: object | BodyFor;
}

/** How many messages are remembered at most, per receiver and for all groups. */
const MOST_MESSAGES = 32;
/** How many accepted messages of a sender are remembered: as many as it repeats at most, to its receiver alone and to groups. */
const MOST_ACCEPTED = 2 * MOST_MESSAGES;

export class RetransmissionBuffer {
  /** How long to wait for an answer before messages are retransmitted. */
  readonly timeoutNs: number;
  #turn = 0;
  #phase = 0;
  #count = 0;
  /**
   * In the order of sending. Messages that are no longer needed are removed from time to time. The only one, as of most actors of a
   * crowd, is not in a list.
   */
  #messages: StoredMessage | StoredMessage[] | undefined;
  /** How many there may be before the next removal. */
  #most = MOST_MESSAGES;
  /** The messages by receiver, computed when needed and valid until the next message is sent. */
  #sorted: ReadonlyMap<string, readonly StoredMessage[]> | undefined;
  /** The index of each member of a group; absent until needed, as for most of a million actors it never is. */
  #members: WeakMap<readonly string[], ReadonlyMap<string, number>> | undefined;
  /** The messages that it accepted; absent until there are any. */
  #accepted: Accepted | undefined;
  /** When messages were last repeated to each receiver; absent until then. */
  #retransmittedNs: Map<string, number> | undefined;

  constructor(everyNs: number) {
    this.timeoutNs = everyNs;
  }

  add(to: string | readonly string[], type: AnyMessageType, body: object): void {
    this.#keep(typeof to !== 'string' && to.length === 1 ? to[0] : to, type, body);
  }

  /** A message of its own to each member of a group. */
  addEach(to: readonly string[], type: AnyMessageType, body: BodyFor): void {
    if (to.length === 1) this.#keep(to[0], type, body(0));
    else this.#keep(to, type, body);
  }

  #keep(one: string | readonly string[], type: AnyMessageType, body: object | BodyFor): void {
    const number = this.#count++;
    const message = { to: one, type, body, turn: this.#turn, phase: this.#phase, number };
    this.#sorted = undefined;
    const before = this.#messages;
    const last = Array.isArray(before) ? before.at(-1) : before;
    // With a single partner, as most have, what is no longer needed goes at once: it may be a long vector.
    const replaces = last?.to === one && !isStillNeeded(last, message);
    if (!Array.isArray(before)) {
      this.#messages = before === undefined || replaces ? message : [before, message];
      return;
    }
    if (replaces) before.pop();
    if (before.push(message) > this.#most) {
      const kept = [...remembered(before).values()].flat().toSorted(inOrder);
      this.#messages = kept;
      this.#most = 2 * kept.length + MOST_MESSAGES;
    }
  }

  /** A new phase has begun. */
  label(): void {
    this.#phase++;
  }

  /** A wait ended with these messages. */
  received(received: ReceivedMessages): void {
    this.#turn++;
    const accepted = (this.#accepted ??= new Accepted(MOST_ACCEPTED));
    eachDigest(received, (sender, digest) => accepted.add(sender, digest));
  }

  /** Whether it is a copy of a message that was accepted, among those that its sender may repeat. */
  isCopy({ sender, digest }: DeliveredMessage): boolean {
    return this.#accepted?.has(sender, digest) === true;
  }

  /**
   * Whether messages to somebody may be repeated now; if so, this counts as a repetition. At most twice per interval of asking, or
   * else a flood of questions would cause a flood of answers.
   */
  mayRetransmit(to: string, nowNs: number): boolean {
    const retransmittedNs = (this.#retransmittedNs ??= new Map<string, number>());
    const lastNs = retransmittedNs.get(to);
    if (lastNs !== undefined && nowNs - lastNs < this.timeoutNs / 2) return false;
    retransmittedNs.set(to, nowNs);
    return true;
  }

  /** The latest messages to somebody, in the order of sending. */
  latest(to: string): SentMessage[] {
    this.#sorted ??= remembered([this.#messages ?? []].flat());
    const toGroups = this.#sorted.get(TO_GROUPS) ?? [];
    const all = [
      ...(this.#sorted.get(to) ?? []),
      ...toGroups.filter((message) => this.#placeIn(message, to) !== undefined),
    ].toSorted(inOrder);
    const last = all.at(-1);
    if (last === undefined) return [];
    const useful = all.filter(
      (message, at) =>
        message.turn === last.turn ||
        ((message.phase === last.phase || message.type.lasting === true) &&
          !all.slice(at + 1).some(({ type }) => type === message.type)),
    );
    return useful.map((message) => {
      const { body } = message;
      return {
        ...message,
        body: typeof body === 'function' ? body(this.#placeIn(message, to) as number) : body,
      };
    });
  }

  #placeIn({ to }: StoredMessage, name: string): number | undefined {
    if (typeof to === 'string') return to === name ? 0 : undefined;
    this.#members ??= new WeakMap();
    let members = this.#members.get(to);
    if (members === undefined)
      this.#members.set(to, (members = new Map(to.map((member, place) => [member, place]))));
    return members.get(name);
  }
}

/** No actor's name. */
const TO_GROUPS = '';

/** The messages that may still be needed, by receiver, up to the maximum. */
function remembered(messages: readonly StoredMessage[]): Map<string, StoredMessage[]> {
  const known = new Map<string, StoredMessage[]>();
  for (const message of messages) {
    const to = typeof message.to === 'string' ? message.to : TO_GROUPS;
    const useful = (known.get(to) ?? []).filter(
      (old) => old.to !== message.to || isStillNeeded(old, message),
    );
    useful.push(message);
    if (useful.length > MOST_MESSAGES) useful.shift();
    known.set(to, useful);
  }
  return known;
}

function inOrder(a: StoredMessage, b: StoredMessage): number {
  return a.number - b.number;
}

/** Whether an old message to the same receiver is still needed besides a new one. */
function isStillNeeded(old: StoredMessage, message: StoredMessage): boolean {
  if (old.turn === message.turn) return true;
  return (old.phase === message.phase || old.type.lasting === true) && old.type !== message.type;
}
