/**
 * Checks the invariants of a run, and ends it at the first event that violates one. In every run, time never goes back, no actor
 * finishes twice, and no bytes vanish or appear from nowhere. The protocol adds its own, see {@link Invariant}. A run without
 * guards pays nothing for them.
 */

import type { Guard, SeenMessage } from '../../core/protocol/invariant.ts';
import type { Outcome } from '../../core/protocol/outcome.ts';
import type { AnyProtocol } from '../../core/protocol/protocol.ts';
import type { Bus, Delivered, Sent, TrafficListener, Viewed } from '../../core/engine/messages/bus.ts';
import type { Digest } from '../../core/engine/messages/digest.ts';
import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { Ending } from '../../core/engine/simulation/options.ts';
import type { Payload } from '../../core/engine/messages/payload-view.ts';
import { Arena } from '../../core/engine/wire/bytes.ts';
import { codecOf } from '../../core/engine/wire/codec.ts';
import { type AnyMessageType, type Decoded, decodeMessage } from '../../core/engine/wire/message.ts';

/** An invariant was violated. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

interface Watched {
  readonly name: string;
  readonly guard: Guard;
}

/** The guards that look at messages of one type. */
interface Watch {
  readonly type: AnyMessageType;
  readonly sent: readonly Watched[];
  readonly delivered: readonly Watched[];
}

/** A message that was sent. */
interface Flight {
  readonly wireBytes: number;
  readonly digest: Digest;
  readonly watch: Watch | undefined;
  /** How many packets with it were delivered or lost: the network may make copies, which arrive later. */
  arrived: number;
}

/** A message as read from a place in memory. */
interface Read {
  readonly memory: Uint8Array;
  readonly start: number;
  readonly digest: Digest;
  readonly message: Decoded;
}

export class Guards implements TrafficListener {
  readonly #directory: Directory;
  readonly #guards: readonly Watched[];
  readonly #watches: ReadonlyMap<string, Watch>;
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  /** Kinds of fault after which a protocol promises nothing. */
  readonly #falsifying: ReadonlySet<string>;
  /** By the message's number. */
  readonly #flights: Flight[] = [];
  readonly #done = new Set<number>();
  readonly #arena = new Arena();
  /** The message read last, so that a broadcast is read only once. */
  #read: Read | undefined;
  #falsified = false;
  /** Whether a fault made a watched message unreadable, so that guards have not seen everything that was sent. */
  #missed = false;
  #lastNs = 0;

  constructor(
    roles: readonly RoleSize[],
    { invariants = [], messages }: Pick<AnyProtocol, 'invariants' | 'messages'>,
    agreed: unknown,
    falsifying: ReadonlySet<string>,
  ) {
    this.#directory = new Directory(roles);
    this.#types = new Map(messages.map((type) => [type.name, type]));
    this.#falsifying = falsifying;
    const guards = invariants.map(({ name, reads, guard }) => ({ name, reads, guard: guard(agreed) }));
    this.#guards = guards;
    const watches = messages.map((type): Watch => {
      const watching = guards.filter(({ reads }) => reads.some(({ name }) => name === type.name));
      return {
        type,
        sent: watching.filter(({ guard }) => guard.sent !== undefined),
        delivered: watching.filter(({ guard }) => guard.delivered !== undefined),
      };
    });
    this.#watches = new Map(watches.map((watch) => [watch.type.name, watch]));
  }

