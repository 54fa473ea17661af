/** A started actor: its generator, its processor and its mailbox. */

import { assert } from '../../base/errors.ts';
import type { Arena } from '../wire/bytes.ts';
import { RetransmissionBuffer } from './retransmission-buffer.ts';
import type { DeliveredMessage } from './delivered-message.ts';
import type { Behaviour, Effect, Filter, Received } from './effects.ts';
import { SenderSet } from './sender-set.ts';
import { ReceivedBatch, type ReceivedMessages, seen } from './received-batch.ts';
import { Mailbox } from './mailbox.ts';
import type { MessageLog } from './message-log.ts';
import type { OwnView } from './self.ts';
import { Senders } from './senders.ts';

type Wait = Extract<Effect, { kind: 'wait' }>;

/** The wait of a process that does not wait. */
const NOBODY: Wait = { kind: 'wait', types: [], count: 0, filter: {} };

/**
 * What a waiting actor waits for, and what it has received so far. One object serves all waits of an actor in turn: with a million
 * waiting actors, new objects for each wait would always survive long enough to be promoted by the garbage collector.
 */
export class PendingReceive {
  #effect: Wait = NOBODY;
  /** Absent without a timeout, since an infinite number would need an object of its own. */
  #deadlineNs: number | undefined;
  #nextNs: number | undefined;
  /** Its place among the events at its deadline, unique to this wait. */
  sequence = 0;
  /** The permitted senders, if these are a list, and which of them have sent it. */
  #senders: Senders | undefined;
  /** The messages of all waits but those in rows. Absent while empty, since an array that grows reserves much room. */
  #few: DeliveredMessage[] | undefined;
  /**
   * The messages of a wait for many messages from listed senders, as rows instead of objects: where all wait for all others, there
   * are many such waits at once. Of waits for anybody there are few, and rows would only take time.
   */
  #many: ReceivedBatch | undefined;
  /** The senders so far, without a list of permitted ones; absent until needed, since most waits are for one message. */
  #senderSet: SenderSet | undefined;

  begin(effect: Wait, nowNs: number, sequence: number): void {
    const { timeoutNs, from } = effect.filter;
    this.#effect = effect;
    this.#deadlineNs = this.#nextNs = timeoutNs === undefined ? undefined : nowNs + timeoutNs;
    this.sequence = sequence;
    this.#senders = Array.isArray(from) ? new Senders(from as readonly string[]) : undefined;
  }

  /** Ends the wait, and returns and clears what it received. */
  end(): ReceivedMessages {
    const taken = this.#many ?? this.#few ?? [];
    this.#effect = NOBODY;
    this.#senders = undefined;
    this.#few = undefined;
    this.#many = undefined;
    this.#senderSet = undefined;
    return taken;
  }

  get wanted(): number {
    return this.#effect.count;
  }

  /** The time of its timeout; infinite without one. */
  get deadlineNs(): number {
    return this.#deadlineNs ?? Number.POSITIVE_INFINITY;
  }

  /** The time of its next check: its timeout, or earlier to retransmit. */
  get nextNs(): number {
    return this.#nextNs ?? Number.POSITIVE_INFINITY;
  }

  set nextNs(timeNs: number) {
    this.#nextNs = timeNs;
  }

  /** How many messages it has so far. */
  get taken(): number {
    return (this.#many ?? this.#few)?.length ?? 0;
  }

  get complete(): boolean {
    return this.taken >= this.#effect.count;
  }

  /** What it is still waiting for, and from whom. */
  get awaiting(): string {
    const types = this.#effect.types.map((type) => type.name).join(' or ');
    const count = this.wanted > 1 ? ` (has ${this.taken} of ${this.wanted})` : '';
    return `${types}${count} from ${this.#missingText}`;
  }

  /** Those who can still send it, abbreviated. */
  get #missingText(): string {
    const { from } = this.#effect.filter;
    if (from === undefined) return 'anybody';
    if (typeof from === 'string') return from;
    const missing = this.missing;
    const others = missing.length - MOST_NAMES;
    return others > 0
      ? `${missing.slice(0, MOST_NAMES).join(', ')} and ${others} others`
      : missing.join(', ');
  }

  /** The listed senders from whom nothing was received yet, by name; empty if anybody may send it. */
  get missing(): readonly string[] {
    const { from = [] } = this.#effect.filter;
    if (typeof from === 'string') return [from];
    return this.#senders?.missing ?? [];
  }

  /** Whether this message is for the wait: of one of its types, while more are needed. Others stay in the mailbox. */
  wants(message: DeliveredMessage): boolean {
    const { types, filter } = this.#effect;
    // Searching a frozen list is slow.
    const isOfType = types.length === 1 ? types[0] === message.type : types.includes(message.type);
    return isOfType && (!this.complete || filter.newest === true);
  }

