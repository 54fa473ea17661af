/** A started actor: its generator, its processor and its mailbox. */

import { Arena } from '../wire/bytes.ts';
import type { Correspondence } from './correspondence.ts';
import type { Envelope } from './envelope.ts';
import type { Behaviour, Filter } from './effects.ts';
import { Mailbox } from './mailbox.ts';
import type { MessageLog } from './message-log.ts';
import type { AnyMessageType } from '../wire/message.ts';

/** What a waiting actor waits for, and what it has so far. */
export class PendingReceive {
  readonly wanted: number;
  /** When it ends, and its place among what happens then; infinite without a timeout. */
  readonly deadlineNs: number;
  /** When to look after it: then, or before that to ask again. */
  nextNs: number;
  readonly sequence: number;
  readonly #types: readonly AnyMessageType[];
  readonly #senders: string | ReadonlySet<string> | undefined;
  /** Absent while there is none: an array that grows takes room for many, and most waits are for one. */
  #taken: Envelope[] | undefined;
  /** Whose message it has: absent until there is one and more are wanted, as most waits are for one. */
  #heard: Set<string> | undefined;
  readonly #accept: Filter<unknown>['accept'];
  readonly #newest: boolean;

  constructor(
    types: readonly AnyMessageType[],
    count: number,
    filter: Filter<unknown>,
    deadlineNs: number,
    sequence: number,
  ) {
    this.#types = types;
    this.wanted = count;
    this.#senders = Array.isArray(filter.from)
      ? new Set(filter.from as readonly string[])
      : (filter.from as string | undefined);
    this.#accept = filter.accept;
    this.#newest = filter.newest === true;
    this.deadlineNs = deadlineNs;
    this.nextNs = deadlineNs;
    this.sequence = sequence;
  }

  /** The envelopes that it has so far. */
  get taken(): Envelope[] {
    return this.#taken ?? [];
  }

  get complete(): boolean {
    return (this.#taken?.length ?? 0) >= this.wanted;
  }

  /** What it waits for still, and from whom. */
  get awaiting(): string {
    const types = this.#types.map((type) => type.name).join(' or ');
    const count = this.wanted > 1 ? ` (has ${this.taken.length} of ${this.wanted})` : '';
    return `${types}${count} from ${this.#missing}`;
  }

  /** Those who can still say it, in short. */
  get #missing(): string {
    const senders = this.#senders;
    if (senders === undefined) return 'anybody';
    if (typeof senders === 'string') return senders;
    const missing = this.unheard;
    const others = missing.length - MOST_NAMES;
    return others > 0
      ? `${missing.slice(0, MOST_NAMES).join(', ')} and ${others} others`
      : missing.join(', ');
  }

  /** Whom it has nothing from yet, by name; nobody where it may come from anybody. */
  get unheard(): readonly string[] {
    const senders = this.#senders;
    if (senders === undefined) return [];
    if (typeof senders === 'string') return [senders];
    return [...senders].filter((name) => this.#heard?.has(name) !== true);
  }

  /** Whether it wants this envelope: one of a type waited for, while more are wanted; others stay in the mailbox. */
  wants(envelope: Envelope): boolean {
    return this.#types.includes(envelope.type) && (!this.complete || this.#newest);
  }

  /** Takes the envelope and returns nothing, or the envelope that is refused for it and why. */
  consider(envelope: Envelope): { readonly refused: Envelope; readonly reason: string } | undefined {
    if (!this.#isFor(envelope.from)) return { refused: envelope, reason: 'unexpected sender' };
    if (!this.#newest && this.#heard?.has(envelope.from) === true)
      return { refused: envelope, reason: 'repeated' };
    const verdict = this.#accept?.(envelope) ?? true;
    if (verdict !== true) return { refused: envelope, reason: verdict };
    if (this.#taken === undefined) this.#taken = [envelope];
    else this.#taken.push(envelope);
    if (this.wanted > 1) (this.#heard ??= new Set()).add(envelope.from);
    return this.#newest ? this.#supersede(this.#taken, envelope.from) : undefined;
  }

  /** The newest sends away what its sender said before, or else the oldest of all. */
  #supersede(
    taken: Envelope[],
    sender: string,
  ): { readonly refused: Envelope; readonly reason: string } | undefined {
    const earlier = taken.findIndex(({ from }) => from === sender);
    if (earlier === taken.length - 1 && taken.length <= this.wanted) return undefined;
    const [refused] = taken.splice(earlier < taken.length - 1 ? earlier : 0, 1);
    return { refused, reason: 'superseded' };
  }

  #isFor(sender: string): boolean {
    const senders = this.#senders;
    return senders === undefined || (typeof senders === 'string' ? senders === sender : senders.has(sender));
  }
}

const MOST_NAMES = 5;

const NO_MAIL: readonly Envelope[] = [];

export class Process {
  readonly id: number;
  readonly name: string;
  readonly rate: number;
  readonly behaviour: Behaviour;
  /** Where the vectors of its envelopes lie. */
  readonly arena: Arena;
  readonly #mailboxBytes: number;
  /** Absent until something lies in it: most actors wait for what comes. */
  #mailbox: Mailbox | undefined;
  /** Set while it waits for messages; while it computes or sleeps its mail waits instead. */
  wait: PendingReceive | undefined;
  /** The time of its one deadline in the queue, of this wait or an earlier one; infinite when there is none. */
  queuedNs = Number.POSITIVE_INFINITY;
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

  constructor(
    id: number,
    name: string,
    rate: number,
    behaviour: Behaviour,
    mailboxBytes: number,
    arena: Arena,
  ) {
    this.arena = arena;
    this.#mailboxBytes = mailboxBytes;
    this.id = id;
    this.name = name;
    this.rate = rate;
    this.behaviour = behaviour;
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
