/**
 * When a run begins and ends. The party with the first number is the rendezvous: any party that is connected
 * to everybody, and knows the offset between that party's clock and its own, reports so, and when all have, it
 * sends `go` with a time at which all begin, as in a simulation. At the end every party notifies all others that
 * it is done, and stays to answer those that are not.
 */

import type { FrameKind } from './frame.ts';
import { monotonicNs, Timer } from './clock.ts';

/** The offset of another clock, from an exchange of four times (as in NTP, RFC 5905, section 8). */
export interface Offset {
  /** The time of the exchange, on one's own clock. */
  readonly atNs: number;
  /** To be added to one's own time. */
  readonly offsetNs: number;
  /** The largest error of the offset: half of the round trip. */
  readonly errorNs: number;
}

export interface RendezvousHost {
  readonly send: (to: number, kind: FrameKind, payload?: Uint8Array) => void;
  readonly begin: () => void;
  /** All are done, or gone. */
  readonly over: () => void;
  /** Nobody else will ever send anything again. */
  readonly alone: () => void;
  readonly measured: (offset: Offset) => void;
}

export interface RendezvousOptions {
  readonly id: number;
  readonly parties: number;
  /** Whether this party restarts: then the others began long ago. */
  readonly returns: boolean;
  /** How long to wait for parties that do not connect. */
  readonly patienceMs: number;
}

/** The number of the rendezvous party. */
export const MEETING = 0;
const PINGS = 8;
/**
 * Between the arrival of `go` and the beginning there is silence for this long, so that delayed acknowledgements
 * have been sent and connections begin at rest.
 */
const CALM_NS = 100e6;
/** A party that is gone for this long does not come back. */
const GONE_MS = 5000;
const NOTHING = new Uint8Array();

export class Rendezvous {
  readonly #host: RendezvousHost;
  readonly #options: RendezvousOptions;
  readonly #up = new Set<number>();
  readonly #ready = new Set<number>();
  readonly #done = new Set<number>();
  readonly #gone = new Set<number>();
  readonly #timers = new Map<number, NodeJS.Timeout>();
  readonly #patience: NodeJS.Timeout;
  readonly #beginning = new Timer();
  /** When it begins, on the rendezvous party's clock. */
  #beginNs: number | undefined;
  /** The longest way from the rendezvous party to another one, as far as it is known. */
  #farthestNs = 0;
  #best: Offset | undefined;
  #pings = 0;
  #isReady = false;
  #hasBegun = false;
  #isDone = false;

