/** The estimate of a connection's round trip and of the time after which it retransmits (RFC 6298), as Linux keeps it (`tcp_rtt_estimator`). */

/** The timeout before the first measurement (`TCP_TIMEOUT_INIT`), and the longest (`TCP_RTO_MAX`). */
export const FIRST_TIMEOUT_NS = 1e9;
const LONGEST_TIMEOUT_NS = 120e9;

export class RoundTrips {
  /** Smoothed; 0 before the first measurement. */
  smoothNs = 0;
  /** The least. */
  leastNs = Number.POSITIVE_INFINITY;
  timeoutNs = FIRST_TIMEOUT_NS;
  readonly #leastTimeoutNs: number;
  #deviationNs = 0;
  #largestNs = 0;
  #marginNs = 0;
  #roundEnd = 0;

  /** @param leastTimeoutNs what a timeout exceeds the smoothed round trip by at least */
  constructor(leastTimeoutNs: number) {
    this.#leastTimeoutNs = leastTimeoutNs;
  }

  /**
   * @param acknowledged the first byte that is not acknowledged
   * @param next the next byte to be sent
   */
  measure(ns: number, acknowledged: number, next: number): void {
    if (ns < this.leastNs) this.leastNs = ns;
    const least = this.#leastTimeoutNs;
    if (this.smoothNs === 0) {
      this.smoothNs = Math.max(1, ns);
      this.#deviationNs = 2 * ns;
      this.#largestNs = this.#marginNs = Math.max(this.#deviationNs, least);
      this.#roundEnd = next;
    } else {
      const error = ns - this.smoothNs;
      this.smoothNs += error / 8;
      // Round trips that become shorter count for less.
      const change = Math.abs(error) - this.#deviationNs / 4;
      this.#deviationNs += error < 0 && change > 0 ? change / 8 : change;
      if (this.#deviationNs > this.#largestNs) {
        this.#largestNs = this.#deviationNs;
        if (this.#largestNs > this.#marginNs) this.#marginNs = this.#largestNs;
      }
      if (acknowledged > this.#roundEnd) {
        if (this.#largestNs < this.#marginNs) this.#marginNs -= (this.#marginNs - this.#largestNs) / 4;
        this.#roundEnd = next;
        this.#largestNs = least;
      }
    }
    this.timeoutNs = Math.min(LONGEST_TIMEOUT_NS, Math.round(this.smoothNs + this.#marginNs));
  }

  /** A timeout has passed: the next is twice as long. */
  backOff(): void {
    this.timeoutNs = Math.min(LONGEST_TIMEOUT_NS, 2 * this.timeoutNs);
  }
}
