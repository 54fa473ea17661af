/**
 * Why everything in a run happened when it did: for every moment at which an actor acts, the one thing that it had waited for
 * last. A fold over a trace.
 */

import type { Bound } from '../../core/engine/clock/bounds.ts';
import type { Conditions } from '../scenario/conditions.ts';
import type { Bus, BusEvents } from '../../core/engine/messages/bus.ts';
import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { TransportWatcher } from '../../core/engine/network/transport-watcher.ts';
import { onEntry } from '../trace/live.ts';
import type { Entry } from '../trace/record.ts';
import type { Hop, PacketPath } from './packet-path.ts';
import { Links } from './links.ts';
import { PacketTimes, type Queued } from './packet-times.ts';
import { TransportReplay } from './transport-replay.ts';

/** What an actor had waited for last. */
export type Cause =
  | { readonly kind: 'start' }
  | { readonly kind: 'message'; readonly path: PacketPath<Step> }
  | {
      readonly kind: 'computation';
      readonly since: Step;
      readonly task: string;
      readonly durationNs: number;
    }
  | { readonly kind: 'deadline'; readonly since: Step }
  /** It slept, or was paused by a fault. */
  | { readonly kind: 'idle'; readonly since: Step }
  | { readonly kind: 'fault'; readonly since: Step; readonly fault: string };

/** A moment at which something reached an actor, so that it may have acted. */
export interface Step {
  readonly actor: number;
  readonly atNs: number;
  readonly cause: Cause;
}

/** Something whose time depends on earlier moments; moments are listed in an order in which those come first. */
export type Moment = { readonly kind: 'step'; readonly step: Step } | Queued;

/** The entries that matter besides messages. */
const KINDS = ['computing', 'computed', 'expired', 'labelled', 'finished', 'faulted'] as const;

const NOTHING = -1;

const START: Cause = { kind: 'start' };

export class CausalGraph {
  readonly directory: Directory;
  readonly conditions: Conditions;
  readonly links: Links;
  /** All moments, in order; absent if that is not wanted, since most of them are soon useless otherwise. */
  readonly moments: Moment[] | undefined;
  /** The step in which the reporting party has the result. */
  result: Step | undefined;
  readonly #reporter: number | undefined;
  readonly #packetTimes: PacketTimes<Step>;
  /** Present if what happened to packets must be found out from a trace. */
  #replay: TransportReplay | undefined;
  /** The last thing that reached each actor, by number, and when it last acted. */
  readonly #now: Step[] = [];
  readonly #acted: Step[] = [];
  /** The slot, by number, of the last message that reached each actor since; {@link NOTHING} if none did. */
  readonly #lastArrivals: Int32Array;
  readonly #computing = new Map<number, Extract<Entry, { kind: 'computing' }>>();

