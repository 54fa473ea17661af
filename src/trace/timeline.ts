/**
 * The stretches that a run consists of: its rounds, the delivery of the result, and what came too late to matter. One begins
 * where the one before it ends, so they add up to the run exactly.
 */

import type { Directory } from '../engine/sim/directory.ts';
import { decode } from '../engine/wire/bytes.ts';

/**
 * The three ends of a run, in virtual nanoseconds. Cost is compared at the first: what comes later can neither delay nor
 * change the result.
 */
export interface Ends {
  /** When the server had the result, or knew that there is none; absent where it never finished. */
  readonly resultNs?: number;
  /** When the last party that learnt it had it, those who gave up left aside; absent where the server never finished. */
  readonly knownNs?: number;
  /** When the last packet was gone, the last wait over, and nothing could happen any more. */
  readonly endNs: number;
}

/** `delivery`: from the result to when all know it. `late`: from then on to the last packet. */
export type RunPart = 'round' | 'delivery' | 'late';

export interface Stretch {
  readonly part: RunPart;
  /** Of a delivery and of what is late: the last round. */
  readonly round: number;
  readonly startNs: number;
  readonly endNs: number;
}

/** A round from its first label to the next round's, the last one to the result. */
export interface RoundSpan {
  readonly round: number;
  readonly startNs: number;
  readonly endNs: number;
}

export class Timeline {
  readonly #reporter: number | undefined;
  /** When each round was first named, in order. Round 0 is there from the start: whoever names no round is in it. */
  readonly #begun: { readonly round: number; readonly startNs: number }[] = [{ round: 0, startNs: 0 }];
  #lastNs = 0;
  #resultNs: number | undefined;
  #learntNs: number | undefined;

  constructor(directory: Directory) {
    this.#reporter = directory.reporter;
  }

  /** The newest round. */
  get round(): number {
    return this.#begun[this.#begun.length - 1].round;
  }

  /** Whether this actor's result is the run's. */
  isReporter(actor: number): boolean {
    return actor === this.#reporter;
  }

  /** Something happened, whatever it was. */
  passes(timeNs: number): void {
    this.#lastNs = Math.max(this.#lastNs, timeNs);
  }

  /** An actor is in this round from now on. @returns whether that is part of the delivery: a new round, after the result */
  labelled(round: number, timeNs: number): boolean {
    if (round <= this.round) return false;
    if (this.#resultNs !== undefined) return true;
    this.#begun.push({ round, startNs: timeNs });
    return false;
  }

  /** @returns whether that is the result of the run */
  finished(actor: number, result: Uint8Array, timeNs: number): boolean {
    const first = this.isReporter(actor) && this.#resultNs === undefined;
    if (first) this.#resultNs = timeNs;
    else if (!gaveUp(result)) this.#learntNs = timeNs;
    return first;
  }

  /** @param endNs when the run was over; absent where the trace does not say */
  ends(endNs = this.#lastNs): Ends {
    const resultNs = this.#resultNs;
    if (resultNs === undefined) return { endNs };
    const knownNs = Math.max(resultNs, this.#learntNs ?? 0);
    return { resultNs, knownNs, endNs: Math.max(knownNs, endNs) };
  }

  rounds(): RoundSpan[] {
    // Without a server it is over when the last actor has done its part, and where none has, with the last thing that happened.
    const endNs =
      this.#resultNs ?? (this.#reporter === undefined ? this.#learntNs : undefined) ?? this.#lastNs;
    return this.#begun.map(({ round, startNs }, at) => ({
      round,
      startNs,
      endNs: this.#begun[at + 1]?.startNs ?? endNs,
    }));
  }

  /** All of the run, in order, without a gap. */
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

/** Who ends with words says why it has no result. */
function gaveUp(result: Uint8Array): boolean {
  return result.byteLength > 1 && (decode(result) as { readonly kind?: unknown }).kind === 'aborted';
}
