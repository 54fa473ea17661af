/**
 * BBR (Cardwell, Cheng, Gunn, Yeganeh, Jacobson, "BBR: congestion-based congestion control", 2016), version 1 as in Linux
 * (`tcp_bbr.c`), without its detection of policers: the sender models the rate and the shortest round trip of the path, and paces.
 */

import { Bulk, LargestRate } from './bbr-filters.ts';
import type { Control, Controlled } from './control.ts';
import type { RateSample } from './delivery-rate.ts';
import { HEADER_BYTES } from '../queues/ip-packets.ts';

/** 2 / ln 2, with which a sender doubles its rate each round trip, and its inverse. */
const HIGH_GAIN = 2.885;
const DRAIN_GAIN = 0.347;
/** The gains of the pace, one for each round trip of a cycle. */
const CYCLE = [1.25, 0.75, 1, 1, 1, 1, 1, 1];
const WINDOW_GAIN = 2;
/** For how long the shortest round trip counts, and how long it is looked for then. */
const TRIP_NS = 10e9;
const PROBE_TRIP_NS = 200e6;
const LEAST_WINDOW = 4;
/** A pipe is full if the rate has not grown by a quarter in three rounds. */
const GROWTH = 1.25;
const FULL_ROUNDS = 3;
/** The pace is that much below the rate. */
const MARGIN = 0.99;
/** Below this pace, segments are sent one by one. */
const SLOW_BPS = 1.2e6;

type Mode = 'startup' | 'drain' | 'probe rate' | 'probe trip';

export class Bbr implements Control {
  readonly rules = true;
  #mode: Mode = 'startup';
  /** Rounds end when what was sent at their beginning is delivered. */
  #round = 0;
  #roundEnd = 0;
  #isRoundStart = false;
  readonly #rates = new LargestRate();
  #leastTripNs = Number.POSITIVE_INFINITY;
  #leastTripAtNs = -1;
  /** When the probe of the round trip ends; 0 if it has not begun. */
  #probeEndNs = 0;
  #isProbeRoundDone = false;
  #isFull = false;
  #fullRate = 0;
  #fullRounds = 0;
  #phase: number;
  #cycleNs = 0;
  #priorWindow = 0;
  #wasRecovering = false;
  #conserves = false;
  #isRestart = false;
  #hasPace = false;
  readonly #bulk = new Bulk();
  /** Where the next cycle begins. */
  #start: number;

  /** @param phase from 0 to 1: where the first cycle begins */
  constructor(phase: number) {
    this.#start = Math.floor(phase * (CYCLE.length - 1));
    this.#phase = this.#start;
  }

  threshold(sender: Controlled): number {
    this.#save(sender);
    return sender.threshold;
  }

  grow(): void {}

  measure(): void {}

  timedOut(sender: Controlled): void {
    this.#wasRecovering = true;
    this.#fullRate = 0;
    this.#isRoundStart = true;
    this.#save(sender);
  }

