/**
 * The critical path: what the result waited for, at every moment from the start on. It is traced back from the result, from each
 * step to the last thing that the step waited for, so its parts add up exactly to the time to the result.
 */

import { assert } from '../../core/base/errors.ts';
import type { Directory } from '../../core/engine/messages/directory.ts';
import type { Stretch } from '../trace/timeline.ts';
import type { CausalGraph, Step } from './causal-graph.ts';
import type { Hop } from './packet-path.ts';

/** `connection`: waiting until it was open, had sent everything before, and its window had room. */
export type Resource =
  | 'compute'
  | 'uplink'
  | 'downlink'
  | 'latency'
  | 'connection'
  | 'sent again'
  | 'deadline'
  | 'idle'
  | 'fault';

/** A part of the path. */
export interface Piece {
  readonly startNs: number;
  readonly endNs: number;
  readonly resource: Resource;
  /** The owner: an actor, the two ends of a link, or a fault's name. */
  readonly of: string;
  /** If the resource is a link: whether the packet was queued behind others. */
  readonly queued: boolean;
}

/** How long one resource was waited for. */
export interface Waited {
  readonly resource: Resource;
  readonly of: string;
  readonly ns: number;
  /** The part of it spent queued behind other packets. */
  readonly queuedNs: number;
  /** The fraction of the time considered. */
  readonly share: number;
}

/** From the start to the result, without gaps; undefined if there is no result, or the trace contradicts its scenario. */
export function criticalPath({
  result,
  contradiction,
  directory,
}: CausalGraph): readonly Piece[] | undefined {
  if (result === undefined || contradiction !== undefined) return undefined;
  const pieces: Piece[] = [];
  let endNs = result.atNs;
  /** Adds a piece; the path continues before `startNs`. */
  const back = (startNs: number, resource: Resource, of: string, queued = false): void => {
    assert(startNs <= endNs, `the critical path goes from ${endNs} ns to ${startNs} ns`);
    const next = pieces.at(-1);
    // Computations directly one after another are one piece: not every graph tells them apart.
    if (resource === 'compute' && next?.resource === resource && next.of === of)
      pieces[pieces.length - 1] = { ...next, startNs };
    else if (startNs < endNs) pieces.push({ startNs, endNs, resource, of, queued });
    endNs = startNs;
  };
  for (let step: Step = result; step.cause.kind !== 'start';) {
    const { cause } = step;
    const name = directory.name(step.actor);
    switch (cause.kind) {
      case 'message':
        for (const hop of cause.path.hops.toReversed()) backOver(hop, directory, back);
        step = cause.path.sent;
        continue;
      case 'computation':
        // An actor that was paused while it computed gets the result only after the pause.
        back(Math.min(endNs, cause.since.atNs + cause.durationNs), 'idle', name);
        back(cause.since.atNs, 'compute', name);
        break;
      case 'deadline':
      case 'idle':
        back(cause.since.atNs, cause.kind, name);
        break;
      case 'fault':
        back(cause.since.atNs, 'fault', cause.fault);
        break;
    }
    step = cause.since;
  }
  assert(endNs === 0, `the critical path begins at ${endNs} ns`);
  return pieces.toReversed();
}

function backOver(
  hop: Hop,
  directory: Directory,
  back: (startNs: number, resource: Resource, of: string, queued?: boolean) => void,
): void {
  const from = directory.name(hop.from);
  const to = directory.name(hop.to);
  back(hop.leftNs - hop.downlinkNs, 'downlink', to);
  back(hop.arrivedNs, 'downlink', to, true);
  let atNs = hop.arrivedNs;
  for (const { by, ns } of hop.delays.toReversed()) {
    atNs -= ns;
    if (by === 'latency') back(atNs, 'latency', `${from} to ${to}`);
    else if (by === 'connection') back(atNs, 'connection', `${from} to ${to}`);
    else if (by === 'loss') back(atNs, 'sent again', `${from} to ${to}`);
    else back(atNs, 'fault', by);
  }
  back(hop.departedNs - hop.uplinkNs, 'uplink', from);
  back(hop.enteredNs, 'uplink', from, true);
}

/** The part of the path within a stretch of the run. */
export function within(
  pieces: readonly Piece[],
  { startNs, endNs }: Pick<Stretch, 'startNs' | 'endNs'>,
): Piece[] {
  return pieces
    .filter((piece) => piece.startNs < endNs && piece.endNs > startNs)
    .map((piece) => ({
      ...piece,
      startNs: Math.max(piece.startNs, startNs),
      endNs: Math.min(piece.endNs, endNs),
    }));
}

const ANY_PAIR: ReadonlySet<Resource> = new Set(['latency', 'connection', 'sent again']);

/** Waits with the latencies of all links combined, and likewise all retransmissions and all waits for connections, since it is
mostly chance which link it was. */
export function merged(waits: readonly Waited[]): Waited[] {
  const sums = new Map<string, { -readonly [K in keyof Waited]: Waited[K] }>();
  for (const waited of waits) {
    const of = ANY_PAIR.has(waited.resource) ? '' : waited.of;
    const key = `${waited.resource} ${of}`;
    const sum = sums.get(key);
    if (sum === undefined) sums.set(key, { ...waited, of });
    else {
      sum.ns += waited.ns;
      sum.queuedNs += waited.queuedNs;
      sum.share += waited.share;
    }
  }
  return [...sums.values()].toSorted((a, b) => b.ns - a.ns);
}

/** Totals by resource, the longest first. */
export function waitedFor(pieces: readonly Piece[]): Waited[] {
  const sums = new Map<string, { resource: Resource; of: string; ns: number; queuedNs: number }>();
  let all = 0;
  for (const { resource, of, startNs, endNs, queued } of pieces) {
    const key = `${resource} ${of}`;
    const sum = sums.get(key) ?? { resource, of, ns: 0, queuedNs: 0 };
    sum.ns += endNs - startNs;
    if (queued) sum.queuedNs += endNs - startNs;
    all += endNs - startNs;
    sums.set(key, sum);
  }
  return [...sums.values()].toSorted((a, b) => b.ns - a.ns).map((sum) => ({ ...sum, share: sum.ns / all }));
}
