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

/** What utilisation is counted over: the time to the result, and until then, if there was one, how long each link was sending. */
interface Span {
  readonly timeNs: number;
  readonly busyNs: Float64Array | undefined;
}

/** Before any link: the busiest of none. */
const NOTHING: { readonly link?: number; readonly usage: number } = { usage: -1 };

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
  #atResult: Span | undefined;

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
    const busyNs = Float64Array.from({ length: 2 * this.#directory.size }, (_, link) =>
      this.#isUsed(link) ? Math.max(0, this.#busyNs(link) - Math.max(0, this.#freeNs(link) - timeNs)) : 0,
    );
    this.#atResult = { timeNs, busyNs };
  }

  /** The loads of all links that carried anything, by actor. @param endNs when the run ended */
  loads(endNs: number): LinkLoad[] {
    this.#tcp?.settle(Number.POSITIVE_INFINITY);
    const span = this.#span(endNs);
    return this.#used().map((link) => this.#load(link, span));
  }

  /**
   * The same of the links that a summary shows: all of parties that hold no data, and in each direction the busiest of the others. Of a
   * million clients' loads nothing else is made.
   */
  mainLoads(endNs: number): LinkLoad[] {
    this.#tcp?.settle(Number.POSITIVE_INFINITY);
    const span = this.#span(endNs);
    const most = [NOTHING, NOTHING];
    const main = this.#used().filter((link) => {
      if (!this.#directory.holds(link >> 1)) return true;
      const usage = this.#utilisation(link, span);
      if (usage > most[link % 2].usage) most[link % 2] = { link, usage };
      return false;
    });
    const busiest = most.flatMap(({ link }) => link ?? []);
    return [...main, ...busiest].toSorted((a, b) => a - b).map((link) => this.#load(link, span));
  }

  #load(link: number, span: Span): LinkLoad {
    const id = link >> 1;
    const direction = DIRECTIONS[link % 2];
    const { bytes, queuedNs, dropped } = this.#carried(link);
    const load = link * COLUMNS;
    return {
      actor: this.#directory.name(id),
      holds: this.#directory.holds(id),
      direction,
      ...this.#bandwidth(direction, id),
      messages: this.#loads[load + MESSAGES],
      bytes,
      forwardedBytes: this.#loads[load + FORWARDED_BYTES],
      busyNs: this.#busyNs(link),
      queuedNs,
      utilisation: this.#utilisation(link, span),
      ...(dropped !== undefined && { dropped }),
    };
  }

  /** The time to the result, and how long each link was sending until then. */
  #span(endNs: number): Span {
    // If a limit ended the run, what was in transit is still carried to its end.
    return (
      this.#atResult ?? {
        timeNs: this.#used().reduce((last, link) => Math.max(last, this.#freeNs(link)), endNs),
        busyNs: undefined,
      }
    );
  }

  #utilisation(link: number, { timeNs, busyNs }: Span): number {
    return timeNs === 0 ? 0 : (busyNs?.[link] ?? this.#busyNs(link)) / timeNs;
  }

  /** The numbers of all links that carried anything. */
  #used(): number[] {
    const used: number[] = [];
    for (let link = 0; link < 2 * this.#directory.size; link++) if (this.#isUsed(link)) used.push(link);
    return used;
  }

  #isUsed(link: number): boolean {
    const tcp = this.#tcp;
    return tcp === undefined ? this.#loads[link * COLUMNS + MESSAGES] > 0 : tcp.carried(link).packets > 0;
  }

  #busyNs(link: number): number {
    return this.#tcp?.carried(link).busyNs ?? this.#loads[link * COLUMNS + BUSY_NS];
  }

  #freeNs(link: number): number {
    return this.#tcp?.freeNs(link) ?? this.#loads[link * COLUMNS + FREE_NS];
  }

  #carried(link: number): Pick<LinkLoad, 'bytes' | 'queuedNs' | 'dropped'> {
    if (this.#tcp !== undefined) return this.#tcp.carried(link);
    const load = link * COLUMNS;
    return { bytes: this.#loads[load + BYTES], queuedNs: this.#loads[load + QUEUED_NS] };
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
