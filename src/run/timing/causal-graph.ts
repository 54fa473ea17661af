/**
 * Why everything in a run happened when it did: for every moment at which an actor acts, the one thing that it had waited for
 * last. A fold over a trace.
 */

import type { Bound } from '../../core/engine/clock/bounds.ts';
import type { Conditions } from '../scenario/conditions.ts';
import type { Bus } from '../../core/engine/messages/bus.ts';
import { Directory, type RoleSize } from '../../core/engine/messages/directory.ts';
import type { TransportWatcher } from '../../core/engine/network/transport-watcher.ts';
import { onEntry } from '../trace/live.ts';
import type { Entry } from '../trace/record.ts';
import { Computations } from './computations.ts';
import type { Hop, PacketPath } from './packet-path.ts';
import { Links } from './links.ts';
import { PacketTimes, type Queued } from './packet-times.ts';
import { TransportReplay } from './transport-replay.ts';

/** What an actor had waited for last. */
export type Cause =
  | { readonly kind: 'start' }
  | { readonly kind: 'message'; readonly path: PacketPath<Step> }
  /** One computation, or several directly one after another. */
  | { readonly kind: 'computation'; readonly since: Step; readonly durationNs: number }
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

type Computing = Pick<Extract<Entry, { kind: 'computing' }>, 'actor' | 'timeNs' | 'durationNs'>;

const NOTHING = -1;

