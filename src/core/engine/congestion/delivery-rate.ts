/** The rate at which segments are delivered, estimated with each acknowledgement, as in Linux (`tcp_rate.c`). */

import { APP_LIMITED, DELIVERED, DELIVERED_NS, FIRST_SENT_NS, FLAGS, SENT } from './segments.ts';

/** What one acknowledgement shows; it is reused. */
export interface RateSample {
  /** Segments delivered in an interval, which is -1 if nothing can be said. */
  delivered: number;
  intervalNs: number;
  /** How many had been delivered when the latest of them was sent. */
  priorDelivered: number;
  isAppLimited: boolean;
  /** -1 if none was measured. */
  roundTripNs: number;
  /** Segments that this acknowledgement delivers, and that now count as lost. */
  acked: number;
  lost: number;
  /** What was in flight before it. */
  priorInFlight: number;
}

export class DeliveryRate {
  /** Segments delivered so far, and when the last was. */
  delivered = 0;
  /** Until this many are delivered, the sender had nothing more to send; 0: it had. */
  appLimitedUntil = 0;
  readonly sample: RateSample = {
    delivered: -1,
    intervalNs: -1,
    priorDelivered: 0,
    isAppLimited: false,
    roundTripNs: -1,
    acked: 0,
    lost: 0,
    priorInFlight: 0,
  };
  #deliveredNs = 0;
  #firstSentNs = 0;
  /** Of the segment that was sent last among those now delivered. */
  #priorNs = -1;
  #sendNs = 0;

  /** A segment is sent. @param isFirst whether nothing was in flight */
  sent(cells: Float64Array, row: number, isFirst: boolean, nowNs: number): void {
    if (isFirst) this.#firstSentNs = this.#deliveredNs = nowNs;
    cells[row + DELIVERED] = this.delivered;
    cells[row + DELIVERED_NS] = this.#deliveredNs;
    cells[row + FIRST_SENT_NS] = this.#firstSentNs;
    if (this.appLimitedUntil > 0) cells[row + FLAGS] |= APP_LIMITED;
    else cells[row + FLAGS] &= ~APP_LIMITED;
  }

  /** An acknowledgement comes. */
  begin(inFlight: number): void {
    this.#priorNs = -1;
    this.sample.priorInFlight = inFlight;
    this.sample.acked = this.delivered;
    this.sample.roundTripNs = -1;
  }

  /** It says that a segment was delivered. */
  took(cells: Float64Array, row: number): void {
    this.delivered++;
    const sentNs = cells[row + SENT];
    if (this.#priorNs >= 0 && sentNs < this.#firstSentNs) return;
    this.sample.priorDelivered = cells[row + DELIVERED];
    this.sample.isAppLimited = (cells[row + FLAGS] & APP_LIMITED) !== 0;
    this.#priorNs = cells[row + DELIVERED_NS];
    this.#sendNs = sentNs - cells[row + FIRST_SENT_NS];
    this.#firstSentNs = sentNs;
  }

  /** All that it says is known. @param leastNs the shortest round trip */
  end(lost: number, leastNs: number, nowNs: number): RateSample {
    const { sample } = this;
    if (this.appLimitedUntil > 0 && this.delivered > this.appLimitedUntil) this.appLimitedUntil = 0;
    sample.acked = this.delivered - sample.acked;
    if (sample.acked > 0) this.#deliveredNs = nowNs;
    sample.lost = lost;
    sample.delivered = sample.intervalNs = -1;
    if (this.#priorNs < 0) return sample;
    const intervalNs = Math.max(this.#sendNs, nowNs - this.#priorNs);
    if (intervalNs < leastNs) return sample;
    sample.delivered = this.delivered - sample.priorDelivered;
    sample.intervalNs = intervalNs;
    return sample;
  }
}