  constructor(options: RendezvousOptions, host: RendezvousHost) {
    this.#options = options;
    this.#host = host;
    const { returns, patienceMs } = options;
    this.#patience = setTimeout(
      () => this.#beginWithout(),
      returns ? Math.min(patienceMs, GONE_MS) : patienceMs,
    );
    // There may be nobody else.
    setImmediate(() => this.#look());
  }

  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  up(party: number): void {
    this.#up.add(party);
    this.#gone.delete(party);
    clearTimeout(this.#timers.get(party));
    if (this.#isDone) this.#host.send(party, 'done');
    if (party === MEETING) this.#measure();
    this.#look();
  }

  down(party: number): void {
    this.#up.delete(party);
    if (party === MEETING) {
      this.#pings = 0;
      this.#isReady = false;
    }
    this.#awaitReturn(party);
  }

  /** It is gone if it is not here in time. */
  #awaitReturn(party: number): void {
    clearTimeout(this.#timers.get(party));
    const giveUp = (): void => {
      this.#gone.add(party);
      this.#isAllOver();
    };
    this.#timers.set(party, setTimeout(giveUp, GONE_MS));
  }

  /** Tells the others that they need not wait for this party any more. */
  farewell(): void {
    for (const party of this.#up) this.#host.send(party, 'done');
  }

  /** The party's own actor has finished. */
  done(): void {
    this.#isDone = true;
    this.farewell();
    if (this.#up.has(MEETING)) this.#measure();
    this.#isAllOver();
  }

  take(from: number, kind: FrameKind, payload: Uint8Array): void {
    switch (kind) {
      case 'ping':
        return this.#host.send(from, 'pong', answered(payload));
      case 'pong':
        return this.#answered(from, payload);
      case 'ready':
        this.#ready.add(from);
        this.#farthestNs = Math.max(this.#farthestNs, firstOf(payload));
        if (this.#beginNs !== undefined) this.#host.send(from, 'go', times(this.#beginNs));
        return this.#look();
      case 'go':
        return from === MEETING ? this.#beginAt(firstOf(payload)) : undefined;
      case 'done':
        this.#done.add(from);
        return this.#isAllOver();
      default:
        return undefined;
    }
  }

  close(): void {
    for (const timer of [this.#patience, ...this.#timers.values()]) clearTimeout(timer);
    this.#beginning.clear();
  }

  /** Some parties did not connect. */
  #beginWithout(): void {
    if (this.#hasBegun) return;
    for (let party = 0; party < this.#options.parties; party++)
      if (!this.#up.has(party)) this.#gone.add(party);
    if (this.#options.id === MEETING) this.#go();
    else this.#begin();
  }

  #look(): void {
    const { id, parties, returns } = this.#options;
    if (this.#hasBegun || this.#up.size < parties - 1) return;
    if (id === MEETING) {
      if (returns || this.#ready.size === parties - 1) this.#go();
    } else if (this.#best !== undefined && !this.#isReady) {
      this.#isReady = true;
      this.#host.send(MEETING, 'ready', times(this.#best.errorNs));
    }
  }

  #go(): void {
    if (this.#beginNs !== undefined) return;
    // There and back, because a way may take longer than half of a round trip. One that returns finds the others at work.
    this.#beginNs = monotonicNs() + (this.#options.returns ? 0 : CALM_NS + 2 * this.#farthestNs);
    for (const party of this.#up) this.#host.send(party, 'go', times(this.#beginNs));
    this.#beginAt(this.#beginNs);
  }

  /** @param atNs on the rendezvous party's clock; a party that comes late begins at once */
  #beginAt(atNs: number): void {
    const ownNs = atNs - (this.#best?.offsetNs ?? 0);
    const leftNs = Math.min(this.#options.patienceMs * 1e6, Math.max(0, ownNs - monotonicNs()));
    if (leftNs === 0) this.#begin();
    else this.#beginning.set(monotonicNs() + leftNs, () => this.#begin(), true);
  }

  #begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    clearTimeout(this.#patience);
    this.#beginning.clear();
    const { id, parties } = this.#options;
    for (let party = 0; party < parties; party++)
      if (party !== id && !this.#up.has(party)) this.#awaitReturn(party);
    this.#host.begin();
  }

  #isAllOver(): void {
    const { id, parties } = this.#options;
    for (let party = 0; party < parties; party++)
      if (party !== id && !this.#done.has(party) && !this.#gone.has(party)) return;
    if (this.#isDone) this.#host.over();
    else if (this.#hasBegun) this.#host.alone();
  }

  #measure(): void {
    if (this.#pings > 0) return;
    this.#pings = PINGS;
    this.#best = undefined;
    this.#ping();
  }

  #ping(): void {
    this.#host.send(MEETING, 'ping', times(monotonicNs()));
  }

  #answered(from: number, payload: Uint8Array): void {
    if (from !== MEETING || this.#pings === 0 || payload.byteLength !== 3 * 8) return;
    const backNs = monotonicNs();
    const [sentNs, cameNs, answeredNs] = new Float64Array(Uint8Array.from(payload).buffer);
    const errorNs = (backNs - sentNs - (answeredNs - cameNs)) / 2;
    const offsetNs = (cameNs - sentNs + (answeredNs - backNs)) / 2;
    if (!(errorNs >= 0) || !Number.isFinite(offsetNs)) return;
    if (this.#best === undefined || errorNs < this.#best.errorNs)
      this.#best = { atNs: backNs, offsetNs, errorNs };
    if (--this.#pings > 0) return this.#ping();
    this.#host.measured(this.#best);
    this.#look();
  }
}

/** A ping's times, with when it arrived and when it is answered. */
function answered(payload: Uint8Array): Uint8Array {
  if (payload.byteLength !== 8) return NOTHING;
  const [sentNs] = new Float64Array(Uint8Array.from(payload).buffer);
  return times(sentNs, monotonicNs(), monotonicNs());
}

/** The first time of a payload; 0 if there is none. */
function firstOf(payload: Uint8Array): number {
  if (payload.byteLength < 8) return 0;
  const [ns] = new Float64Array(Uint8Array.from(payload.subarray(0, 8)).buffer);
  return ns > 0 && Number.isFinite(ns) ? ns : 0;
}

function times(...ns: readonly number[]): Uint8Array {
  return new Uint8Array(Float64Array.from(ns).buffer);
}
