/**
 * The critical path: what the result waited for, at every moment from the start on. It goes back from the result, from each
 * step to the one thing that came last and set it off; so its parts add up to the time to the result exactly.
 */

import { assert } from '../base/errors.ts';
import type { Directory } from '../engine/sim/directory.ts';
import type { Stretch } from '../trace/timeline.ts';
import type { Chronicle, Step } from './chronicle.ts';
import type { Hop } from './journey.ts';

/** `connection`: until it was open, had sent what was before, and its window had room. */
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
  /** Whose: an actor, the two ends of a link, or a fault's name. */
  readonly of: string;
  /** Whether it stood behind other packets, where the resource is a link. */
  readonly queued: boolean;
}

/** How long one resource was waited for. */
export interface Waited {
  readonly resource: Resource;
  readonly of: string;
  readonly ns: number;
  /** Of this, standing behind other packets. */
  readonly queuedNs: number;
  /** Of the time looked at. */
  readonly share: number;
}

/** From the start to the result, without a gap; undefined where there is no result, or the trace contradicts its scenario. */
export function criticalPath({ result, contradiction, directory }: Chronicle): readonly Piece[] | undefined {
  if (result === undefined || contradiction !== undefined) return undefined;
  const pieces: Piece[] = [];
  let endNs = result.atNs;
  /** The path goes on before `startNs`. */
  const back = (startNs: number, resource: Resource, of: string, queued = false): void => {
    assert(startNs <= endNs, `the critical path goes from ${endNs} ns to ${startNs} ns`);
    if (startNs < endNs) pieces.push({ startNs, endNs, resource, of, queued });
    endNs = startNs;
  };
  for (let step: Step = result; step.cause.kind !== 'start';) {
    const { cause } = step;
    const name = directory.name(step.actor);
    switch (cause.kind) {
      case 'message':
        for (const hop of cause.journey.hops.toReversed()) backOver(hop, directory, back);
        step = cause.journey.sent;
        continue;
      case 'computation':
        // Paused while it computed, an actor has its result only afterwards.
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

/** What a stretch of the run waited for. */
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

/** The same, with all links' latencies as one, all copies sent again, and all waits for connections: which pair it was is mostly chance. */
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

/** By resource, the longest first. */
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
