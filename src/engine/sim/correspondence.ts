/**
 * What an actor that asks again remembers of its messages: what it said to whom, to say it again, and what it took from whom,
 * to take it once. Where nothing is lost nothing of it is ever used.
 *
 * Whoever waits in vain says again, within the same timeout, what it said last to those it waits for, and marks it as asked
 * again: one bit of a header. Whoever gets something marked that it does not wait for says again in turn, so a lost order, a lost
 * answer and a lost last word all come. What is said again is what was said, never made anew.
 */

import type { AnyMessageType } from '../wire/message.ts';
import type { Digest } from './digest.ts';
import type { BodyFor } from './effects.ts';
import type { Envelope } from './envelope.ts';
import { eachDigest, type Taken } from './letters.ts';

/** Something that was said. */
export interface Word {
  readonly to: string | readonly string[];
  readonly type: AnyMessageType;
  readonly body: object;
  /** Words between which nothing was taken, and words of one phase, belong together. */
  readonly turn: number;
  readonly phase: number;
  readonly number: number;
}

/** As it is kept: what each of a group was told is made again for who asks. */
interface Kept extends Omit<Word, 'body'> {
  readonly body: object | BodyFor;
}

/** Words that are remembered at most: to one other, and to groups. */
const MOST_WORDS = 32;

export class Correspondence {
  /** How long an answer is waited for before it is asked for again. */
  readonly everyNs: number;
  #turn = 0;
  #phase = 0;
  #said = 0;
  /** In the order in which they were said; what is of no more use goes when there is much of it. */
  #words: Kept[] = [];
  /** How many there may be before somebody looks. */
  #most = MOST_WORDS;
  /** The same by whom they are for, while they are asked for and nothing new is said. */
  #sorted: ReadonlyMap<string, readonly Kept[]> | undefined;
  /** The place of each in a group. */
  readonly #members = new WeakMap<readonly string[], ReadonlyMap<string, number>>();
  /** What was taken last from whom, by number. */
  readonly #taken = new Map<number, Digest>();
  /** When something was last said again to whom. */
  readonly #againNs = new Map<string, number>();

  constructor(everyNs: number) {
    this.everyNs = everyNs;
  }

  say(to: string | readonly string[], type: AnyMessageType, body: object): void {
    this.#keep(typeof to !== 'string' && to.length === 1 ? to[0] : to, type, body);
  }

  /** The same to each of a group. */
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

  /** A wait is over with these. */
  took(taken: Taken): void {
    this.#turn++;
    eachDigest(taken, (sender, digest) => this.#taken.set(sender, signed(digest)));
  }

  /** Whether it is what was taken last from its sender. */
  isCopy({ sender, digest }: Envelope): boolean {
    return this.#taken.get(sender) === signed(digest);
  }

  /**
   * Whether it is time to say something again to somebody; then it counts as said. Twice as often as it is asked for, or a
   * flood of questions would be one of answers.
   */
  isTime(to: string, nowNs: number): boolean {
    const lastNs = this.#againNs.get(to);
    if (lastNs !== undefined && nowNs - lastNs < this.everyNs / 2) return false;
    this.#againNs.set(to, nowNs);
    return true;
  }

  /** What somebody was told last, in the order in which it was said. */
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

/** The same for a number that has taken the sign as for one that has not. */
function signed(digest: Digest): Digest {
  return typeof digest === 'number' ? digest | 0 : digest;
}

/** No actor's name. */
const TO_GROUPS = '';

/** What is still of use of what was said, by whom it was said to: so many words at most. */
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

/** Whether an old word to the same is of use beside a new one. */
function holds(old: Kept, word: Kept): boolean {
  return old.turn === word.turn || (old.phase === word.phase && old.type !== word.type);
}