  /** Must be called before the run. */
  attach(bus: Bus): void {
    bus.onTraffic(this);
    for (const kind of ['labelled', 'computing', 'computed', 'expired', 'refused', 'stalled'] as const)
      bus.on(kind, ({ timeNs }: { readonly timeNs: number }) => this.#at(timeNs));
    bus.on('faulted', ({ timeNs, what }) => {
      this.#at(timeNs);
      this.#falsified ||= this.#falsifying.has(what);
    });
    bus.on('finished', ({ timeNs, actor }) => {
      this.#at(timeNs);
      if (this.#done.has(actor)) this.#broken('done-once', timeNs, `${this.#name(actor)} finishes twice`);
      this.#done.add(actor);
    });
    bus.on('lost', ({ timeNs, id }) => {
      this.#at(timeNs);
      this.#flight(id, timeNs).arrived++;
    });
  }

  /** A message was sent, see {@link TrafficListener}. */
  sent(message: Viewed<Sent>): void {
    const { timeNs, id, type, wireBytes, digest } = message;
    this.#at(timeNs);
    const watch = this.#watches.get(type);
    this.#flights[id] = { wireBytes, digest, watch, arrived: 0 };
    if (watch !== undefined && watch.sent.length > 0 && !this.#falsified) this.#see('sent', watch, message);
  }

  /** A message was delivered, see {@link TrafficListener}. */
  delivered(message: Viewed<Delivered>): void {
    const { timeNs, id, wireBytes, digest } = message;
    this.#at(timeNs);
    const flight = this.#flight(id, timeNs);
    if (wireBytes !== flight.wireBytes)
      this.#broken(
        'bytes',
        timeNs,
        `message ${id} left with ${flight.wireBytes} B and arrived with ${wireBytes} B`,
      );
    flight.arrived++;
    // A message that was tampered with in transit may have any type.
    if (this.#falsified || (digest === flight.digest && (flight.watch?.delivered.length ?? 0) === 0)) return;
    this.#see('delivered', flight.watch, message);
  }

  /** Checks at the end of a run that every message is accounted for, unless the run was cut short, which leaves messages in transit. */
  end(ending: Ending, endNs: number, outcome: Outcome | undefined): void {
    if (ending !== 'done' && ending !== 'stalled') return;
    this.#flights.forEach(({ arrived, wireBytes }, id) => {
      if (arrived === 0)
        this.#broken('bytes', endNs, `message ${id} of ${wireBytes} B was neither delivered nor lost`);
    });
    if (this.#falsified || this.#missed) return;
    for (const { name, guard } of this.#guards) {
      const what = guard.ended?.(outcome);
      if (what !== undefined) this.#broken(name, endNs, what);
    }
  }

  #at(timeNs: number): void {
    if (timeNs < this.#lastNs) this.#broken('time', timeNs, `time went back from ${this.#lastNs} ns`);
    this.#lastNs = timeNs;
  }

  #flight(id: number, timeNs: number): Flight {
    const flight = this.#flights[id];
    return flight ?? this.#broken('bytes', timeNs, `message ${id} arrived but was never sent`);
  }

  /** @param sentAs the guards of the type that the message was sent as */
  #see(way: 'sent' | 'delivered', sentAs: Watch | undefined, announced: Viewed<Sent | Delivered>): void {
    const { timeNs, from, to, digest, payload } = announced;
    const read = this.#decode(sentAs?.type, digest, payload);
    if ('malformed' in read) {
      if (way === 'sent') this.#missed = true;
      return;
    }
    const { type, body } = read;
    const watching = this.#watches.get(type.name)?.[way] ?? [];
    if (watching.length === 0) return;
    const message: SeenMessage = { type, body, from: this.#name(from), to: this.#name(to), digest };
    for (const { name, guard } of watching) {
      const what = guard[way]?.(message);
      if (what !== undefined) this.#broken(name, timeNs, what);
    }
  }

  /** @param type the one that it most likely has */
  #decode(type: AnyMessageType | undefined, digest: Digest, payload: Payload): Decoded {
    const { memory, start, end, carried } = payload;
    const last = this.#read;
    if (last?.memory === memory && last.start === start && last.digest === digest) return last.message;
    const body = type && codecOf(type)?.read(memory, start, end, this.#arena, carried);
    const message =
      body && type ? { type, body } : decodeMessage(memory.subarray(start, end), this.#types, this.#arena);
    this.#read = { memory, start, digest, message };
    return message;
  }

  #name(actor: number): string {
    return this.#directory.name(actor);
  }

  #broken(invariant: string, timeNs: number, what: string): never {
    throw new BrokenInvariant(`invariant ${invariant}, at ${timeNs} ns: ${what}`);
  }
}
