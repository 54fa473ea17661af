/**
 * Everything that happens in a simulation, as it happens. Progress, ledger, trace and logs all subscribe here. Subscribers must
 * not change anything: payloads are the actual bytes in transit. Actors are given by number, see {@link Directory}.
 *
 * Since messages are many, subscribers that process all of them get plain numbers; an object is made for a message only if
 * somebody else listens.
 */

import { EventEmitter } from 'eventemitter3';
import type { Digest } from './digest.ts';
import type { Payload } from './payload-view.ts';

interface Timed {
  /** Virtual nanoseconds. */
  readonly timeNs: number;
}

/** An actor handed a message to the network. */
export interface Sent extends Timed {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly type: string;
  readonly payload: Uint8Array;
  /** Payload and framing. */
  readonly wireBytes: number;
  /** The papers' unit of communication. */
  readonly elements: number;
  /** Of the payload. */
  readonly digest: Digest;
}

/** A message reached its receiver's mailbox; a duplicated one does so more than once. */
export interface Delivered extends Timed {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly payload: Uint8Array;
  readonly wireBytes: number;
  /** How many copies the network retransmitted. */
  readonly retransmissions: number;
  /** Of the payload as delivered. */
  readonly digest: Digest;
}

/** The same for subscribers that process all messages: the sender may use the object again once they have returned. */
export type Viewed<M extends Sent | Delivered> = Omit<M, 'payload'> & {
  readonly payloadBytes: number;
  readonly payload: Payload;
};

/** A message will not be delivered. */
export interface Lost extends Timed {
  readonly id: number;
  readonly wireBytes: number;
  readonly reason: string;
}

/** A message was refused by its receiver: malformed, late, repeated, or from the wrong sender. */
export interface Refused extends Timed {
  readonly id: number;
  readonly by: number;
  readonly reason: string;
}

/** An actor began a computation of this duration. */
export interface Computing extends Timed {
  readonly actor: number;
  readonly task: string;
  readonly operations: number;
  readonly durationNs: number;
}

/** An actor's computation is done. */
export interface ComputingDone extends Timed {
  readonly actor: number;
  readonly task: string;
  /** Measured on this machine: the only field outside the trace's hash. */
  readonly measuredNs: number;
}

/** An actor announced its phase and round. */
export interface Labelled extends Timed {
  readonly actor: number;
  readonly phase: string;
  readonly round: number;
}

/** A wait ended by its timeout. */
export interface TimedOut extends Timed {
  readonly actor: number;
  /** How many messages it had, and how many it waited for. */
  readonly got: number;
  readonly wanted: number;
}

/** An actor is done. */
export interface Finished extends Timed {
  readonly actor: number;
  /** The encoded result; that of null if there is none. */
  readonly result: Uint8Array;
}

/** Nothing more can happen, and this actor still waits for messages. */
export interface Stalled extends Timed {
  readonly actor: number;
  readonly awaiting: string;
}

/** A fault did something to an actor, or to a message that it sent. */
export interface Faulted extends Timed {
  /** The fault's name. */
  readonly fault: string;
  readonly actor: number;
  /** Such as `crash`, `restart` or `falsify`. */
  readonly what: string;
  /** The message in transit that it was done to; {@link NO_MESSAGE} if there was none yet. */
  readonly message: number;
}

export const NO_MESSAGE = 2 ** 32 - 1;

export interface BusEvents {
  readonly sent: Sent;
  readonly delivered: Delivered;
  readonly lost: Lost;
  readonly refused: Refused;
  readonly computing: Computing;
  readonly computed: ComputingDone;
  readonly labelled: Labelled;
  readonly expired: TimedOut;
  readonly finished: Finished;
  readonly stalled: Stalled;
  readonly faulted: Faulted;
}

type Listener<K extends keyof Listeners> = [
  listener: EventEmitter.EventListener<Listeners, K>,
  context?: unknown,
];

type Listeners = { [K in keyof BusEvents]: (event: BusEvents[K]) => void };

/** Receives every message, before subscribers to objects that they may keep. */
export interface TrafficListener {
  sent(message: Viewed<Sent>): void;
  delivered(message: Viewed<Delivered>): void;
}

export class Bus extends EventEmitter<Listeners> {
  readonly #traffic: TrafficListener[] = [];
  /** Whether anybody ever subscribed to messages as objects; checking for listeners at every message would take 5 % of its time. */
  #shows = false;

  override on<T extends keyof Listeners>(event: T, ...listener: Listener<T>): this {
    this.#mayShow(event);
    return super.on(event, ...listener);
  }

  override addListener<T extends keyof Listeners>(event: T, ...listener: Listener<T>): this {
    return this.on(event, ...listener);
  }

  override once<T extends keyof Listeners>(event: T, ...listener: Listener<T>): this {
    this.#mayShow(event);
    return super.once(event, ...listener);
  }

  #mayShow(event: keyof Listeners): void {
    this.#shows ||= event === 'sent' || event === 'delivered';
  }

  /** Subscribes to messages as they pass. */
  onTraffic(listener: TrafficListener): void {
    this.#traffic.push(listener);
  }

  sent(message: Viewed<Sent>): void {
    const traffic = this.#traffic;
    for (let i = 0; i < traffic.length; i++) traffic[i].sent(message);
    if (!this.#shows || this.listenerCount('sent') === 0) return;
    const { timeNs, id, from, to, type, payload, wireBytes, elements, digest } = message;
    this.emit('sent', { timeNs, id, from, to, type, payload: payload.show(), wireBytes, elements, digest });
  }

  delivered(message: Viewed<Delivered>): void {
    const traffic = this.#traffic;
    for (let i = 0; i < traffic.length; i++) traffic[i].delivered(message);
    if (!this.#shows || this.listenerCount('delivered') === 0) return;
    const { timeNs, id, from, to, payload, wireBytes, retransmissions, digest } = message;
    const event = { timeNs, id, from, to, payload: payload.show(), wireBytes, retransmissions, digest };
    this.emit('delivered', event);
  }
}
