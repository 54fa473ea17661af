/**
 * When a run would have had its result if one device had been faster or slower: the times of its graph of events are recomputed.
 * That is exact as long as everything still happens in the same order.
 */

import { assert } from '../../core/base/errors.ts';
import type { CausalGraph, Step } from './causal-graph.ts';

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
  const { moments, result, contradiction, directory, conditions } = causalGraph;
  // Flows that share links do not queue, so with another speed everything is different.
  const { transport, rates } = conditions.network;
  if (transport === 'tcp' || rates !== undefined) return undefined;
  if (moments === undefined || result === undefined || contradiction !== undefined) return undefined;
  const changed = directory.find(change.actor);
  const steps = new Map<Step, number>();
  /** When packets have passed their links, by the numbers of hops. */
  const departed = new Map<number, number>();
  const left = new Map<number, number>();
  const orders = new Orders();
  const free = { uplink: new Map<number, number>(), downlink: new Map<number, number>() };
  let exact = true;
  const at = (step: Step): number => steps.get(step) ?? 0;

  const durationOf = (actor: number, operations: number, durationNs: number): number => {
    if (actor !== changed || change.rate === undefined) return durationNs;
    const { role, index } = directory.place(actor);
    const rate = conditions.rates[role][index];
    // The computation was slowed down by a fault, or measured.
    if (Math.ceil((operations * 1e9) / rate) !== durationNs) exact = false;
    return Math.ceil((durationNs === 0 ? 0 : operations * 1e9) / change.rate);
  };

  const timeOf = ({ actor, atNs, cause }: Step): number => {
    switch (cause.kind) {
      case 'start':
        return 0;
      case 'message': {
        const { number } = cause.path.hops[cause.path.hops.length - 1];
        return left.get(number) ?? 0;
      }
      case 'computation': {
        const { since, operations, durationNs } = cause;
        const pausedNs = atNs - since.atNs - durationNs;
        if (pausedNs > 0) exact = false;
        return at(since) + durationOf(actor, operations, durationNs) + pausedNs;
      }
      case 'fault':
        exact = false;
        return at(cause.since) + atNs - cause.since.atNs;
      default:
        return at(cause.since) + atNs - cause.since.atNs;
    }
  };

  for (const moment of moments) {
    if (moment.kind === 'step') {
      const { step } = moment;
      const timeNs = timeOf(step);
      steps.set(step, timeNs);
      exact &&= orders.keeps(`actor ${step.actor}`, step.atNs, timeNs);
      continue;
    }
    const hop = causalGraph.hop(moment.hop);
    if (moment.kind === 'uplink') {
      const { after } = moment;
      const enteredNs = typeof after === 'number' ? (left.get(after) ?? 0) : at(after);
      const ownNs =
        hop.from === changed && change.uplinkBps !== undefined
          ? sendingNs(hop.wireBytes, change.uplinkBps)
          : hop.uplinkNs;
      exact &&= orders.keeps(`uplink ${hop.from}`, hop.enteredNs, enteredNs);
      departed.set(hop.number, queue(free.uplink, hop.from, enteredNs, ownNs));
      continue;
    }
    const behind = hop.twinOf ?? hop.number;
    if (hop.delays.some(({ by }) => by !== 'latency' && by !== 'loss')) exact = false;
    const arrivedNs = (departed.get(behind) ?? 0) + hop.arrivedNs - hop.departedNs;
    const ownNs =
      hop.to === changed && change.downlinkBps !== undefined
        ? sendingNs(hop.wireBytes, change.downlinkBps)
        : hop.downlinkNs;
    exact &&= orders.keeps(`downlink ${hop.to}`, hop.arrivedNs, arrivedNs);
    left.set(hop.number, queue(free.downlink, hop.to, arrivedNs, ownNs));
  }
  return { resultNs: at(result), exact };
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