  /** @param keep whether every moment is kept */
  constructor(conditions: Conditions, roles: readonly RoleSize[], keep = false) {
    const directory = new Directory(roles);
    this.conditions = conditions;
    this.moments = keep ? [] : undefined;
    this.directory = directory;
    this.links = new Links(conditions.network, directory);
    this.#reporter = directory.reporter;
    this.#lastArrivals = new Int32Array(directory.size).fill(NOTHING);
    this.#packetTimes = new PacketTimes<Step>({
      links: this.links,
      relayed: conditions.network.paths === 'star',
      arrived: (actor, slot, message) =>
        this.#replay === undefined ? this.#received(actor, slot) : this.#replay.arrived(message, slot),
      queued: this.moments && ((moment) => this.moments?.push(moment)),
    });
  }

  /** What cannot follow from the scenario, if anything: then rules of a user's own were in force, and nothing is known. */
  get contradiction(): string | undefined {
    return this.#replay?.contradiction;
  }

  /** A hop by its number; only if moments are kept. */
  hop(number: number): Hop {
    return this.#packetTimes.hop(number);
  }

  /** Learns of a run from what a trace keeps of it. */
  attach(bus: Bus): void {
    onEntry(bus, (entry) => this.add(entry));
  }

  /** The same for a run whose transport reports to the watcher where the time of packets goes, so that it need not be found out. */
  watch(bus: Bus): TransportWatcher {
    const times = this.#packetTimes;
    bus.onTraffic({
      sent: ({ timeNs, from, type }) => times.sent(type, this.#act(from, timeNs)),
      delivered: () => undefined,
    });
    for (const kind of KINDS)
      bus.on(kind, (event: BusEvents[typeof kind]) => this.#addEvent({ kind, ...event } as Entry));
    return times;
  }

  add(entry: Entry): void {
    this.#replay ??= new TransportReplay(this.conditions, this.directory, this.#packetTimes, {
      delivered: ({ to }, slot) => this.#received(to, slot),
      acts: (one) => {
        if (one.kind === 'sent') this.#packetTimes.sent(one.type, this.#act(one.from, one.timeNs));
        else this.#addEvent(one);
      },
    });
    this.#replay.add(entry);
  }

  #addEvent(entry: Entry): void {
    switch (entry.kind) {
      case 'computing':
        this.#act(entry.actor, entry.timeNs);
        this.#computing.set(entry.actor, entry);
        return;
      case 'computed':
        return this.#computed(entry.actor, entry.timeNs);
      case 'expired':
        return this.#reached(entry.actor, entry.timeNs, {
          kind: 'deadline',
          since: this.#actedOf(entry.actor),
        });
      case 'labelled':
        this.#act(entry.actor, entry.timeNs);
        return;
      case 'finished': {
        // Nothing follows from the end of any other actor, and the paths of a million last messages would be kept.
        if (entry.actor !== this.#reporter && this.moments === undefined) return;
        const step = this.#act(entry.actor, entry.timeNs);
        if (entry.actor !== this.#reporter || this.result !== undefined) return;
        this.result = step;
        return this.links.result(entry.timeNs);
      }
      case 'faulted': {
        const { actor, timeNs, fault, what } = entry;
        if (what === 'restart')
          this.#reached(actor, timeNs, { kind: 'fault', since: this.#actedOf(actor), fault });
        return;
      }
      default:
        return;
    }
  }

  /**
   * Lets everything in transit arrive, since links carry that too.
   * @param bound which limit ended the run, if one did
   */
  end(bound?: Bound): void {
    this.#replay?.end(bound === 'time' ? this.conditions.limits.timeNs : 0);
  }

  /** An actor is there from the beginning. */
  #begin(actor: number): void {
    if (this.#now[actor] !== undefined) return;
    const start: Step = { actor, atNs: 0, cause: START };
    this.moments?.push({ kind: 'step', step: start });
    this.#now[actor] = start;
    this.#acted[actor] = start;
  }

  #actedOf(actor: number): Step {
    this.#begin(actor);
    return this.#acted[actor];
  }

  /** A message has reached an actor. What it went through is asked for if the actor acts next, or if moments are kept. */
  #received(actor: number, slot: number): void {
    this.#begin(actor);
    this.#forget(actor);
    this.#lastArrivals[actor] = slot;
    if (this.moments !== undefined) this.#resolve(actor);
  }

  #reached(actor: number, atNs: number, cause: Cause): void {
    this.#begin(actor);
    this.#forget(actor);
    const step: Step = { actor, atNs, cause };
    this.#now[actor] = step;
    this.moments?.push({ kind: 'step', step });
  }

  /** The step in which an actor does something now. */
  #act(actor: number, atNs: number): Step {
    this.#begin(actor);
    this.#resolve(actor);
    // Nothing reached it: it woke up by itself, or its pause ended.
    if (this.#now[actor].atNs !== atNs)
      this.#reached(actor, atNs, { kind: 'idle', since: this.#acted[actor] });
    return (this.#acted[actor] = this.#now[actor]);
  }

  /** The message that came, if any, is the last thing that reached the actor. */
  #resolve(actor: number): void {
    const slot = this.#lastArrivals[actor];
    if (slot === NOTHING) return;
    const path = this.#packetTimes.path(slot);
    const { to, leftNs } = path.hops[path.hops.length - 1];
    this.#reached(to, leftNs, { kind: 'message', path });
  }

  /** The message that came is no longer the last thing that reached the actor. */
  #forget(actor: number): void {
    const slot = this.#lastArrivals[actor];
    if (slot !== NOTHING) this.#packetTimes.release(slot);
    this.#lastArrivals[actor] = NOTHING;
  }

  #computed(actor: number, atNs: number): void {
    const since = this.#actedOf(actor);
    const computing = this.#computing.get(actor);
    this.#computing.delete(actor);
    // An untrusted trace may lack the beginning of the computation.
    if (computing === undefined) return this.#reached(actor, atNs, { kind: 'idle', since });
    const { task, durationNs } = computing;
    this.#reached(actor, atNs, { kind: 'computation', since, task, durationNs });
  }
}
