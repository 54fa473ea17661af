/** CUBIC (RFC 9438) with HyStart, as in Linux (`tcp_cubic.c`), whose integers these are. */

import { type Control, type Controlled, growSlowly, slowStart } from './control.ts';

const SCALE = 1024;
const BETA = 717;
/** Segments a second cubed: C is 0.4. */
const C = 410 / SCALE;
/** The share of an acknowledged window by which Reno with this beta would grow. */
const FRIENDLY = Math.floor((8 * (SCALE + BETA)) / 3 / (SCALE - BETA)) / 8;
/** Acknowledgements closer than this belong to one train, which may be this much longer than half the path. */
const TRAIN_NS = 2e6;
const TRAIN_MORE_NS = 1e6;
const HYSTART_LEAST_WINDOW = 16;
const HYSTART_LEAST_SAMPLES = 8;

export class Cubic implements Control {
  readonly rules = false;
  /** The window before the last loss, 0 if there was none. */
  #lastMost = 0;
  /** When this growth began; -1 if it has not. */
  #epochNs = -1;
  #originWindow = 0;
  /** Seconds until the window is that of the origin. */
  #untilOrigin = 0;
  #acked = 0;
  /** The window of Reno. */
  #friendlyWindow = 0;
  /** Acknowledged segments for one more. */
  #count = 0;
  #countedNs = -1;
  #countedWindow = 0;
  #leastDelayNs = Number.POSITIVE_INFINITY;
  /** HyStart: whether it has ended slow start, and the current round. */
  #found = false;
  #roundNs = 0;
  #lastAckNs = 0;
  #roundEnd = 0;
  #roundDelayNs = Number.POSITIVE_INFINITY;
  #samples = 0;

  threshold({ window }: Controlled): number {
    this.#epochNs = -1;
    // Fast convergence: it leaves room for new flows.
    this.#lastMost = window < this.#lastMost ? Math.floor((window * (SCALE + BETA)) / (2 * SCALE)) : window;
    return Math.max(2, Math.floor((window * BETA) / SCALE));
  }

  grow(sender: Controlled, acked: number, nowNs: number): void {
    if (!sender.isLimitedByWindow) return;
    const left = sender.isInSlowStart ? slowStart(sender, acked) : acked;
    if (left === 0) return;
    this.#update(sender.window, left, nowNs);
    growSlowly(sender, this.#count, left);
  }

  measure(sender: Controlled, roundTripNs: number, nowNs: number): void {
    // After a loss, queues are still full for a while.
    if (this.#epochNs >= 0 && nowNs - this.#epochNs < 1e9) return;
    this.#leastDelayNs = Math.min(this.#leastDelayNs, roundTripNs);
    if (!this.#found && sender.isInSlowStart) this.#hystart(sender, roundTripNs, nowNs);
  }

  timedOut(sender: Controlled): void {
    this.#lastMost = 0;
    this.#epochNs = -1;
    this.#leastDelayNs = Number.POSITIVE_INFINITY;
    this.#count = 0;
    this.#found = false;
    this.#beginRound(sender, sender.nowNs);
  }

  resume({ lastSentNs }: Controlled, nowNs: number): void {
    // The time of a pause is not one of growth.
    if (this.#epochNs >= 0) this.#epochNs = Math.min(nowNs, this.#epochNs + nowNs - lastSentNs);
  }

  rule(): void {}

  #update(window: number, acked: number, nowNs: number): void {
    this.#acked += acked;
    if (this.#countedWindow === window && nowNs - this.#countedNs <= 1e9 / 32) return;
    this.#countedWindow = window;
    this.#countedNs = nowNs;
    if (this.#epochNs < 0) {
      this.#epochNs = nowNs;
      this.#acked = acked;
      this.#friendlyWindow = window;
      this.#untilOrigin = this.#lastMost <= window ? 0 : cubeRoot((this.#lastMost - window) / C);
      this.#originWindow = Math.max(this.#lastMost, window);
    }
    const seconds = (nowNs - this.#epochNs + this.#leastDelayNs) / 1e9 - this.#untilOrigin;
    const delta = Math.floor(C * Math.abs(seconds) * seconds * seconds);
    const target = this.#originWindow + (seconds < 0 ? -delta : delta);
    this.#count = target > window ? Math.floor(window / (target - window)) : 100 * window;
    // While nothing is known of the path, 5 % a round trip.
    if (this.#lastMost === 0) this.#count = Math.min(20, this.#count);
    this.#befriend(window);
    this.#count = Math.max(2, this.#count);
  }

  /** Grows no slower than Reno would. */
  #befriend(window: number): void {
    const delta = Math.max(1, Math.floor(window * FRIENDLY));
    while (this.#acked > delta) {
      this.#acked -= delta;
      this.#friendlyWindow++;
    }
    if (this.#friendlyWindow > window)
      this.#count = Math.min(this.#count, Math.floor(window / (this.#friendlyWindow - window)));
  }

  #beginRound(sender: Controlled, nowNs: number): void {
    this.#roundNs = this.#lastAckNs = nowNs;
    this.#roundEnd = sender.next;
    this.#roundDelayNs = Number.POSITIVE_INFINITY;
    this.#samples = 0;
  }

  /** Ends slow start when a train of acknowledgements is as long as the path, or when round trips get longer. */
  #hystart(sender: Controlled, roundTripNs: number, nowNs: number): void {
    if (sender.acknowledged > this.#roundEnd) this.#beginRound(sender, nowNs);
    if (sender.window < HYSTART_LEAST_WINDOW) return;
    const leastNs = this.#leastDelayNs;
    if (nowNs - this.#lastAckNs < TRAIN_NS) {
      this.#lastAckNs = nowNs;
      if (nowNs - this.#roundNs > (leastNs + TRAIN_MORE_NS) / 2) this.#endSlowStart(sender);
    }
    this.#roundDelayNs = Math.min(this.#roundDelayNs, roundTripNs);
    if (this.#samples < HYSTART_LEAST_SAMPLES) this.#samples++;
    else if (this.#roundDelayNs > leastNs + Math.min(16e6, Math.max(4e6, leastNs / 8)))
      this.#endSlowStart(sender);
  }

  #endSlowStart(sender: Controlled): void {
    this.#found = true;
    sender.threshold = sender.window;
  }
}

/** The cube root of a number that is at least 0, the same bits everywhere. */
function cubeRoot(x: number): number {
  if (x === 0) return 0;
  let root = Math.max(1, x / 100);
  for (let i = 0; i < 60; i++) {
    const better = (2 * root + x / (root * root)) / 3;
    if (better === root) break;
    root = better;
  }
  return root;
}