  /** Accepts the message, and returns the message that is refused, if any, and the reason. */
  consider(
    message: DeliveredMessage,
  ): { readonly refused: DeliveredMessage; readonly reason: string } | undefined {
    const { filter, count } = this.#effect;
    const newest = filter.newest === true;
    const senders = this.#senders;
    const place = senders?.placeOf(message.sender, message.from) ?? -1;
    if (senders === undefined ? !isFrom(message.from, filter) : place < 0)
      return { refused: message, reason: 'unexpected sender' };
    const hasSent = senders?.hasSent(place) ?? this.#senderSet?.has(message.sender);
    if (!newest && hasSent === true) return { refused: message, reason: 'repeated' };
    const verdict = filter.accept === undefined || verdictOf(filter.accept, message);
    if (verdict !== true) return { refused: message, reason: verdict };
    if (senders !== undefined) senders.add(place);
    else if (count > 1) (this.#senderSet ??= new SenderSet(count)).add(message.sender);
    if (newest) return this.#supersede((this.#few ??= []), message);
    this.#keep(message);
    return undefined;
  }

  #keep(message: DeliveredMessage): void {
    const { count } = this.#effect;
    if (count > 1 && this.#senders !== undefined) (this.#many ??= new ReceivedBatch(count)).add(message);
    else if (this.#few === undefined) this.#few = [message];
    else this.#few.push(message);
  }

  /** The newest message replaces an earlier one of its sender, or else the oldest of all. */
  #supersede(
    taken: DeliveredMessage[],
    newest: DeliveredMessage,
  ): { readonly refused: DeliveredMessage; readonly reason: string } | undefined {
    const earlier = taken.findIndex(({ from }) => from === newest.from);
    taken.push(newest);
    if (earlier < 0 && taken.length <= this.wanted) return undefined;
    const [refused] = taken.splice(Math.max(earlier, 0), 1);
    return { refused, reason: 'superseded' };
  }
}

/** Whether a sender is the one named in the filter, or none is named. */
function isFrom(sender: string, { from }: Filter<unknown>): boolean {
  return from === undefined || from === sender;
}

/** Checks the answer of `accept`: nothing is accepted without an explicit `true`. */
function verdictOf(accept: (message: Received) => true | string, message: DeliveredMessage): true | string {
  if (typeof accept !== 'function')
    assert(false, `accept of ${message.type.name} messages is not a function`);
  const verdict: unknown = accept(seen(message));
  if (verdict === true || typeof verdict === 'string') return verdict;
  assert(
    false,
    `accept of ${message.type.name} messages gives ${String(verdict)}, which is neither true nor a reason`,
  );
}

const MOST_NAMES = 5;

/** The behaviour of whoever has finished. */
const OVER: Behaviour = Object.freeze({
  next: () => ({ done: true, value: undefined }),
  return: () => ({ done: true, value: undefined }),
  throw(error: unknown): never {
    throw error;
  },
  [Symbol.iterator]: () => OVER,
}) as Behaviour;

/** After which nanoseconds of waiting an actor repeats its last messages; absent: never. */
interface Retransmits {
  readonly retransmitAfterNs?: number | undefined;
}

const NO_MAIL: readonly DeliveredMessage[] = [];

export class Process {
  readonly id: number;
  readonly name: string;
  #behaviour: Behaviour;
  /** The memory for the vectors of its messages; absent until needed. */
  arena: Arena | undefined;
  /** Serves all its waits; absent before the first, as a million actors may compute before any waits. */
  #wait: PendingReceive | undefined;
  readonly #mailboxBytes: number;
  /** Absent until needed: most actors are waiting when a message arrives. */
  #mailbox: Mailbox | undefined;
  /** Set while it waits for messages. While it computes or sleeps, messages wait in the mailbox. */
  wait: PendingReceive | undefined;
  /** The time of its only deadline in the queue, for this wait or an earlier one. */
  queuedNs: number | undefined;
  finished = false;
  /** Whether it crashed, which makes its future events void. */
  gone = false;
  /** Only if it retransmits: its role, or what else says after which time. */
  retransmits: Retransmits | undefined;
  #retransmissionBuffer: RetransmissionBuffer | undefined;
  /** Only if it retransmits: what survives a crash. */
  log: MessageLog | undefined;
  /** Its view of itself. */
  self: OwnView | undefined;
  /** Whether it was restarted after a crash and has received nothing since, so that its messages may be repetitions. */
  recovering = false;
  /** Until when it does nothing and takes no messages. */
  pausedUntilNs = 0;
  phase = '';
  round = 0;

  constructor(id: number, name: string, behaviour: Behaviour, mailboxBytes: number) {
    if (typeof (behaviour as Behaviour | undefined)?.next !== 'function')
      assert(false, `${name} plays something other than a generator`);
    this.#mailboxBytes = mailboxBytes;
    this.id = id;
    this.name = name;
    this.#behaviour = behaviour;
  }

  get behaviour(): Behaviour {
    return this.#behaviour;
  }

  /** Only if it retransmits: the messages that it sent and received. Absent until it sends or waits. */
  get retransmissionBuffer(): RetransmissionBuffer | undefined {
    const everyNs = this.retransmits?.retransmitAfterNs;
    if (everyNs !== undefined) this.#retransmissionBuffer ??= new RetransmissionBuffer(everyNs);
    return this.#retransmissionBuffer;
  }

  /** It is in this phase from now on, if one is named, and in this round. */
  label(phase: string | undefined, round: number): void {
    // What has been neither sent nor received is of no earlier phase.
    if (phase !== undefined) this.#retransmissionBuffer?.label();
    this.phase = phase ?? this.phase;
    this.round = round;
  }

  /** It does nothing more, but may have to repeat its last messages. The rest is let go of: most of a million actors finish before the last. */
  finish(): void {
    this.finished = true;
    this.#behaviour.return();
    this.#behaviour = OVER;
    this.arena = undefined;
    this.self = undefined;
  }

  /** What it waits for from now on, once that is its {@link wait}. The wait before is over. */
  newWait(effect: Wait, nowNs: number, sequence: number): PendingReceive {
    this.#wait ??= new PendingReceive();
    this.#wait.begin(effect, nowNs, sequence);
    return this.#wait;
  }

  /** Keeps a message until it is asked for, and returns those that had to make room for it. */
  keep(message: DeliveredMessage): readonly DeliveredMessage[] {
    this.#mailbox ??= new Mailbox(this.#mailboxBytes);
    return this.#mailbox.add(message);
  }

  /** Takes all messages out of the mailbox. */
  emptyMailbox(): readonly DeliveredMessage[] {
    return this.#mailbox?.empty() ?? NO_MAIL;
  }
}
