/**
 * Watches a run for what must always hold, and ends it at the first event that breaks it. What every run must keep: time never
 * goes back, nobody is done twice, and bytes do not vanish or come from nowhere. The rest is the protocol's own, see
 * {@link Invariant}. A run that nobody watches costs nothing.
 */

import type { Guard, SeenMessage } from '../protocol/invariant.ts';
import type { Outcome } from '../protocol/outcome.ts';
import type { AnyProtocol } from '../protocol/protocol.ts';
import type { Bus } from '../sim/bus.ts';
import { Directory, type RoleSize } from '../sim/directory.ts';
import type { Ending } from '../sim/options.ts';
import { type AnyMessageType, decodeMessage } from '../wire/message.ts';

/** An invariant that did not hold. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant';
}

interface Watched {
  readonly name: string;
  readonly reads: ReadonlySet<string>;
  readonly guard: Guard;
}

/** A message under way. */
interface Flight {
  readonly wireBytes: number;
  /** Packets that carry it: copies that the network makes come later. */
  delivered: number;
  lost: number;
}

export class Guards {
  readonly #directory: Directory;
  readonly #watched: readonly Watched[];
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  /** Kinds of fault after which nothing is claimed of a protocol. */
  readonly #falsifying: ReadonlySet<string>;
  readonly #flights = new Map<number, Flight>();
  readonly #done = new Set<number>();
  #falsified = false;
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
    this.#watched = invariants.map(({ name, reads, guard }) => ({
      name,
      reads: new Set(reads.map((type) => type.name)),
      guard: guard(agreed),
    }));
  }

  /** Must be called before the run. */
  attach(bus: Bus): void {
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
    bus.on('sent', ({ timeNs, id, from, to, type, payload, wireBytes }) => {
      this.#at(timeNs);
      this.#flights.set(id, { wireBytes, delivered: 0, lost: 0 });
      this.#see('sent', timeNs, type, from, to, payload);
    });
    bus.on('delivered', ({ timeNs, id, from, to, payload, wireBytes }) => {
      this.#at(timeNs);
      const flight = this.#flight(id, timeNs);
      if (wireBytes !== flight.wireBytes)
        this.#broken(
          'bytes',
          timeNs,
          `message ${id} left with ${flight.wireBytes} B and came with ${wireBytes} B`,
        );
      flight.delivered++;
      this.#see('delivered', timeNs, undefined, from, to, payload);
    });
    bus.on('lost', ({ timeNs, id }) => {
      this.#at(timeNs);
      this.#flight(id, timeNs).lost++;
    });
  }

  /** Whether all is accounted for when a run is over; one that was cut short leaves messages on their way. */
  end(ending: Ending, endNs: number, outcome: Outcome | undefined): void {
    if (ending !== 'done' && ending !== 'stalled') return;
    for (const [id, { delivered, lost, wireBytes }] of this.#flights) {
      if (delivered + lost === 0)
        this.#broken('bytes', endNs, `message ${id} of ${wireBytes} B was neither delivered nor lost`);
    }
    if (this.#falsified) return;
    for (const { name, guard } of this.#watched) {
      const what = guard.ended?.(outcome);
      if (what !== undefined) this.#broken(name, endNs, what);
    }
  }

  #at(timeNs: number): void {
    if (timeNs < this.#lastNs) this.#broken('time', timeNs, `time went back from ${this.#lastNs} ns`);
    this.#lastNs = timeNs;
  }

  #flight(id: number, timeNs: number): Flight {
    const flight = this.#flights.get(id);
    return flight ?? this.#broken('bytes', timeNs, `message ${id} came and was never sent`);
  }

  /** @param name of the type that it was sent as; absent: as it came */
  #see(
    way: 'sent' | 'delivered',
    timeNs: number,
    name: string | undefined,
    from: number,
    to: number,
    payload: Uint8Array,
  ): void {
    if (this.#falsified || this.#watched.length === 0) return;
    if (name !== undefined && !this.#watched.some(({ reads }) => reads.has(name))) return;
    const read = decodeMessage(payload, this.#types);
    if ('malformed' in read) return;
    const message: SeenMessage = { ...read, from: this.#name(from), to: this.#name(to) };
    for (const { name: invariant, reads, guard } of this.#watched) {
      const what = reads.has(read.type.name) ? guard[way]?.(message) : undefined;
      if (what !== undefined) this.#broken(invariant, timeNs, what);
    }
  }

  #name(actor: number): string {
    return this.#directory.name(actor);
  }

  #broken(invariant: string, timeNs: number, what: string): never {
    throw new BrokenInvariant(`invariant ${invariant}, at ${timeNs} ns: ${what}`);
  }
}
