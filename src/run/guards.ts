/**
 * Watches a run for what must always hold, and ends it at the first event that breaks it. What every run must keep: time never
 * goes back, nobody is done twice, and bytes do not vanish or come from nowhere. The rest is the protocol's own, see
 * {@link Invariant}. A run that nobody watches costs nothing.
 */

import type { Guard, SeenMessage } from '../protocol/invariant.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import type { Bus, TrafficListener } from '../engine/sim/bus.ts';
import type { Digest } from '../engine/sim/digest.ts';
import { Directory, type RoleSize } from '../engine/sim/directory.ts';
import type { Ending } from '../engine/sim/options.ts';
import type { Payload } from '../engine/sim/spoken.ts';
import { Arena } from '../engine/wire/bytes.ts';
import { codecOf } from '../engine/wire/codec.ts';
import { type AnyMessageType, type Decoded, decodeMessage } from '../engine/wire/message.ts';

/** An invariant that did not hold. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

interface Watched {
  readonly name: string;
  readonly guard: Guard;
}

/** Who looks at messages of one type. */
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
  /** How many packets with it came, or were lost: copies that the network makes come later. */
  arrived: number;
}

/** What lay at a place, and was read there. */
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
  /** Kinds of fault after which nothing is claimed of a protocol. */
  readonly #falsifying: ReadonlySet<string>;
  /** By the message's number. */
  readonly #flights: Flight[] = [];
  readonly #done = new Set<number>();
  readonly #arena = new Arena();
  /** What was read last: a broadcast is read once. */
  #read: Read | undefined;
  #falsified = false;
  /** Whether a fault made something that is watched unreadable, so that guards have not seen all that was said. */
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
      if (this.#done.has(actor)) this.#broken('done-once', timeNs, `${this.#name(actor)} is done twice`);
      this.#done.add(actor);
    });
    bus.on('lost', ({ timeNs, id }) => {
      this.#at(timeNs);
      this.#flight(id, timeNs).arrived++;
    });
  }

  /** A message was sent, see {@link TrafficListener}. */
  sent(
    timeNs: number,
    id: number,
    from: number,
    to: number,
    type: string,
    _payloadBytes: number,
    wireBytes: number,
    _elements: number,
    digest: Digest,
    payload: Payload,
  ): void {
    this.#at(timeNs);
    const watch = this.#watches.get(type);
    this.#flights[id] = { wireBytes, digest, watch, arrived: 0 };
    if (watch !== undefined && watch.sent.length > 0 && !this.#falsified)
      this.#see('sent', timeNs, watch, from, to, digest, payload);
  }

  /** A message was delivered, see {@link TrafficListener}. */
  delivered(
    timeNs: number,
    id: number,
    from: number,
    to: number,
    _payloadBytes: number,
    wireBytes: number,
    _retransmissions: number,
    digest: Digest,
    payload: Payload,
  ): void {
    this.#at(timeNs);
    const flight = this.#flight(id, timeNs);
    if (wireBytes !== flight.wireBytes)
      this.#broken(
        'bytes',
        timeNs,
        `message ${id} left with ${flight.wireBytes} B and came with ${wireBytes} B`,
      );
    flight.arrived++;
    // What somebody meddled with on the way may be of any type.
    if (this.#falsified || (digest === flight.digest && (flight.watch?.delivered.length ?? 0) === 0)) return;
    this.#see('delivered', timeNs, flight.watch, from, to, digest, payload);
  }

  /** Whether all is accounted for when a run is over; one that was cut short leaves messages on their way. */
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
    return flight ?? this.#broken('bytes', timeNs, `message ${id} came and was never sent`);
  }

  /** @param sentAs who looks at messages of the type that it was sent as */
  #see(
    way: 'sent' | 'delivered',
    timeNs: number,
    sentAs: Watch | undefined,
    from: number,
    to: number,
    digest: Digest,
    payload: Payload,
  ): void {
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

  /** @param type that it most likely is of */
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
