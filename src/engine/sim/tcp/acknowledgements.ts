/**
 * How one end of a connection acknowledges what comes to it, as Linux does (`tcp_input.c`): every second segment by rule (RFC 1122);
 * each of the first while it is new or was idle; and where it answered at once before, it waits for an answer that carries the
 * acknowledgement of what is left over, as long as a delayed one may wait.
 */

import { DELAYED_ACK_NS } from './spec.ts';

/** So many are acknowledged each at first (`TCP_MAX_QUICKACKS`). */
const QUICK = 16;

export class Acknowledgements {
  readonly #delayed: boolean;
  #quick = QUICK;
  /** Whether it answered at once when something came last. */
  #answers = false;
  #cameNs = Number.NEGATIVE_INFINITY;
  /** Whether the last of what came was not acknowledged then. */
  #isHeld = false;

  /** @param delayed whether acknowledgements are */
  constructor(delayed: boolean) {
    this.#delayed = delayed;
  }

  /**
   * How many acknowledge so many segments that are sent now, should nobody answer.
   * @param isIdle whether nothing has come for a timeout
   */
  of(segments: number, isIdle: boolean, nowNs: number): number {
    if (!this.#delayed) return segments;
    const quick = this.#waits(nowNs) ? 0 : Math.min(segments, isIdle ? QUICK : this.#quick);
    return quick + Math.ceil((segments - quick) / 2);
  }

  /** So many segments are on their way. */
  expect(segments: number, isIdle: boolean, nowNs: number): void {
    if (isIdle) this.#quick = QUICK;
    if (!this.#waits(nowNs)) this.#quick = Math.max(0, this.#quick - segments);
  }

  /** They have come. */
  take(segments: number, atNs: number): void {
    if (segments === 0 || !this.#delayed) return;
    this.#answers = this.#waits(atNs);
    this.#isHeld = this.#answers && segments % 2 === 1;
    this.#cameNs = atNs;
  }

  /** Whether what this end sends now carries an acknowledgement that else went by itself. */
  rides(nowNs: number): boolean {
    return this.#isHeld && this.#isSoon(nowNs);
  }

  /** This end sends something. */
  answer(nowNs: number): void {
    this.#answers = this.#isSoon(nowNs) || this.#waits(nowNs);
    this.#isHeld = false;
  }

  /** Whether it waits for an answer: not after one that did not come in time. */
  #waits(nowNs: number): boolean {
    return this.#answers && !(this.#isHeld && nowNs >= this.#cameNs + DELAYED_ACK_NS);
  }

  #isSoon(nowNs: number): boolean {
    return nowNs >= this.#cameNs && nowNs < this.#cameNs + DELAYED_ACK_NS;
  }
}
