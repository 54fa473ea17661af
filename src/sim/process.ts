/** A started actor: its generator, its processor and its mailbox. */

import { Arena } from '../wire.ts';
import type { Behaviour, Filter, Mail } from './effects.ts';
import { Mailbox } from './mailbox.ts';
import type { AnyMessageType } from './message.ts';

/** A message in a mailbox. */
export interface Letter extends Mail {
  readonly id: number;
  /** Of its payload. */
  readonly bytes: number;
}

/** What a waiting actor waits for, and what it has so far. */
export class Wait {
  readonly taken: Letter[] = [];
  readonly wanted: number;
  readonly deadlineNs: number;
  readonly #types: readonly AnyMessageType[];
  readonly #senders: string | ReadonlySet<string> | undefined;
  /** Whose message it has: absent until there is one and more are wanted, as most waits are for one. */
  #heard: Set<string> | undefined;
  readonly #accept: Filter<unknown>['accept'];
  readonly #newest: boolean;

  constructor(types: readonly AnyMessageType[], count: number, filter: Filter<unknown>, nowNs: number) {
    this.#types = types;
    this.wanted = count;
    this.#senders = Array.isArray(filter.from)
      ? new Set(filter.from as readonly string[])
      : (filter.from as string | undefined);
    this.#accept = filter.accept;
    this.#newest = filter.newest === true;
    this.deadlineNs = nowNs + (filter.timeoutNs ?? Number.POSITIVE_INFINITY);
  }

  get complete(): boolean {
    return this.taken.length >= this.wanted;
  }

  get awaiting(): string {
    return this.#types.map((type) => type.name).join(' or ');
  }

  /** Whether it wants this letter: one of a type waited for, while more are wanted; others stay in the mailbox. */
  wants(letter: Letter): boolean {
    return this.#types.includes(letter.type) && (!this.complete || this.#newest);
  }

  /** Takes the letter and returns nothing, or the letter that is refused for it and why. */
  consider(letter: Letter): { readonly refused: Letter; readonly reason: string } | undefined {
    if (!this.#isFor(letter.from)) return { refused: letter, reason: 'unexpected sender' };
    if (!this.#newest && this.#heard?.has(letter.from) === true)
      return { refused: letter, reason: 'repeated' };
    const verdict = this.#accept?.(letter) ?? true;
    if (verdict !== true) return { refused: letter, reason: verdict };
    if (this.wanted > 1) (this.#heard ??= new Set()).add(letter.from);
    const earlier = this.#newest ? this.taken.findIndex(({ from }) => from === letter.from) : -1;
    this.taken.push(letter);
    if (earlier < 0 && this.taken.length <= this.wanted) return undefined;
    // The newest sends away what its sender said before, or else the oldest of all.
    const [refused] = this.taken.splice(Math.max(0, earlier), 1);
    return { refused, reason: 'superseded' };
  }

  #isFor(sender: string): boolean {
    const senders = this.#senders;
    return senders === undefined || (typeof senders === 'string' ? senders === sender : senders.has(sender));
  }
}

export class Process {
  readonly id: number;
  readonly name: string;
  readonly rate: number;
  readonly behaviour: Behaviour;
  /** Where the vectors of its letters lie. */
  readonly arena = new Arena();
  readonly mailbox: Mailbox;
  /** Set while it waits for messages; while it computes or sleeps its mail waits instead. */
  wait: Wait | undefined;
  finished = false;
  /** Crashed: what it still had to do is void. */
  gone = false;
  /** Until when it does nothing and takes no mail. */
  pausedUntilNs = 0;
  phase = '';
  round = 0;

  constructor(id: number, name: string, rate: number, behaviour: Behaviour, mailboxBytes: number) {
    this.mailbox = new Mailbox(mailboxBytes);
    this.id = id;
    this.name = name;
    this.rate = rate;
    this.behaviour = behaviour;
  }
}
