/** What every link carried: the uplink and the downlink of each actor, including a relay's. */

import type { Directory } from '../../core/engine/messages/directory.ts';
import type { NetworkSpec } from '../../core/engine/network/network.ts';
import type { Packet } from '../../core/engine/network/rule.ts';
import { RateOverTime } from '../../core/engine/network/series.ts';
import type { OpenHop } from './packet-path.ts';

export type Direction = 'uplink' | 'downlink';

export interface LinkLoad {
  readonly actor: string;
  /** Whether the actor is a party that holds data. */
  readonly holds: boolean;
  readonly direction: Direction;
  /** Absent if unlimited, in which case nothing ever waits. If the rate changes over time, its mean. */
  readonly bitsPerSecond?: number;
  readonly messages: number;
  /**
   * Payload and framing; with TCP all bytes of IP, including headers of segments, acknowledgements of data in the other direction,
   * and the opening of connections. Retransmissions are counted separately, as everywhere.
   */
  readonly bytes: number;
  /** The part of these that a relay only forwards. */
  readonly forwardedBytes: number;
  /** How long it was sending. */
  readonly busyNs: number;
  /** How long packets were queued behind others, in total. */
  readonly queuedNs: number;
  /** Fraction of the time to the result in which it was sending; of the time to the last packet if there is no result. */
  readonly utilisation: number;
}

/** A part of a message, or of what belongs to it, that a link carried. */
export interface Portion {
  readonly messages: 0 | 1;
  readonly bytes: number;
  readonly forwardedBytes: number;
  readonly busyNs: number;
  readonly queuedNs: number;
  readonly untilNs: number;
}

interface Load {
  messages: number;
  bytes: number;
  forwardedBytes: number;
  busyNs: number;
  queuedNs: number;
  freeNs: number;
}

export class Links {
  readonly #network: NetworkSpec;
  readonly #directory: Directory;
  readonly #loads: Readonly<Record<Direction, (Load | undefined)[]>> = { uplink: [], downlink: [] };
  /** When there was a result, and how long each link had been sending until then. */
  #atResult: { readonly timeNs: number; readonly busyNs: ReadonlyMap<Load, number> } | undefined;

  constructor(network: NetworkSpec, directory: Directory) {
    this.#network = network;
    this.#directory = directory;
  }

  atUplink({ from, enteredNs, departedNs, uplinkNs }: OpenHop, packet: Packet): void {
    this.passed('uplink', from, packet.wireBytes, packet.from !== from, enteredNs, departedNs, uplinkNs);
  }

  atDownlink({ to, arrivedNs, leftNs, downlinkNs }: OpenHop, packet: Packet): void {
    this.passed('downlink', to, packet.wireBytes, packet.to !== to, arrivedNs, leftNs, downlinkNs);
  }

  /**
   * A packet passes a link.
   * @param forwarded whether the link is a relay's, which only forwards the packet
   * @param sendingNs how long it is being sent; the rest of the time between `fromNs` and `toNs` it is queued
   */
  passed(
    direction: Direction,
    id: number,
    wireBytes: number,
    forwarded: boolean,
    fromNs: number,
    toNs: number,
    sendingNs: number,
  ): void {
    const load = this.#load(direction, id);
    load.messages++;
    load.bytes += wireBytes;
    if (forwarded) load.forwardedBytes += wireBytes;
    load.busyNs += sendingNs;
    load.queuedNs += toNs - fromNs - sendingNs;
    load.freeNs = toNs;
  }

  /** A link that several flows share has carried a part of one. */
  carried(direction: Direction, id: number, portion: Portion): void {
    const load = this.#load(direction, id);
    const { messages, bytes, forwardedBytes, busyNs, queuedNs, untilNs } = portion;
    load.messages += messages;
    load.bytes += bytes;
    load.forwardedBytes += forwardedBytes;
    load.busyNs += busyNs;
    load.queuedNs += queuedNs;
    load.freeNs = Math.max(load.freeNs, untilNs);
  }

  /** There is a result. What links have accepted but not yet sent counts as after it. */
  result(timeNs: number): void {
    const loads = [...this.#loads.uplink, ...this.#loads.downlink].filter((load) => load !== undefined);
    this.#atResult = {
      timeNs,
      busyNs: new Map(loads.map((load) => [load, load.busyNs - Math.max(0, load.freeNs - timeNs)])),
    };
  }

  /** The loads of all links that carried anything, by actor. @param endNs when the run ended */
  loads(endNs: number): LinkLoad[] {
    // If a limit ended the run, what was in transit is still carried to its end.
    const idleNs = [...this.#loads.uplink, ...this.#loads.downlink].map((load) => load?.freeNs ?? 0);
    const lastNs = idleNs.reduce((last, freeNs) => Math.max(last, freeNs), endNs);
    const { timeNs, busyNs } = this.#atResult ?? { timeNs: lastNs, busyNs: undefined };
    return Array.from({ length: this.#directory.size }, (_, id) => id).flatMap((id) =>
      (['uplink', 'downlink'] as const).flatMap((direction) => {
        const load = this.#loads[direction][id];
        if (load === undefined) return [];
        const { messages, bytes, forwardedBytes, queuedNs } = load;
        const busy = busyNs === undefined ? load.busyNs : (busyNs.get(load) ?? 0);
        return {
          actor: this.#directory.name(id),
          holds: this.#directory.holds(id),
          direction,
          ...this.#bandwidth(direction, id),
          messages,
          bytes,
          forwardedBytes,
          busyNs: load.busyNs,
          queuedNs,
          utilisation: timeNs === 0 ? 0 : busy / timeNs,
        };
      }),
    );
  }

  #bandwidth(direction: Direction, id: number): { bitsPerSecond?: number } {
    const name = this.#directory.name(id);
    const series = this.#network.rates?.(name)?.[direction];
    if (series !== undefined) return { bitsPerSecond: new RateOverTime(series).meanBps };
    const { uplinkBps, downlinkBps } = this.#network.bandwidth(name);
    const bps = direction === 'uplink' ? uplinkBps : downlinkBps;
    return bps === Number.POSITIVE_INFINITY ? {} : { bitsPerSecond: bps };
  }

  #load(direction: Direction, id: number): Load {
    return (this.#loads[direction][id] ??= {
      messages: 0,
      bytes: 0,
      forwardedBytes: 0,
      busyNs: 0,
      queuedNs: 0,
      freeNs: 0,
    });
  }
}
