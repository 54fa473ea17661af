/**
 * The stretches of a run: its rounds, the delivery of the result, and what came too late to matter. Each
 * begins where the previous one ends, so they add up to the run exactly.
 */

import { utf8 } from '../../core/base/bytes.ts';
import type { Aborted } from '../../core/engine/actors/abortion.ts';
import type { Directory } from '../../core/engine/messages/directory.ts';
import { decode } from '../../core/engine/wire/bytes.ts';

/**
 * The three ends of a run, in virtual nanoseconds. Cost is compared at the first: later events can neither
 * delay nor change the result.
 */
export interface Ends {
  /** When the server had the result, or knew that there is none; absent if it never finished. */
  readonly resultNs?: number;
  /**
   * When the last party to learn the result had it, not counting those that gave up; absent if the server
   * never finished.
   */
  readonly knownNs?: number;
  /** When no packet was in transit, no wait was pending, and nothing could happen any more. */
  readonly endNs: number;
}

/** How many parties, besides the one whose result it is, have learned the result. */
export interface Knowing {
  readonly parties: number;
  readonly of: number;
}

/** `delivery`: from the result until everybody knows it. `late`: from then until the last packet. */
export type RunPart = 'round' | 'delivery' | 'late';

export interface Stretch {
  readonly part: RunPart;
  /** For delivery and late stretches: the last round. */
  readonly round: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** A round from its first announcement to the next round's; the last one ends with the result. */
export interface RoundSpan {
  readonly round: number;
  readonly startNs: number;
  readonly endNs: number;
}

export class Timeline {
  readonly #reporter: number | undefined;
  /**
   * When each round was first announced, in order. Round 0 exists from the start: whoever announces no round
   * is in it.
   */
  readonly #begun: { readonly round: number; readonly startNs: number }[] = [{ round: 0, startNs: 0 }];
  #lastNs = 0;
  #resultNs: number | undefined;
  #learntNs: number | undefined;
  /** How many parties finished after the result, with it. */
  #knowing = 0;
  readonly #others: number;

  constructor(directory: Directory) {
    this.#reporter = directory.reporter;
    this.#others = directory.size - 1;
  }

  /** The newest round. */
  get round(): number {
    return this.#begun[this.#begun.length - 1].round;
  }

  /** Whether this actor's result is that of the run. */
  isReporter(actor: number): boolean {
    return actor === this.#reporter;
  }

  /** Any event has happened. */
  passes(timeNs: number): void {
    this.#lastNs = Math.max(this.#lastNs, timeNs);
  }

  /**
   * An actor enters this round. @returns whether that is part of the delivery: a new round, after the result
   */
  labelled(round: number, timeNs: number): boolean {
    if (round <= this.round) return false;
    if (this.#resultNs !== undefined) return true;
    this.#begun.push({ round, startNs: timeNs });
    return false;
  }

  /** @returns whether this is the result of the run */
  finished(actor: number, result: Uint8Array, timeNs: number): boolean {
    const first = this.isReporter(actor) && this.#resultNs === undefined;
    if (first) this.#resultNs = timeNs;
    else if (!gaveUp(result)) {
      this.#learntNs = timeNs;
      if (this.#resultNs !== undefined) this.#knowing++;
    }
    return first;
  }

  /** Undefined if there is no result. */
  get knowing(): Knowing | undefined {
    return this.#resultNs === undefined ? undefined : { parties: this.#knowing, of: this.#others };
  }

  /** @param endNs when the run ended; absent if the trace does not say */
  ends(endNs = this.#lastNs): Ends {
    const resultNs = this.#resultNs;
    if (resultNs === undefined) return { endNs };
    const knownNs = Math.max(resultNs, this.#learntNs ?? 0);
    return { resultNs, knownNs, endNs: Math.max(knownNs, endNs) };
  }

  rounds(): RoundSpan[] {
    // Without a server it ends when the last actor has finished, and if none has, with the last event.
    const endNs =
      this.#resultNs ?? (this.#reporter === undefined ? this.#learntNs : undefined) ?? this.#lastNs;
    return this.#begun.map(({ round, startNs }, at) => ({
      round,
      startNs,
      endNs: this.#begun[at + 1]?.startNs ?? endNs,
    }));
  }

  /** The whole run, in order, without gaps. */
  stretches(atEndNs?: number): Stretch[] {
    const { endNs, knownNs } = this.ends(atEndNs);
    const rounds = this.rounds().map((span): Stretch => ({ part: 'round', ...span }));
    const { round, endNs: resultNs } = rounds[rounds.length - 1];
    if (knownNs === undefined) return [...rounds, { part: 'late', round, startNs: resultNs, endNs }];
    return [
      ...rounds,
      { part: 'delivery', round, startNs: resultNs, endNs: knownNs },
      { part: 'late', round, startNs: knownNs, endNs },
    ];
  }
}

/** A party that finishes with a reason has no result. Decoding the results of a million parties would take longer than looking for the word. */
function gaveUp(result: Uint8Array): boolean {
  return contains(result, ABORTED) && (decode(result) as { readonly kind?: unknown }).kind === 'aborted';
}

const ABORTED = utf8('aborted' satisfies Aborted['kind']);

function contains(bytes: Uint8Array, part: Uint8Array): boolean {
  for (let at = bytes.indexOf(part[0]); at >= 0; at = bytes.indexOf(part[0], at + 1))
    if (part.every((byte, i) => bytes[at + i] === byte)) return true;
  return false;
}
