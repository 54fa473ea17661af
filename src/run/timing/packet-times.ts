/**
 * Where the time of packets goes, as reported by the transport: rows of numbers, which become a {@link PacketPath} only if something
 * follows from the packet's arrival. Of all packets that an actor takes before it acts, only the last matters.
 *
 * Over TCP, the parts of a message leave one after another and wait in between. For such a hop, all time of one kind is shown as one
 * stretch, in this order: queued at the uplink, sent on the uplink, waiting for the connection, retransmission, latency, faults, waiting
 * for the messages before it, queued at the downlink, sent on the downlink.
 */

import { FreeNumbers } from '../../core/base/free-numbers.ts';
import {
  FROM,
  HOP_FROM,
  HOP_TO,
  ID,
  type Packets,
  place,
  TO,
  WATCHED,
  WIRE,
} from '../../core/engine/messages/packets.ts';
import type { Network } from '../../core/engine/network/network.ts';
import type { TransportWatcher } from '../../core/engine/network/transport-watcher.ts';
import type { Passage } from '../../core/engine/tcp/passage.ts';
import {
  ARRIVED,
  CONNECTION,
  DEPARTED,
  DOWNLINK,
  ENTERED,
  HELD,
  Hops,
  LATENCY,
  LEFT,
  LOSS,
  UPLINK,
} from './hops.ts';
import type { Hop, PacketPath } from './packet-path.ts';
import type { Links } from './links.ts';

/** Hops are given by number, see {@link PacketTimes.hop}. */
export interface Queued {
  readonly kind: 'uplink' | 'downlink';
  readonly hop: number;
}

export interface PacketTimesOptions {
  /** Is told what they carry. */
  readonly links: Links;
  /** Whether a relay forwards packets. */
  readonly relayed: boolean;
  /** Is told which actor got which slot, of which message; the slot is kept until {@link PacketTimes.release}. */
  readonly arrived: (actor: number, slot: number, message: number) => void;
  /** Is told of every packet that joins a queue; hops are then kept for good. */
  readonly queued?: ((moment: Queued) => void) | undefined;
}

interface Note<T> {
  readonly type: string;
  readonly sent: T;
}

/** `T`: a note about the sending of a message. A slot, by number, is the way of one packet. */
export class PacketTimes<T> implements TransportWatcher {
  readonly #links: Links;
  readonly #arrived: PacketTimesOptions['arrived'];
  readonly #queued: PacketTimesOptions['queued'];
  readonly #mostHops: number;
  #hops = new Hops(1, []);
  /** What of a slot is no number: what message it is, and what is noted about its sending. */
  readonly #notes: Note<T>[] = [];
  readonly #free = new FreeNumbers();
  #packets: Packets | undefined;
  /** The same of the message that is being sent: one note for all that are sent at once. */
  #note: Note<T> | undefined;

  constructor({ links, relayed, arrived, queued }: PacketTimesOptions) {
    this.#links = links;
    this.#mostHops = relayed ? 2 : 1;
    this.#arrived = arrived;
    this.#queued = queued;
  }

  /** A message of this type is sent; the packet that departs next carries it. */
  sent(type: string, sent: T): void {
    if (this.#note?.type !== type || this.#note.sent !== sent) this.#note = { type, sent };
  }

  begin(network: Network, packets: Packets): void {
    this.#links.begin(network, packets);
    this.#packets = packets;
    this.#hops = new Hops(
      this.#mostHops,
      network.rules.map(({ name }) => name),
    );
  }

  departs(
    packet: number,
    nowNs: number,
    ownNs: number,
    departedNs: number,
    lossNs: number,
    latencyNs: number,
  ): void {
    const hop = this.#enter(packet, nowNs);
    const cells = this.#hops.cells;
    cells[hop + UPLINK] = ownNs;
    cells[hop + DEPARTED] = departedNs;
    cells[hop + LOSS] = lossNs;
    cells[hop + LATENCY] = latencyNs;
    this.#links.departs(packet, nowNs, ownNs, departedNs);
  }

  delays(packet: number, rule: number, ns: number): void {
    this.#hops.delay(this.#hopOf(packet), rule, ns);
  }

