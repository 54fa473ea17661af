/** What every link carried: the uplink and the downlink of each actor, including a relay's. */

import type { Directory } from '../../core/engine/messages/directory.ts';
import {
  ACK_BYTES,
  FROM,
  HOP_FROM,
  HOP_TO,
  type Packets,
  place,
  TO,
  TRAIN,
  WIRE,
} from '../../core/engine/messages/packets.ts';
import type { Network, NetworkSpec } from '../../core/engine/network/network.ts';
import { RateOverTime } from '../../core/engine/network/series.ts';
import type { Passage } from '../../core/engine/tcp/direction.ts';
import { downlinkOf, type Ends, uplinkOf } from '../../core/engine/tcp/ends.ts';
import { ANSWERER_BYTES, OPENER_BYTES } from '../../core/engine/tcp/spec.ts';

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
  #packets: Packets | undefined;
  /** Only with TCP. */
  #ends: Ends | undefined;
  /** The column of packets with the bytes that a link carries. */
  #bytes = WIRE;
  #atResult: { readonly timeNs: number; readonly busyNs: ReadonlyMap<Load, number> } | undefined;

  constructor(network: NetworkSpec, directory: Directory) {
    this.#network = network;
    this.#directory = directory;
  }

  /** Packets are given by number, and columns have what is known of them. */
  begin(network: Network, packets: Packets): void {
    this.#packets = packets;
    this.#ends = network.tcp?.ends;
    this.#bytes = network.tcp === undefined ? WIRE : TRAIN;
  }

  /** A packet passes its uplink until `departedNs`. @param ownNs how long it is being sent */
  departs(packet: number, nowNs: number, ownNs: number, departedNs: number): void {
    this.#carry('uplink', packet, ownNs, departedNs - nowNs - ownNs, departedNs);
  }

  /** A packet passes its downlink until `leftNs`. @param ownNs how long that takes if all of it is there */
  receives(packet: number, nowNs: number, ownNs: number, leftNs: number): void {
    this.#acknowledge(packet);
    this.#carry('downlink', packet, ownNs, Math.max(0, leftNs - nowNs - ownNs), leftNs);
  }

  /**
   * A packet has passed its uplink, and its downlink unless it is a train. Links count as busy for as long as its bytes alone would take,
   * even if other bytes were sent in between.
   */
  transmits(packet: number, nowNs: number, train: boolean, passage: Passage): void {
    const ends = this.#ends;
    if (ends === undefined) return;
    const { uplinkNs, uplinkOwnNs, downlinkNs, downlinkOwnNs } = passage;
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    const bytes = cells[row + TRAIN];
    const upNs = ends.ns(uplinkOf(cells[row + HOP_FROM]), bytes);
    this.#carry('uplink', packet, upNs, uplinkNs - uplinkOwnNs, train ? nowNs + uplinkNs : nowNs);
    if (train) return;
    const downNs = ends.ns(downlinkOf(cells[row + HOP_TO]), bytes);
    this.#carry('downlink', packet, downNs, downlinkNs - downlinkOwnNs, nowNs);
    this.#acknowledge(packet);
  }

  /** A connection opens. */
  opens(from: number, to: number): void {
    this.#carryBeside(from, to, OPENER_BYTES);
    this.#carryBeside(to, from, ANSWERER_BYTES);
  }

  #carry(direction: Direction, packet: number, busyNs: number, queuedNs: number, untilNs: number): void {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    const up = direction === 'uplink';
    const id = cells[row + (up ? HOP_FROM : HOP_TO)];
    const bytes = cells[row + this.#bytes];
    const load = this.#load(direction, id);
    load.messages++;
    load.bytes += bytes;
    if (id !== cells[row + (up ? FROM : TO)]) load.forwardedBytes += bytes;
    load.busyNs += busyNs;
    load.queuedNs += queuedNs;
    load.freeNs = Math.max(load.freeNs, untilNs);
  }

  /** What arrives over a connection is acknowledged. */
  #acknowledge(packet: number): void {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    this.#carryBeside(cells[row + HOP_TO], cells[row + HOP_FROM], cells[row + ACK_BYTES]);
  }

  /** Packets that belong to messages without carrying any of their bytes, such as acknowledgements. */
  #carryBeside(from: number, to: number, bytes: number): void {
    const ends = this.#ends;
    if (ends === undefined) return;
    const carry = (load: Load, link: number): void => {
      load.bytes += bytes;
      load.busyNs += ends.ns(link, bytes);
      load.freeNs = Math.max(load.freeNs, ends.freeNs(link));
    };
    carry(this.#load('uplink', from), uplinkOf(from));
    carry(this.#load('downlink', to), downlinkOf(to));
  }

  /**
   * There is a result. What links have accepted but not yet sent counts as after it. That may be more than was counted: what TCP sends
   * again is counted separately, but occupies the link, too.
   */
  result(timeNs: number): void {
    const loads = [...this.#loads.uplink, ...this.#loads.downlink].filter((load) => load !== undefined);
    this.#atResult = {
      timeNs,
      busyNs: new Map(
        loads.map((load) => [load, Math.max(0, load.busyNs - Math.max(0, load.freeNs - timeNs))]),
      ),
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
