/** A started actor: its generator, its processor and its mailbox. */

import { assert } from '../../base/errors.ts';
import type { Arena } from '../wire/bytes.ts';
import type { Correspondence } from './correspondence.ts';
import type { Envelope } from './envelope.ts';
import type { Behaviour, Effect, Filter } from './effects.ts';
import { Heard } from './heard.ts';
import { Letters, type Taken } from './letters.ts';
import { Mailbox } from './mailbox.ts';
import type { MessageLog } from './message-log.ts';
import { Senders } from './senders.ts';

type Wait = Extract<Effect, { kind: 'wait' }>;

/** Of a wait that is over. */
const NOBODY: Wait = { kind: 'wait', types: [], count: 0, filter: {} };

/**
 * What a waiting actor waits for, and what it has so far: one object for all waits of an actor, one after the other. A million actors
 * may wait, and what was made anew for each wait would outlive the garbage collector's youth again and again.
 */
export class PendingReceive {
  #effect: Wait = NOBODY;
  /** Absent where nothing ends it, as an infinite number would be an object of its own. */
  #deadlineNs: number | undefined;
  #nextNs: number | undefined;
  /** Its place among what happens at its deadline, which no other wait has. */
  sequence = 0;
  /** Who may say it, where that is a list, and whether they did. */
  #senders: Senders | undefined;
  /** Of a wait for one, or for the newest. Absent while there is none: an array that grows takes room for many. */
  #few: Envelope[] | undefined;
  /** Of a wait for many, which are rows and no objects. */
  #many: Letters | undefined;
  /** Whose message it has, where there is no list: absent until there is one and more are wanted, as most waits are for one. */
  #heard: Heard | undefined;

  begin(effect: Wait, nowNs: number, sequence: number): void {
    const { timeoutNs, from } = effect.filter;
    this.#effect = effect;
    this.#deadlineNs = this.#nextNs = timeoutNs === undefined ? undefined : nowNs + timeoutNs;
    this.sequence = sequence;
    this.#senders = Array.isArray(from) ? new Senders(from as readonly string[]) : undefined;
  }

  /** It is over. Returns what it has, and lets go of all. */
  end(): Taken {
    const taken = this.#many ?? this.#few ?? [];
    this.#effect = NOBODY;
    this.#senders = undefined;
    this.#few = undefined;
    this.#many = undefined;
    this.#heard = undefined;
    return taken;
  }

  get wanted(): number {
    return this.#effect.count;
  }

  /** When it ends; infinite without a timeout. */
  get deadlineNs(): number {
    return this.#deadlineNs ?? Number.POSITIVE_INFINITY;
  }

  /** When to look after it: then, or before that to ask again. */
  get nextNs(): number {
    return this.#nextNs ?? Number.POSITIVE_INFINITY;
  }

  set nextNs(timeNs: number) {
    this.#nextNs = timeNs;
  }

  /** How many envelopes it has so far. */
  get taken(): number {
    return (this.#many ?? this.#few)?.length ?? 0;
  }

  get complete(): boolean {
    return this.taken >= this.#effect.count;
  }

  /** What it waits for still, and from whom. */
  get awaiting(): string {
    const types = this.#effect.types.map((type) => type.name).join(' or ');
    const count = this.wanted > 1 ? ` (has ${this.taken} of ${this.wanted})` : '';
    return `${types}${count} from ${this.#missing}`;
  }

  /** Those who can still say it, in short. */
  get #missing(): string {
    const { from } = this.#effect.filter;
    if (from === undefined) return 'anybody';
    if (typeof from === 'string') return from;
    const missing = this.unheard;
    const others = missing.length - MOST_NAMES;
    return others > 0
      ? `${missing.slice(0, MOST_NAMES).join(', ')} and ${others} others`
      : missing.join(', ');
  }

  /** Whom it has nothing from yet, by name; nobody where it may come from anybody. */
  get unheard(): readonly string[] {
    const { from = [] } = this.#effect.filter;
    if (typeof from === 'string') return [from];
    return this.#senders?.unheard ?? [];
  }

  /** Whether it wants this envelope: one of a type waited for, while more are wanted; others stay in the mailbox. */
  wants(envelope: Envelope): boolean {
    const { types, filter } = this.#effect;
    // A list that is frozen is searched slowly.
    const isOfType = types.length === 1 ? types[0] === envelope.type : types.includes(envelope.type);
    return isOfType && (!this.complete || filter.newest === true);
  }