  resume(sender: Controlled, nowNs: number): void {
    if (sender.rate.appLimitedUntil === 0) return;
    this.#isRestart = true;
    this.#bulk.begin(nowNs);
    if (this.#mode === 'probe rate') this.#setPace(sender, 1);
    else if (this.#mode === 'probe trip') this.#endProbe(sender, nowNs);
  }

  rule(sender: Controlled, sample: RateSample, nowNs: number): void {
    this.#takeRate(sender, sample);
    this.#takeBulk(sender, sample, nowNs);
    if (this.#mode === 'probe rate' && this.#isPhaseOver(sender, sample, nowNs)) this.#nextPhase(nowNs);
    this.#checkFull(sample);
    this.#checkDrained(sender, nowNs);
    this.#takeTrip(sender, sample, nowNs);
    this.#setPace(sender, this.#paceGain);
    this.#setWindow(sender, sample);
  }

  get #rate(): number {
    return this.#rates.rate;
  }

  get #paceGain(): number {
    switch (this.#mode) {
      case 'startup':
        return HIGH_GAIN;
      case 'drain':
        return DRAIN_GAIN;
      case 'probe rate':
        return CYCLE[this.#phase];
      case 'probe trip':
        return 1;
    }
  }

  get #windowGain(): number {
    switch (this.#mode) {
      case 'startup':
      case 'drain':
        return HIGH_GAIN;
      case 'probe rate':
        return WINDOW_GAIN;
      case 'probe trip':
        return 1;
    }
  }

  #takeRate({ rate: { delivered } }: Controlled, sample: RateSample): void {
    this.#isRoundStart = false;
    if (sample.delivered < 0 || sample.intervalNs <= 0) return;
    if (sample.priorDelivered >= this.#roundEnd) {
      this.#roundEnd = delivered;
      this.#round++;
      this.#isRoundStart = true;
      this.#conserves = false;
    }
    const rate = sample.delivered / sample.intervalNs;
    if (!sample.isAppLimited || rate >= this.#rate) this.#rates.add(rate, this.#round);
  }

  #takeBulk({ window }: Controlled, { acked, delivered, intervalNs }: RateSample, nowNs: number): void {
    if (acked <= 0 || delivered < 0 || intervalNs <= 0) return;
    this.#bulk.add(acked, this.#rate, window, this.#isRoundStart, nowNs);
  }

  #isPhaseOver(sender: Controlled, { lost, priorInFlight }: RateSample, nowNs: number): boolean {
    const gain = CYCLE[this.#phase];
    const isLong = nowNs - this.#cycleNs > this.#leastTripNs;
    if (gain === 1) return isLong;
    if (gain > 1) return isLong && (lost > 0 || priorInFlight >= this.#inFlight(sender, gain));
    return isLong || priorInFlight <= this.#inFlight(sender, 1);
  }

  #nextPhase(nowNs: number): void {
    this.#phase = (this.#phase + 1) % CYCLE.length;
    this.#cycleNs = nowNs;
  }

  #checkFull({ isAppLimited }: RateSample): void {
    if (this.#isFull || !this.#isRoundStart || isAppLimited) return;
    if (this.#rate >= this.#fullRate * GROWTH) {
      this.#fullRate = this.#rate;
      this.#fullRounds = 0;
    } else this.#isFull = ++this.#fullRounds >= FULL_ROUNDS;
  }

  #checkDrained(sender: Controlled, nowNs: number): void {
    if (this.#mode === 'startup' && this.#isFull) {
      this.#mode = 'drain';
      sender.threshold = this.#inFlight(sender, 1);
    }
    if (this.#mode === 'drain' && sender.board.inFlight <= this.#inFlight(sender, 1)) this.#probeRate(nowNs);
  }

