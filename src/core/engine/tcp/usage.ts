/** How much of its window a sender uses; what it does not use, it loses in time (RFC 2861, RFC 7661), as in Linux. */

import type { Sending } from './sending.ts';

export class Usage {
  readonly #sender: Sending;
  #isLimited = false;
  /** The most segments in flight, until the segments sent by then are acknowledged. */
  #most = 0;
  #until = 0;
  /** The most in flight since the window was last filled, and when that was. */
  #used = 0;
  #filledNs = 0;

  constructor(sender: Sending) {
    this.#sender = sender;
  }

  get isLimited(): boolean {
    const { window, isInSlowStart } = this.#sender;
    return this.#isLimited || (isInSlowStart && window < 2 * this.#most);
  }

  /** Segments were sent (`tcp_cwnd_validate`). @param isLimited whether the window allowed no more */
  note(isLimited: boolean, nowNs: number): void {
    const sender = this.#sender;
    const { out } = sender.board;
    if (sender.acknowledged >= this.#until || isLimited || (!this.#isLimited && out > this.#most)) {
      this.#isLimited = isLimited;
      this.#most = out;
      this.#until = sender.next;
    }
    if (this.isLimited) {
      this.#used = 0;
      this.#filledNs = nowNs;
      return;
    }
    this.#used = Math.max(this.#used, out);
    if (nowNs - this.#filledNs >= sender.trips.timeoutNs && !sender.control.rules) this.#shrink(nowNs);
  }

  /** The window was not filled for a timeout (`tcp_cwnd_application_limited`). */
  #shrink(nowNs: number): void {
    const sender = this.#sender;
    const used = Math.max(this.#used, sender.initialWindow);
    if (sender.isOpen && used < sender.window) {
      sender.threshold = remembered(sender);
      sender.window = Math.floor((sender.window + used) / 2);
    }
    this.#used = 0;
    this.#filledNs = nowNs;
  }

  /** It sends after everything was acknowledged; if nothing was sent for timeouts, each halves the window (`tcp_cwnd_restart`). */
  resume(nowNs: number): void {
    const sender = this.#sender;
    const { control, initialWindow, trips } = sender;
    control.resume(sender, nowNs);
    const { timeoutNs } = trips;
    let idleNs = nowNs - sender.lastSentNs;
    if (control.rules || idleNs <= timeoutNs || sender.next === 0) return;
    const least = Math.min(initialWindow, sender.window);
    sender.threshold = remembered(sender);
    for (idleNs -= timeoutNs; idleNs > 0 && sender.window > least; idleNs -= timeoutNs)
      sender.window = Math.floor(sender.window / 2);
    sender.window = Math.max(sender.window, least);
    this.#used = 0;
    this.#filledNs = nowNs;
  }
}

/** The threshold under which a window grows fast again (`tcp_current_ssthresh`). */
function remembered({ isReducing, threshold, window }: Sending): number {
  return isReducing ? threshold : Math.max(threshold, Math.floor(window / 2) + Math.floor(window / 4));
}
