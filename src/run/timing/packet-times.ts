/**
 * What delayed the packets of a run, as reported by its transport: rows of numbers, which become a {@link PacketPath} only if something
 * follows from the packet's arrival. Of all packets that an actor takes before it acts, only the last matters.
 */

import { grown } from '../../core/base/grown.ts';
import { FROM, HOP_FROM, HOP_TO, type Packets, place, TO, WIRE } from '../../core/engine/messages/packets.ts';
import type { TransportWatcher } from '../../core/engine/network/transport-watcher.ts';
import type { PacketPath, OpenHop } from './packet-path.ts';
import type { Links } from './links.ts';

/** The columns of a hop. */
const FROM_ACTOR = 0;
const TO_ACTOR = 1;
const ENTERED = 2;
const UPLINK = 3;
const DEPARTED = 4;
const LOSS = 5;
const LATENCY = 6;
const ARRIVED = 7;
const DOWNLINK = 8;
const LEFT = 9;
const COLUMNS = 10;

const FIRST_ROWS = 64;

/** Marks a hop that was not made. */
const NEVER = -1;

export class PacketTimes<T> implements TransportWatcher {
  readonly #links: Links;
  readonly #arrived: (actor: number, slot: number) => void;
  /** Of a travel: what it takes on a link, and as many hops as it may have, one behind the other. */
  readonly #columns: number;
  #cells: Float64Array<ArrayBuffer>;
  /** What of a travel is no number: what message it is, and what is said of its sending. */
  readonly #types: string[] = [];
  readonly #sents: T[] = [];
  readonly #free: number[] = [];
  #packets: Packets | undefined;
  /** The travel of each packet. */
  #slots = new Int32Array(FIRST_ROWS);
  /** The same of the message that is being sent. */
  #type = '';
  #sent: T | undefined;

  /**
   * @param relayed whether a relay forwards packets
   * @param came is told which actor got which travel; the travel is kept until {@link release}
   */
  constructor(links: Links, relayed: boolean, arrived: (actor: number, slot: number) => void) {
    this.#links = links;
    this.#columns = 1 + (relayed ? 2 : 1) * COLUMNS;
    this.#cells = new Float64Array(FIRST_ROWS * this.#columns);
    this.#arrived = arrived;
  }

  /** A message of this type is sent; the packet that departs next carries it. */
  sent(type: string, sent: T): void {
    this.#type = type;
    this.#sent = sent;
  }

  begin(packets: Packets): void {
    this.#packets = packets;
  }

  departs(
    packet: number,
    nowNs: number,
    ownNs: number,
    departedNs: number,
    lossNs: number,
    latencyNs: number,
  ): void {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    const forwarded = this.#entersLink(cells, row, nowNs, ownNs, departedNs);
    if (!forwarded) this.#open(packet, cells[row + WIRE]);
    const hop = this.#hop(packet, forwarded);
    const all = this.#cells;
    all[hop + FROM_ACTOR] = cells[row + HOP_FROM];
    all[hop + TO_ACTOR] = cells[row + HOP_TO];
    all[hop + ENTERED] = nowNs;
    all[hop + UPLINK] = ownNs;
    all[hop + DEPARTED] = departedNs;
    all[hop + LOSS] = lossNs;
    all[hop + LATENCY] = latencyNs;
  }

  loses(packet: number, nowNs: number, ownNs: number, departedNs: number): void {
    const { cells } = this.#packets as Packets;
    const forwarded = this.#entersLink(cells, place(packet), nowNs, ownNs, departedNs);
    if (forwarded) this.release(this.#slots[packet]);
  }

  lands(packet: number, nowNs: number, ownNs: number, leftNs: number): void {
    const { cells } = this.#packets as Packets;
    const row = place(packet);
    const to = cells[row + HOP_TO];
    this.#links.passed('downlink', to, cells[row + WIRE], to !== cells[row + TO], nowNs, leftNs, ownNs);
    const hop = this.#hop(packet, cells[row + HOP_FROM] !== cells[row + FROM]);
    const all = this.#cells;
    all[hop + ARRIVED] = nowNs;
    all[hop + DOWNLINK] = ownNs;
    all[hop + LEFT] = leftNs;
  }

  arrives(packet: number): void {
    const { cells } = this.#packets as Packets;
    this.#arrived(cells[place(packet) + TO], this.#slots[packet]);
  }

  /** The path of a message that arrived, as an object. */
  path(slot: number): PacketPath<T> {
    const hops: OpenHop[] = [];
    const row = slot * this.#columns;
    for (let hop = row + 1; hop < row + this.#columns; hop += COLUMNS)
      if (this.#cells[hop + ENTERED] !== NEVER) hops.push(this.#hopAt(hop));
    return { type: this.#types[slot], wireBytes: this.#cells[row], sent: this.#sents[slot], hops };
  }

  /** A travel is no longer needed. */
  release(slot: number): void {
    this.#free.push(slot);
  }

  /** A packet enters a link. @returns whether a relay forwards it */
  #entersLink(cells: Int32Array, row: number, nowNs: number, ownNs: number, departedNs: number): boolean {
    const from = cells[row + HOP_FROM];
    const forwarded = from !== cells[row + FROM];
    this.#links.passed('uplink', from, cells[row + WIRE], forwarded, nowNs, departedNs, ownNs);
    return forwarded;
  }

  /** A packet begins to travel. */
  #open(packet: number, wireBytes: number): void {
    const slot = this.#free.pop() ?? this.#types.length;
    this.#types[slot] = this.#type;
    this.#sents[slot] = this.#sent as T;
    const end = (slot + 1) * this.#columns;
    if (end > this.#cells.length) this.#cells = grown(this.#cells);
    this.#cells[end - this.#columns] = wireBytes;
    this.#cells[end - COLUMNS + ENTERED] = NEVER;
    while (packet >= this.#slots.length) this.#slots = grown(this.#slots);
    this.#slots[packet] = slot;
  }

  /** Where the columns of a hop begin. */
  #hop(packet: number, forwarded: boolean): number {
    return this.#slots[packet] * this.#columns + 1 + (forwarded ? COLUMNS : 0);
  }

  #hopAt(hop: number): OpenHop {
    const cells = this.#cells;
    const delays = [
      { by: 'loss', ns: cells[hop + LOSS] },
      { by: 'latency', ns: cells[hop + LATENCY] },
    ];
    return {
      from: cells[hop + FROM_ACTOR],
      to: cells[hop + TO_ACTOR],
      enteredNs: cells[hop + ENTERED],
      uplinkNs: cells[hop + UPLINK],
      departedNs: cells[hop + DEPARTED],
      delays: delays.filter(({ ns }) => ns > 0),
      arrivedNs: cells[hop + ARRIVED],
      downlinkNs: cells[hop + DOWNLINK],
      leftNs: cells[hop + LEFT],
    };
  }
}