  /** Cycles begin anywhere but where the pace falls, so that connections do not fall into step. */
  #probeRate(nowNs: number): void {
    this.#mode = 'probe rate';
    this.#phase = CYCLE.length - 1 - this.#start;
    this.#start = (this.#start + 3) % (CYCLE.length - 1);
    this.#nextPhase(nowNs);
  }

  #takeTrip(sender: Controlled, { roundTripNs, delivered }: RateSample, nowNs: number): void {
    const isOld = this.#leastTripAtNs >= 0 && nowNs > this.#leastTripAtNs + TRIP_NS;
    if (roundTripNs >= 0 && (roundTripNs < this.#leastTripNs || isOld)) {
      this.#leastTripNs = roundTripNs;
      this.#leastTripAtNs = nowNs;
    }
    if (isOld && !this.#isRestart && this.#mode !== 'probe trip') {
      this.#save(sender);
      this.#mode = 'probe trip';
      this.#probeEndNs = 0;
    }
    if (this.#mode === 'probe trip') this.#probeTrip(sender, nowNs);
    if (delivered > 0) this.#isRestart = false;
  }

  #probeTrip(sender: Controlled, nowNs: number): void {
    const { rate, board } = sender;
    rate.appLimitedUntil = Math.max(1, rate.delivered + board.inFlight);
    if (this.#probeEndNs === 0) {
      if (board.inFlight > LEAST_WINDOW) return;
      this.#probeEndNs = nowNs + PROBE_TRIP_NS;
      this.#isProbeRoundDone = false;
      this.#roundEnd = rate.delivered;
    } else {
      if (this.#isRoundStart) this.#isProbeRoundDone = true;
      if (this.#isProbeRoundDone) this.#endProbe(sender, nowNs);
    }
  }

  #endProbe(sender: Controlled, nowNs: number): void {
    if (this.#probeEndNs === 0 || nowNs <= this.#probeEndNs) return;
    this.#leastTripAtNs = nowNs;
    sender.window = Math.max(sender.window, this.#priorWindow);
    if (this.#isFull) this.#probeRate(nowNs);
    else this.#mode = 'startup';
  }

  #setPace(sender: Controlled, gain: number): void {
    const { smoothNs } = sender.trips;
    const bits = 8e9 * (sender.segmentBytes + HEADER_BYTES);
    if (!this.#hasPace && smoothNs > 0) {
      this.#hasPace = true;
      sender.paceBps = (HIGH_GAIN * sender.window * bits) / smoothNs;
    }
    const bps = this.#rate * bits * gain * MARGIN;
    if (bps > 0 && (this.#isFull || bps > sender.paceBps)) sender.paceBps = bps;
  }

  #setWindow(sender: Controlled, { acked, lost }: RateSample): void {
    if (acked > 0 && !this.#recovers(sender, acked, lost)) {
      const target = this.#quantised(sender, this.#product(this.#windowGain) + this.#bulkSegments);
      if (this.#isFull) sender.window = Math.min(sender.window + acked, target);
      else if (sender.window < target || sender.rate.delivered < sender.initialWindow) sender.window += acked;
      sender.window = Math.max(sender.window, LEAST_WINDOW);
    }
    if (this.#mode === 'probe trip') sender.window = Math.min(sender.window, LEAST_WINDOW);
  }

  /** @returns whether that alone decides on the window */
  #recovers(sender: Controlled, acked: number, lost: number): boolean {
    const { board } = sender;
    const isRecovering = !sender.isOpen;
    if (lost > 0) sender.window = Math.max(1, sender.window - lost);
    if (sender.isReducing && !this.#wasRecovering) {
      this.#conserves = true;
      this.#roundEnd = sender.rate.delivered;
      sender.window = board.inFlight + acked;
    } else if (this.#wasRecovering && !isRecovering) {
      sender.window = Math.max(sender.window, this.#priorWindow);
      this.#conserves = false;
    }
    this.#wasRecovering = isRecovering;
    if (this.#conserves) sender.window = Math.max(sender.window, board.inFlight + acked);
    return this.#conserves;
  }

  get #bulkSegments(): number {
    return this.#isFull ? this.#bulk.segments(this.#rate) : 0;
  }

  /** Segments that fill the path, times a gain. */
  #product(gain: number): number {
    if (this.#leastTripNs === Number.POSITIVE_INFINITY) return 10;
    return Math.ceil(this.#rate * this.#leastTripNs * gain);
  }

  #inFlight(sender: Controlled, gain: number): number {
    return this.#quantised(sender, this.#product(gain));
  }

  /** Room for what hosts send and acknowledge at a time. */
  #quantised({ paceBps, segmentBytes }: Controlled, segments: number): number {
    const least = paceBps < SLOW_BPS ? 1 : 2;
    const burst = Math.min(
      127,
      Math.max(least, Math.floor(Math.min(paceBps / 8 / 1024, 65_215) / segmentBytes)),
    );
    const even = 2 * Math.ceil((segments + 3 * burst) / 2);
    return this.#mode === 'probe rate' && this.#phase === 0 ? even + 2 : even;
  }

  #save({ window }: Controlled): void {
    if (!this.#wasRecovering && this.#mode !== 'probe trip') this.#priorWindow = window;
    else this.#priorWindow = Math.max(this.#priorWindow, window);
  }
}