  copies(packet: number, twin: number, rule: number, ns: number): void {
    const slot = this.#slotOf(packet);
    const copy = this.#open(twin, this.#notes[slot]);
    this.#hops.copy(slot, copy, this.#hopOf(packet), this.#hopOf(twin));
    this.delays(twin, rule, ns);
  }

  receives(packet: number, nowNs: number, ownNs: number, leftNs: number): void {
    const hop = this.#hopOf(packet);
    const cells = this.#hops.cells;
    cells[hop + ARRIVED] = nowNs;
    // Packets of a train are forwarded while the rest still arrives.
    cells[hop + DOWNLINK] = Math.min(ownNs, leftNs - nowNs);
    cells[hop + LEFT] = leftNs;
    this.#links.receives(packet, nowNs, ownNs, leftNs);
    this.#queued?.({ kind: 'downlink', hop });
  }

  loses(packet: number): void {
    this.release(this.#slotOf(packet));
  }

  arrives(packet: number): void {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    this.#arrived(cells[row + TO], cells[row + WATCHED], cells[row + ID] >>> 0);
  }

  enqueues(packet: number, nowNs: number): void {
    this.#enter(packet, nowNs);
  }

  transmits(packet: number, atNs: number, passage: Passage): void {
    const { behindNs, openingNs, windowNs, lossNs, latencyNs } = passage;
    const { uplinkNs, uplinkOwnNs, downlinkNs, downlinkOwnNs } = passage;
    const hop = this.#hopOf(packet);
    const cells = this.#hops.cells;
    cells[hop + DEPARTED] = cells[hop + ENTERED] + uplinkNs;
    cells[hop + UPLINK] = uplinkOwnNs;
    this.#hops.connected(hop, CONNECTION, behindNs + openingNs + windowNs);
    cells[hop + LOSS] = lossNs;
    cells[hop + LATENCY] = latencyNs;
    cells[hop + ARRIVED] = atNs - downlinkNs;
    cells[hop + DOWNLINK] = downlinkOwnNs;
    cells[hop + LEFT] = atNs;
    this.#links.transmits(packet);
  }

  receivesFlow(packet: number, nowNs: number): void {
    const hop = this.#hopOf(packet);
    // Only faults have delayed it since it passed its downlink; they are shown before that.
    this.#hops.shift(hop, nowNs);
    this.#queued?.({ kind: 'downlink', hop });
  }

  deliversInOrder(packet: number, nowNs: number): void {
    const hop = this.#hopOf(packet);
    this.#hops.connected(hop, HELD, nowNs - this.#hops.cells[hop + LEFT]);
    this.#hops.shift(hop, nowNs);
  }

  /** The path of a message that arrived, as an object. */
  path(slot: number): PacketPath<T> {
    return { ...this.#notes[slot], hops: this.#hops.of(slot) };
  }

  /** A slot is no longer needed. */
  release(slot: number): void {
    if (this.#queued === undefined) this.#free.push(slot);
  }

  /** A hop by its number. */
  hop(number: number): Hop {
    return this.#hops.hop(number);
  }

  /** A packet enters a link. @returns the hop */
  #enter(packet: number, nowNs: number): number {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    const from = cells[row + HOP_FROM];
    if (from === cells[row + FROM]) this.#open(packet, this.#note as Note<T>);
    const hop = this.#hopOf(packet);
    this.#hops.enter(hop, from, cells[row + HOP_TO], cells[row + WIRE], nowNs);
    this.#queued?.({ kind: 'uplink', hop });
    return hop;
  }

  /** A packet begins to slot. */
  #open(packet: number, note: Note<T>): number {
    const slot = this.#free.pop() ?? this.#notes.length;
    this.#notes[slot] = note;
    this.#hops.open(slot);
    (this.#packets as Packets).cells[place(packet) + WATCHED] = slot;
    return slot;
  }

  /** The slot of a packet. */
  #slotOf(packet: number): number {
    return (this.#packets as Packets).cells[place(packet) + WATCHED];
  }

  /** The hop that a packet is on. */
  #hopOf(packet: number): number {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    const forwarded = cells[row + HOP_FROM] !== cells[row + FROM];
    return this.#hops.number(cells[row + WATCHED], forwarded ? 1 : 0);
  }
}