  /** Takes the envelope and returns nothing, or the envelope that is refused for it and why. */
  consider(envelope: Envelope): { readonly refused: Envelope; readonly reason: string } | undefined {
    const { filter, count } = this.#effect;
    const newest = filter.newest === true;
    const senders = this.#senders;
    const place = senders?.placeOf(envelope.sender, envelope.from) ?? -1;
    if (senders === undefined ? !isFrom(envelope.from, filter) : place < 0)
      return { refused: envelope, reason: 'unexpected sender' };
    const isHeard = senders?.isHeard(place) ?? this.#heard?.has(envelope.sender);
    if (!newest && isHeard === true) return { refused: envelope, reason: 'repeated' };
    const verdict = filter.accept === undefined || verdictOf(filter.accept, envelope);
    if (verdict !== true) return { refused: envelope, reason: verdict };
    if (senders !== undefined) senders.hear(place);
    else if (count > 1) (this.#heard ??= new Heard(count)).add(envelope.sender);
    if (newest) return this.#supersede((this.#few ??= []), envelope);
    if (count > 1) (this.#many ??= new Letters(count)).add(envelope);
    else this.#few = [envelope];
    return undefined;
  }

  /** The newest sends away what its sender said before, or else the oldest of all. */
  #supersede(
    taken: Envelope[],
    newest: Envelope,
  ): { readonly refused: Envelope; readonly reason: string } | undefined {
    const earlier = taken.findIndex(({ from }) => from === newest.from);
    taken.push(newest);
    if (earlier < 0 && taken.length <= this.wanted) return undefined;
    const [refused] = taken.splice(Math.max(earlier, 0), 1);
    return { refused, reason: 'superseded' };
  }
}

/** Whether a sender is the one that is waited for, or nobody is named. */
function isFrom(sender: string, { from }: Filter<unknown>): boolean {
  return from === undefined || from === sender;
}

/** Nothing is taken that its receiver did not say yes to. */
function verdictOf(accept: (envelope: Envelope) => true | string, envelope: Envelope): true | string {
  if (typeof accept !== 'function')
    assert(false, `accept of ${envelope.type.name} messages is not a function`);
  const verdict: unknown = accept(envelope);
  if (verdict === true || typeof verdict === 'string') return verdict;
  assert(
    false,
    `accept of ${envelope.type.name} messages gives ${String(verdict)}, which is neither true nor a reason`,
  );
}

const MOST_NAMES = 5;

const NO_MAIL: readonly Envelope[] = [];

export class Process {
  readonly id: number;
  readonly name: string;
  readonly rate: number;
  readonly behaviour: Behaviour;
  /** Where the vectors of its envelopes lie; absent until there is one. */
  arena: Arena | undefined;
  /** Of all its waits. */
  readonly #wait = new PendingReceive();
  readonly #mailboxBytes: number;
  /** Absent until something lies in it: most actors wait for what comes. */
  #mailbox: Mailbox | undefined;
  /** Set while it waits for messages; while it computes or sleeps its mail waits instead. */
  wait: PendingReceive | undefined;
  /** The time of its one deadline in the queue, of this wait or an earlier one. */
  queuedNs: number | undefined;
  finished = false;
  /** Crashed: what it still had to do is void. */
  gone = false;
  /** Where it asks again: what it said and took, and what a crash does not take from it. */
  correspondence: Correspondence | undefined;
  log: MessageLog | undefined;
  /** Whether it came back from a crash and has heard of nobody since: what it says may have been said before. */
  recovering = false;
  /** Until when it does nothing and takes no mail. */
  pausedUntilNs = 0;
  phase = '';
  round = 0;

  constructor(id: number, name: string, rate: number, behaviour: Behaviour, mailboxBytes: number) {
    if (typeof (behaviour as Behaviour | undefined)?.next !== 'function')
      assert(false, `${name} plays something other than a generator`);
    this.#mailboxBytes = mailboxBytes;
    this.id = id;
    this.name = name;
    this.rate = rate;
    this.behaviour = behaviour;
  }

  /** What it waits for from now on, once that is its {@link wait}. The wait before is over. */
  newWait(effect: Wait, nowNs: number, sequence: number): PendingReceive {
    this.#wait.begin(effect, nowNs, sequence);
    return this.#wait;
  }

  /** Keeps an envelope until it is asked for, and returns those that had to make room for it. */
  keep(envelope: Envelope): readonly Envelope[] {
    this.#mailbox ??= new Mailbox(this.#mailboxBytes);
    return this.#mailbox.add(envelope);
  }

  /** Takes all envelopes out of the mailbox. */
  takeMail(): readonly Envelope[] {
    return this.#mailbox?.empty() ?? NO_MAIL;
  }
}
