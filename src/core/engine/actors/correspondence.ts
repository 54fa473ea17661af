/**
 * What an actor that asks again remembers: the messages that it sent, to repeat them, and the messages that it accepted, to accept
 * each once. If nothing is lost, none of this is used.
 *
 * An actor that waits in vain repeats, within the same timeout, its latest messages to those it waits for, marked with one bit of a
 * header as asking again. An actor that gets a marked message that it does not wait for repeats its own latest messages in turn, so
 * that lost requests, lost answers and lost final messages all arrive. Repeated messages are the same as before, never new ones.
 */

import type { AnyMessageType } from '../wire/message.ts';
import type { Digest } from '../messages/digest.ts';
import type { BodyFor } from './effects.ts';
import type { Envelope } from './envelope.ts';
import { eachDigest, type Taken } from './letters.ts';

/** A message that was sent. */
export interface Word {
  readonly to: string | readonly string[];
  readonly type: AnyMessageType;
  readonly body: object;
  /** Messages between which nothing was received belong together, as do messages of one phase. */
  readonly turn: number;
  readonly phase: number;
  readonly number: number;
}

/** As stored: for a group with a message for each member, a function that makes the messages again. */
interface Kept extends Omit<Word, 'body'> {
  readonly body: object | BodyFor;
}

/** How many messages are remembered at most, per receiver and for all groups. */
const MOST_WORDS = 32;

export class Correspondence {
  /** How long to wait for an answer before asking again. */
  readonly everyNs: number;
  #turn = 0;
  #phase = 0;
  #said = 0;
  /** In the order of sending. Messages that are no longer needed are removed from time to time. */
  #words: Kept[] = [];
  /** How many there may be before the next removal. */
  #most = MOST_WORDS;
  /** The same by receiver, computed when needed and valid until the next message is sent. */
  #sorted: ReadonlyMap<string, readonly Kept[]> | undefined;
  /** The index of each member of a group. */
  readonly #members = new WeakMap<readonly string[], ReadonlyMap<string, number>>();
  /** The digest of the message accepted last from each sender, by number. */
  readonly #taken = new Map<number, Digest>();
  /** When messages were last repeated to each receiver. */
  readonly #againNs = new Map<string, number>();

  constructor(everyNs: number) {
    this.everyNs = everyNs;
  }

  say(to: string | readonly string[], type: AnyMessageType, body: object): void {
    this.#keep(typeof to !== 'string' && to.length === 1 ? to[0] : to, type, body);
  }

  /** A message of its own to each member of a group. */
  sayEach(to: readonly string[], type: AnyMessageType, body: BodyFor): void {
    if (to.length === 1) this.#keep(to[0], type, body(0));
    else this.#keep(to, type, body);
  }

  #keep(one: string | readonly string[], type: AnyMessageType, body: object | BodyFor): void {
    const number = this.#said++;
    this.#words.push({ to: one, type, body, turn: this.#turn, phase: this.#phase, number });
    this.#sorted = undefined;
    if (this.#words.length <= this.#most) return;
    this.#words = [...remembered(this.#words).values()].flat().toSorted(inOrder);
    this.#most = 2 * this.#words.length + MOST_WORDS;
  }

  /** A new phase has begun. */
  label(): void {
    this.#phase++;
  }

  /** A wait ended with these messages. */
  took(taken: Taken): void {
    this.#turn++;
    eachDigest(taken, (sender, digest) => this.#taken.set(sender, signed(digest)));
  }

  /** Whether it is a copy of the message accepted last from its sender. */
  isCopy({ sender, digest }: Envelope): boolean {
    return this.#taken.get(sender) === signed(digest);
  }

  /**
   * Whether messages to somebody may be repeated now; if so, this counts as a repetition. At most twice per interval of asking, or
   * else a flood of questions would cause a flood of answers.
   */
  isTime(to: string, nowNs: number): boolean {
    const lastNs = this.#againNs.get(to);
    if (lastNs !== undefined && nowNs - lastNs < this.everyNs / 2) return false;
    this.#againNs.set(to, nowNs);
    return true;
  }

  /** The latest messages to somebody, in the order of sending. */
  words(to: string): Word[] {
    this.#sorted ??= remembered(this.#words);
    const toGroups = this.#sorted.get(TO_GROUPS) ?? [];
    const all = [
      ...(this.#sorted.get(to) ?? []),
      ...toGroups.filter((word) => this.#placeIn(word, to) !== undefined),
    ].toSorted(inOrder);
    const last = all.at(-1);
    if (last === undefined) return [];
    const useful = all.filter(
      (word, at) =>
        word.turn === last.turn ||
        (word.phase === last.phase && !all.slice(at + 1).some(({ type }) => type === word.type)),
    );
    return useful.map((word) => {
      const { body } = word;
      return { ...word, body: typeof body === 'function' ? body(this.#placeIn(word, to) as number) : body };
    });
  }

  #placeIn({ to }: Kept, name: string): number | undefined {
    if (typeof to === 'string') return to === name ? 0 : undefined;
    let members = this.#members.get(to);
    if (members === undefined)
      this.#members.set(to, (members = new Map(to.map((member, place) => [member, place]))));
    return members.get(name);
  }
}

/** Makes signed and unsigned digests equal. */
function signed(digest: Digest): Digest {
  return typeof digest === 'number' ? digest | 0 : digest;
}

/** No actor's name. */
const TO_GROUPS = '';

/** The messages that may still be needed, by receiver, up to the maximum. */
function remembered(words: readonly Kept[]): Map<string, Kept[]> {
  const known = new Map<string, Kept[]>();
  for (const word of words) {
    const to = typeof word.to === 'string' ? word.to : TO_GROUPS;
    const useful = (known.get(to) ?? []).filter((old) => old.to !== word.to || holds(old, word));
    useful.push(word);
    if (useful.length > MOST_WORDS) useful.shift();
    known.set(to, useful);
  }
  return known;
}

function inOrder(a: Kept, b: Kept): number {
  return a.number - b.number;
}

/** Whether an old message to the same receiver is still needed besides a new one. */
function holds(old: Kept, word: Kept): boolean {
  return old.turn === word.turn || (old.phase === word.phase && old.type !== word.type);
}