const START: Cause = { kind: 'start' };
/** The start of every actor, if moments are not kept: nothing asks whose it is. */
const STARTED: Step = { actor: NOTHING, atNs: 0, cause: START };

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
  /** How long each actor, by number, will have computed; not a number if it does not. */
  readonly #computingNs: Float64Array;
  /** Their last steps that are not objects yet, which came after what reached them last; absent if moments are kept. */
  readonly #computations: Computations | undefined;

  /** @param keep whether every moment is kept */
  constructor(conditions: Conditions, roles: readonly RoleSize[], keep = false) {
    const directory = new Directory(roles);
    this.conditions = conditions;
    this.moments = keep ? [] : undefined;
    this.directory = directory;
    this.links = new Links(conditions.network, directory);
    this.#reporter = directory.reporter;
    this.#lastArrivals = new Int32Array(directory.size).fill(NOTHING);
    this.#computingNs = new Float64Array(directory.size).fill(Number.NaN);
    this.#computations = keep ? undefined : new Computations(directory.size);
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
      sent: ({ timeNs, from, type }) => times.sent(type, this.#noted(from, timeNs)),
      delivered: () => undefined,
    });
    bus.on('computing', (computing) => this.#computes(computing));
    bus.on('computed', ({ actor, timeNs }) => this.#computed(actor, timeNs));
    bus.on('expired', ({ actor, timeNs }) => this.#expired(actor, timeNs));
    bus.on('labelled', ({ actor, timeNs }) => this.#act(actor, timeNs));
    bus.on('finished', ({ actor, timeNs }) => this.#finished(actor, timeNs));
    bus.on('faulted', (faulted) => this.#faulted(faulted));
    return times;
  }

  add(entry: Entry): void {
    this.#replay ??= new TransportReplay(this.conditions, this.directory, this.#packetTimes, {
      delivered: ({ to }, slot) => this.#received(to, slot),
      acts: (one) => this.#addEvent(one),
    });
    this.#replay.add(entry);
  }

  #addEvent(entry: Entry): void {
    switch (entry.kind) {
      case 'sent':
        return this.#packetTimes.sent(entry.type, this.#noted(entry.from, entry.timeNs));
      case 'computing':
        return this.#computes(entry);
      case 'computed':
        return this.#computed(entry.actor, entry.timeNs);
      case 'expired':
        return this.#expired(entry.actor, entry.timeNs);
      case 'labelled':
        return this.#act(entry.actor, entry.timeNs);
      case 'finished':
        return this.#finished(entry.actor, entry.timeNs);
      case 'faulted':
        return this.#faulted(entry);
      default:
        return;
    }
  }

  #computes({ actor, timeNs, durationNs }: Computing): void {
    this.#act(actor, timeNs);
    this.#computingNs[actor] = durationNs;
  }

  #expired(actor: number, timeNs: number): void {
    this.#reached(actor, timeNs, { kind: 'deadline', since: this.#actedOf(actor) });
  }

  #finished(actor: number, timeNs: number): void {
    // Nothing follows from the end of any other actor, and the paths of a million last messages would be kept.
    if (actor !== this.#reporter && this.moments === undefined) return;
    const step = this.#noted(actor, timeNs);
    if (actor !== this.#reporter || this.result !== undefined) return;
    this.result = step;
    this.links.result(timeNs);
  }

  #faulted({
    actor,
    timeNs,
    fault,
    what,
  }: Pick<Extract<Entry, { kind: 'faulted' }>, 'actor' | 'timeNs' | 'fault' | 'what'>): void {
    if (what === 'restart')
      this.#reached(actor, timeNs, { kind: 'fault', since: this.#actedOf(actor), fault });
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
    const start: Step = this.moments === undefined ? STARTED : { actor, atNs: 0, cause: START };
    this.moments?.push({ kind: 'step', step: start });
    this.#now[actor] = start;
    this.#acted[actor] = start;
  }

  #actedOf(actor: number): Step {
    this.#begin(actor);
    if (this.#computations?.hasActed(actor) === true) {
      const durationNs = this.#computations.durationNs(actor);
      const cause: Cause = { kind: 'computation', since: this.#now[actor], durationNs };
      this.#now[actor] = this.#acted[actor] = { actor, atNs: this.#computations.endNs(actor), cause };
      this.#computations.forget(actor);
    }
    return this.#acted[actor];
  }

  /** A message has reached an actor. What it went through is asked for if the actor acts next, or if moments are kept. */
  #received(actor: number, slot: number): void {
    this.#begin(actor);
    this.#forget(actor);
    this.#lastArrivals[actor] = slot;
    if (this.moments !== undefined) this.#resolve(actor);
  }

  /** @param cause whose `since`, if it has one, is {@link #actedOf} the actor */
  #reached(actor: number, atNs: number, cause: Cause): void {
    this.#forget(actor);
    // What reached it before and was not acted upon is the cause of nothing.
    this.#computations?.forget(actor);
    const step: Step = { actor, atNs, cause };
    this.#now[actor] = step;
    this.moments?.push({ kind: 'step', step });
  }

  /** The actor does something now. */
  #act(actor: number, atNs: number): void {
    this.#begin(actor);
    this.#resolve(actor);
    const computations = this.#computations;
    if (computations?.has(actor) === true && computations.endNs(actor) === atNs) {
      computations.act(actor);
      return;
    }
    // Nothing reached it: it woke up by itself, or its pause ended.
    if (computations?.has(actor) === true || this.#now[actor].atNs !== atNs)
      this.#reached(actor, atNs, { kind: 'idle', since: this.#actedOf(actor) });
    this.#acted[actor] = this.#now[actor];
  }

  /** The step in which an actor does something now, to which something refers from now on. */
  #noted(actor: number, atNs: number): Step {
    this.#act(actor, atNs);
    return this.#actedOf(actor);
  }

  /** The message that came, if any, is the last thing that reached the actor. */
  #resolve(actor: number): void {
    const slot = this.#lastArrivals[actor];
    if (slot === NOTHING) return;
    const path = this.#packetTimes.path(slot);
    const { to, leftNs } = path.hops[path.hops.length - 1];
    this.#actedOf(to);
    this.#reached(to, leftNs, { kind: 'message', path });
  }

  /** The message that came is no longer the last thing that reached the actor. */
  #forget(actor: number): void {
    const slot = this.#lastArrivals[actor];
    if (slot !== NOTHING) this.#packetTimes.release(slot);
    this.#lastArrivals[actor] = NOTHING;
  }

  #computed(actor: number, atNs: number): void {
    const durationNs = this.#computingNs[actor];
    this.#computingNs[actor] = Number.NaN;
    if (this.#computations !== undefined && this.#grow(this.#computations, actor, atNs, durationNs)) return;
    const since = this.#actedOf(actor);
    // An untrusted trace may lack the beginning of the computation.
    const cause: Cause = Number.isNaN(durationNs)
      ? { kind: 'idle', since }
      : { kind: 'computation', since, durationNs };
    this.#reached(actor, atNs, cause);
  }

  /** Adds a computation to the actor's others, unless it took longer, as the actor was paused: then it must be told from the next. */
  #grow(computations: Computations, actor: number, atNs: number, durationNs: number): boolean {
    this.#begin(actor);
    const isDirect = computations.hasActed(actor) && this.#lastArrivals[actor] === NOTHING;
    const sinceNs = isDirect ? computations.endNs(actor) : this.#actedOf(actor).atNs;
    if (sinceNs + durationNs !== atNs) return false;
    if (!isDirect) {
      this.#forget(actor);
      this.#now[actor] = this.#acted[actor];
    }
    computations.add(actor, atNs, durationNs);
    return true;
  }
}
