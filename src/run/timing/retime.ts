/**
 * When a run would have had its result if one device had been faster or slower: the times of its graph of events are recomputed.
 * That is exact as long as everything still happens in the same order.
 */

import { assert } from '../../core/base/errors.ts';
import type { CausalGraph, Step } from './causal-graph.ts';
import type { Directory } from '../../core/engine/messages/directory.ts';
import type { Conditions } from '../scenario/conditions.ts';
import type { Hop } from './packet-path.ts';

/** As in a scenario's `devices.overrides`. */
export interface DeviceChange {
  readonly actor: string;
  /** Operations per second. */
  readonly rate?: number;
  readonly uplinkBps?: number;
  readonly downlinkBps?: number;
}

export interface Retimed {
  readonly resultNs: number;
  /**
   * Whether the result is exact: everything happens in the same order at every actor and link, and no time came from a fault or a
   * rule, which may depend on the virtual time.
   */
  readonly exact: boolean;
}

/** Undefined if there is no result, the transport is TCP, rates change over time, the trace contradicts its scenario, or the causal graph
did not keep its moments. */
export function retime(causalGraph: CausalGraph, change: DeviceChange): Retimed | undefined {
  const { moments, result, contradiction, conditions } = causalGraph;
  // Flows that share links do not queue, so with another speed everything is different.
  const { transport, rates } = conditions.network;
  if (transport === 'tcp' || rates !== undefined) return undefined;
  if (moments === undefined || result === undefined || contradiction !== undefined) return undefined;
  const retiming = new Retiming(causalGraph, change);
  for (const moment of moments) {
    if (moment.kind === 'step') retiming.step(moment.step);
    else if (moment.kind === 'uplink') retiming.uplink(causalGraph.hop(moment.hop), moment.after);
    else retiming.downlink(causalGraph.hop(moment.hop));
  }
  return { resultNs: retiming.at(result), exact: retiming.exact };
}

/** The times of moments with the change, computed one by one, in order. */
class Retiming {
  exact = true;
  readonly #conditions: Conditions;
  readonly #directory: Directory;
  readonly #change: DeviceChange;
  readonly #changed: number | undefined;
  readonly #steps = new Map<Step, number>();
  /** When packets have passed their links, by the numbers of hops. */
  readonly #departed = new Map<number, number>();
  readonly #left = new Map<number, number>();
  readonly #orders = new Orders();
  /** Until when each link is busy, by actor. */
  readonly #uplinks = new Map<number, number>();
  readonly #downlinks = new Map<number, number>();

  constructor({ conditions, directory }: CausalGraph, change: DeviceChange) {
    this.#conditions = conditions;
    this.#directory = directory;
    this.#change = change;
    this.#changed = directory.find(change.actor);
  }

  /** The time of a step. */
  at(step: Step): number {
    return this.#steps.get(step) ?? 0;
  }

  step(step: Step): void {
    const timeNs = this.#timeOf(step);
    this.#steps.set(step, timeNs);
    this.exact &&= this.#orders.keeps(`actor ${step.actor}`, step.atNs, timeNs);
  }

  /** @param after the step that sent the packet, or the hop that brought it to a relay, by number */
  uplink({ number, from, wireBytes, uplinkNs, ...hop }: Hop, after: Step | number): void {
    const { uplinkBps } = this.#change;
    const isChanged = from === this.#changed && uplinkBps !== undefined;
    const enteredNs = typeof after === 'number' ? (this.#left.get(after) ?? 0) : this.at(after);
    const ownNs = isChanged ? sendingNs(wireBytes, uplinkBps) : uplinkNs;
    this.exact &&= this.#orders.keeps(`uplink ${from}`, hop.enteredNs, enteredNs);
    this.#departed.set(number, queue(this.#uplinks, from, enteredNs, ownNs));
  }

  downlink({ number, twinOf, to, wireBytes, downlinkNs, ...hop }: Hop): void {
    const { downlinkBps } = this.#change;
    const isChanged = to === this.#changed && downlinkBps !== undefined;
    const departedNs = this.#departed.get(twinOf ?? number) ?? 0;
    const arrivedNs = departedNs + hop.arrivedNs - hop.departedNs;
    const ownNs = isChanged ? sendingNs(wireBytes, downlinkBps) : downlinkNs;
    if (hop.delays.some(({ by }) => by !== 'latency' && by !== 'loss')) this.exact = false;
    this.exact &&= this.#orders.keeps(`downlink ${to}`, hop.arrivedNs, arrivedNs);
    this.#left.set(number, queue(this.#downlinks, to, arrivedNs, ownNs));
  }

  #timeOf({ actor, atNs, cause }: Step): number {
    switch (cause.kind) {
      case 'start':
        return 0;
      case 'message': {
        const { number } = cause.path.hops[cause.path.hops.length - 1];
        return this.#left.get(number) ?? 0;
      }
      case 'computation': {
        const { since, operations, durationNs } = cause;
        const pausedNs = atNs - since.atNs - durationNs;
        if (pausedNs > 0) this.exact = false;
        return this.at(since) + this.#durationOf(actor, operations, durationNs) + pausedNs;
      }
      case 'fault':
        this.exact = false;
        return this.at(cause.since) + atNs - cause.since.atNs;
      default:
        return this.at(cause.since) + atNs - cause.since.atNs;
    }
  }

  #durationOf(actor: number, operations: number, durationNs: number): number {
    const { rate: changed } = this.#change;
    if (actor !== this.#changed || changed === undefined) return durationNs;
    const { role, index } = this.#directory.place(actor);
    const rate = this.#conditions.rates[role][index];
    // The computation was slowed down by a fault, or measured.
    if (Math.ceil((operations * 1e9) / rate) !== durationNs) this.exact = false;
    return Math.ceil((durationNs === 0 ? 0 : operations * 1e9) / changed);
  }
}

/** How long a link takes to send this many bytes. */
function sendingNs(wireBytes: number, bps: number): number {
  assert(bps > 0, `a link of ${bps} bits a second`);
  return bps === Number.POSITIVE_INFINITY ? 0 : Math.ceil((wireBytes * 8e9) / bps);
}

/** When a packet has left a link. */
function queue(free: Map<number, number>, end: number, fromNs: number, ownNs: number): number {
  // On an unlimited link, no packet waits for another.
  if (ownNs === 0) return fromNs;
  const doneNs = Math.max(fromNs, free.get(end) ?? 0) + ownNs;
  free.set(end, doneNs);
  return doneNs;
}

/** Checks whether everything reaches each place in the same order as before. */
class Orders {
  readonly #last = new Map<string, { readonly thenNs: number; readonly nowNs: number }>();

  /** Events at the same time must stay at the same time, or else their order might change. */
  keeps(place: string, thenNs: number, nowNs: number): boolean {
    const last = this.#last.get(place);
    this.#last.set(place, { thenNs, nowNs });
    if (last === undefined) return true;
    return last.thenNs === thenNs ? last.nowNs === nowNs : last.nowNs < nowNs;
  }
}
