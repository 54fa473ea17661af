/**
 * How one end of a connection acknowledges segments, as Linux does (`tcp_input.c`): normally every second one (RFC 1122); each of the
 * first ones while the connection is new or was idle; and if it answered at once before, it waits for an answer that can carry the
 * acknowledgement of the remaining segment, for as long as a delayed one may wait.
 */

import { DELAYED_ACK_NS } from './spec.ts';

/** How many of the first segments are each acknowledged (`TCP_MAX_QUICKACKS`). */
const QUICK = 16;

export class Acknowledgements {
  readonly #delayed: boolean;
  #quick = QUICK;
  /** Whether it answered at once the last time. */
  #answers = false;
  #cameNs = Number.NEGATIVE_INFINITY;
  /** Whether the acknowledgement of the last segment was held back. */
  #isHeld = false;

  /** @param delayed whether acknowledgements are */
  constructor(delayed: boolean) {
    this.#delayed = delayed;
  }

  /**
   * How many acknowledgements follow this many segments sent now, without an answer.
   * @param isIdle whether nothing has come for a timeout
   */
  of(segments: number, isIdle: boolean, nowNs: number): number {
    if (!this.#delayed) return segments;
    const quick = this.#waits(nowNs) ? 0 : Math.min(segments, isIdle ? QUICK : this.#quick);
    return quick + Math.ceil((segments - quick) / 2);
  }

  /** This many segments have been sent to this end. */
  expect(segments: number, isIdle: boolean, nowNs: number): void {
    if (isIdle) this.#quick = QUICK;
    if (!this.#waits(nowNs)) this.#quick = Math.max(0, this.#quick - segments);
  }

  /** They have arrived. */
  take(segments: number, atNs: number): void {
    if (segments === 0 || !this.#delayed) return;
    this.#answers = this.#waits(atNs);
    this.#isHeld = this.#answers && segments % 2 === 1;
    this.#cameNs = atNs;
  }

  /** Whether what this end sends now carries an acknowledgement that would otherwise be sent separately. */
  rides(nowNs: number): boolean {
    return this.#isHeld && this.#isSoon(nowNs);
  }

  /** This end sends something. */
  answer(nowNs: number): void {
    this.#answers = this.#isSoon(nowNs) || this.#waits(nowNs);
    this.#isHeld = false;
  }

  /** Whether it waits for an answer; not if the last one did not come in time. */
  #waits(nowNs: number): boolean {
    return this.#answers && !(this.#isHeld && nowNs >= this.#cameNs + DELAYED_ACK_NS);
  }

  #isSoon(nowNs: number): boolean {
    return nowNs >= this.#cameNs && nowNs < this.#cameNs + DELAYED_ACK_NS;
  }
}
