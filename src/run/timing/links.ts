/** What every link carried: the uplink and the downlink of each actor, including a relay's. */

import type { Directory } from '../../core/engine/messages/directory.ts';
import { FROM, HOP_FROM, HOP_TO, type Packets, place, TO, WIRE } from '../../core/engine/messages/packets.ts';
import type { Network, NetworkSpec } from '../../core/engine/network/network.ts';
import { RateOverTime } from '../../core/engine/queues/series.ts';
import type { Tcp } from '../../core/engine/tcp/tcp.ts';

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
   * Payload and framing, where retransmissions are counted separately; with TCP all bytes of IP: of segments, of segments sent again, of
   * acknowledgements of data in the other direction, and of the opening of connections.
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
  /** Only with TCP: packets that found its queue full, or waited there for too long. */
  readonly dropped?: number;
}

interface Load {
  readonly messages: number;
  readonly bytes: number;
  readonly forwardedBytes: number;
  readonly busyNs: number;
  readonly queuedNs: number;
  readonly freeNs: number;
  readonly dropped?: number;
}

/** The columns of a link's row. */
const MESSAGES = 0;
const BYTES = 1;
const FORWARDED_BYTES = 2;
const BUSY_NS = 3;
const QUEUED_NS = 4;
const FREE_NS = 5;
const COLUMNS = 6;

/** By the last bit of a link's number. */
const DIRECTIONS = ['uplink', 'downlink'] as const;
const UPLINK = 0;
const DOWNLINK = 1;

export class Links {
  readonly #network: NetworkSpec;
  readonly #directory: Directory;
  /** What each link carried, as rows by the number of the link: as objects, they would be most of what is known of a client. */
  readonly #loads: Float64Array;
  #packets: Packets | undefined;
  #tcp: Tcp | undefined;
  /** When there was a result, and how long each link had been sending until then, by the number of the link. */
  #atResult: { readonly timeNs: number; readonly busyNs: Float64Array } | undefined;

  constructor(network: NetworkSpec, directory: Directory) {
    this.#network = network;
    this.#directory = directory;
    this.#loads = new Float64Array(2 * directory.size * COLUMNS);
  }

  /** Packets are given by number, and columns have what is known of them. */
  begin(network: Network, packets: Packets): void {
    this.#packets = packets;
    this.#tcp = network.tcp;
  }

  /** A packet passes its uplink until `departedNs`. @param ownNs how long it is being sent */
  departs(packet: number, nowNs: number, ownNs: number, departedNs: number): void {
    this.#carry(UPLINK, packet, ownNs, departedNs - nowNs - ownNs, departedNs);
  }

  /** A packet passes its downlink until `leftNs`. @param ownNs how long that takes if all of it is there */
  receives(packet: number, nowNs: number, ownNs: number, leftNs: number): void {
    this.#carry(DOWNLINK, packet, ownNs, leftNs - nowNs - ownNs, leftNs);
  }

  /** A message has passed both links in segments, which TCP counts itself. */
  transmits(packet: number): void {
    this.#carry(UPLINK, packet, 0, 0, 0);
    this.#carry(DOWNLINK, packet, 0, 0, 0);
  }

  #carry(direction: number, packet: number, busyNs: number, queuedNs: number, untilNs: number): void {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    const up = direction === UPLINK;
    const id = cells[row + (up ? HOP_FROM : HOP_TO)];
    const bytes = cells[row + WIRE];
    const loads = this.#loads;
    const load = (2 * id + direction) * COLUMNS;
    loads[load + MESSAGES]++;
    loads[load + BYTES] += bytes;
    if (id !== cells[row + (up ? FROM : TO)]) loads[load + FORWARDED_BYTES] += bytes;
    loads[load + BUSY_NS] += busyNs;
    loads[load + QUEUED_NS] += queuedNs;
    loads[load + FREE_NS] = Math.max(loads[load + FREE_NS], untilNs);
  }

  /**
   * There is a result. What links have accepted but not yet sent counts as after it.
   */
  result(timeNs: number): void {
    this.#tcp?.settle(timeNs);
    const busyNs = new Float64Array(2 * this.#directory.size);
    for (const [link, load] of this.#all())
      busyNs[link] = Math.max(0, load.busyNs - Math.max(0, load.freeNs - timeNs));
    this.#atResult = { timeNs, busyNs };
  }

  /** The loads of all links that carried anything, by actor. @param endNs when the run ended */
  loads(endNs: number): LinkLoad[] {
    this.#tcp?.settle(Number.POSITIVE_INFINITY);
    const { timeNs, busyNs } = this.#atResult ?? { timeNs: this.#lastNs(endNs), busyNs: undefined };
    const loads: LinkLoad[] = [];
    for (const [
      link,
      { messages, bytes, forwardedBytes, busyNs: sendingNs, queuedNs, dropped },
    ] of this.#all()) {
      const id = link >> 1;
      const direction = DIRECTIONS[link % 2];
      loads.push({
        actor: this.#directory.name(id),
        holds: this.#directory.holds(id),
        direction,
        ...this.#bandwidth(direction, id),
        messages,
        bytes,
        forwardedBytes,
        busyNs: sendingNs,
        queuedNs,
        utilisation: timeNs === 0 ? 0 : (busyNs?.[link] ?? sendingNs) / timeNs,
        ...(dropped !== undefined && { dropped }),
      });
    }
    return loads;
  }

  /** If a limit ended the run, what was in transit is still carried to its end. */
  #lastNs(endNs: number): number {
    let last = endNs;
    for (const [, { freeNs }] of this.#all()) last = Math.max(last, freeNs);
    return last;
  }

  /** All links that carried anything, by number. */
  *#all(): Generator<readonly [link: number, load: Load]> {
    for (let link = 0; link < 2 * this.#directory.size; link++) {
      const load = this.#find(link);
      if (load !== undefined) yield [link, load];
    }
  }

  #find(link: number): Load | undefined {
    const load = link * COLUMNS;
    const [messages, bytes, forwardedBytes, busyNs, queuedNs, freeNs] = this.#loads.subarray(
      load,
      load + COLUMNS,
    );
    const tcp = this.#tcp;
    if (tcp === undefined)
      return messages === 0 ? undefined : { messages, bytes, forwardedBytes, busyNs, queuedNs, freeNs };
    const { packets, ...carried } = tcp.carried(link);
    if (packets === 0) return undefined;
    return { messages, forwardedBytes, ...carried, freeNs: tcp.freeNs(link) };
  }

  #bandwidth(direction: Direction, id: number): { bitsPerSecond?: number } {
    const name = this.#directory.name(id);
    const series = this.#network.rates?.(name)?.[direction];
    if (series !== undefined) return { bitsPerSecond: new RateOverTime(series).meanBps };
    const { uplinkBps, downlinkBps } = this.#network.bandwidth(name);
    const bps = direction === 'uplink' ? uplinkBps : downlinkBps;
    return bps === Number.POSITIVE_INFINITY ? {} : { bitsPerSecond: bps };
  }
}
