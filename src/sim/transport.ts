/**
 * Takes packets from their sender to their receiver, link by link: through the uplink's queue, what is lost, the latency, the
 * rules of others in their order, and the downlink's queue.
 */

import { assert } from '../base/errors.ts';
import type { AnyMessageType } from '../wire/message.ts';
import { isDelay } from './delay.ts';
import type { Network } from './network.ts';
import {
  FROM,
  HOP_FROM,
  HOP_TO,
  ID,
  type Packets,
  PAYLOAD,
  place,
  RETRANSMISSIONS,
  RULE,
  TO,
  TYPE,
  WIRE,
} from './packets.ts';
import type { Payloads } from './payloads.ts';
import type { Packet } from './rule.ts';

/** What the transport asks of the post. Packets are given by number. */
export interface TransportHost {
  readonly nowNs: () => number;
  /** Hands the packet back to {@link Transport.advance} when that time has come. */
  readonly later: (atNs: number, packet: number) => void;
  /** The packet has come to its receiver. */
  readonly deliver: (packet: number) => void;
  /** The packet goes no further. */
  readonly lose: (packet: number, reason: string) => void;
}

/** In place of a time. */
const DROPPED = -1;

export class Transport {
  readonly #network: Network;
  readonly #packets: Packets;
  readonly #payloads: Payloads;
  readonly #types: readonly AnyMessageType[];
  readonly #host: TransportHost;

  constructor(
    network: Network,
    packets: Packets,
    payloads: Payloads,
    types: readonly AnyMessageType[],
    host: TransportHost,
  ) {
    this.#network = network;
    this.#packets = packets;
    this.#payloads = payloads;
    this.#types = types;
    this.#host = host;
  }

  /** Lets a packet go. It comes to its receiver in its turn, even where the way takes no time. */
  depart(packet: number): void {
    const atNs = this.#enter(packet, false);
    if (atNs !== DROPPED) this.#host.later(atNs, packet);
  }

  /** Takes a packet further whose time has come, and delivers it if it gets to the end without delay. */
  advance(packet: number): void {
    const { rules, downlinks } = this.#network;
    const packets = this.#packets;
    const row = place(packet);
    const nowNs = this.#host.nowNs();
    for (let atNs = this.#passRules(packet, nowNs, true); ; atNs = this.#enter(packet, true)) {
      if (atNs === DROPPED) return;
      if (atNs > nowNs) return this.#host.later(atNs, packet);
      const { cells } = packets;
      if (cells[row + RULE] === rules.length) {
        cells[row + RULE]++;
        const throughNs = downlinks.pass(cells[row + HOP_TO], cells[row + WIRE], nowNs);
        if (throughNs > nowNs) return this.#host.later(throughNs, packet);
      }
      if (cells[row + HOP_TO] === cells[row + TO]) return this.#host.deliver(packet);
      cells[row + HOP_FROM] = cells[row + HOP_TO];
      cells[row + HOP_TO] = cells[row + TO];
      cells[row + RULE] = 0;
    }
  }

  /** Lets a packet onto its link, and returns what {@link #passRules} does. */
  #enter(packet: number, inTurn: boolean): number {
    const { uplinks, links, attempts, retransmitNs } = this.#network;
    const { cells } = this.#packets;
    const row = place(packet);
    const from = cells[row + HOP_FROM];
    let atNs = uplinks.pass(from, cells[row + WIRE], this.#host.nowNs());
    const link = links.find(from, cells[row + HOP_TO]);
    const lost = links.losses(link, attempts);
    if (lost === attempts) {
      this.#host.lose(packet, attempts === 1 ? 'lost' : `lost ${attempts} times`);
      return DROPPED;
    }
    if (lost > 0) {
      atNs += lost * retransmitNs;
      cells[row + RETRANSMISSIONS] += lost;
    }
    return this.#passRules(packet, atNs + links.latencyNs(link), inTurn);
  }

  /**
   * Applies the rules that can be applied now.
   * @param atNs when the packet reaches the rule where it stands
   * @param inTurn whether it is this packet's turn among all events, as rules in order of time need
   * @returns when it gets to the rule where it then stands, or to the end of them; {@link DROPPED} when it went no further
   */
  #passRules(packet: number, atNs: number, inTurn: boolean): number {
    const { rules } = this.#network;
    const packets = this.#packets;
    const row = place(packet);
    const nowNs = this.#host.nowNs();
    let timeNs = atNs;
    if (timeNs > Number.MAX_SAFE_INTEGER) return timeNs;
    for (; packets.cells[row + RULE] < rules.length; packets.cells[row + RULE]++) {
      const rule = rules[packets.cells[row + RULE]];
      if (rule.inOrder === true && (!inTurn || timeNs > nowNs)) return timeNs;
      const verdict = rule.apply(this.#shown(packet), timeNs);
      switch (verdict.kind) {
        case 'pass':
          break;
        case 'delay':
          if (!isDelay(verdict.ns)) assert(false, `${rule.name} delays by ${verdict.ns} ns`);
          timeNs += verdict.ns;
          packets.cells[row + RETRANSMISSIONS] += verdict.retransmissions ?? 0;
          // It never gets any further, and rules count in whole nanoseconds.
          if (timeNs > Number.MAX_SAFE_INTEGER) return timeNs;
          break;
        case 'drop':
          this.#host.lose(packet, verdict.reason);
          return DROPPED;
        case 'duplicate':
          if (!isDelay(verdict.ns)) assert(false, `${rule.name} duplicates after ${verdict.ns} ns`);
          this.#duplicate(packet, timeNs + verdict.ns);
          break;
        case 'tamper':
          packets.replace(packet, verdict.payload);
          break;
      }
    }
    return timeNs;
  }

  /** Once more, from behind the rule where the packet stands. */
  #duplicate(packet: number, atNs: number): void {
    const twin = this.#packets.copy(packet);
    const { cells } = this.#packets;
    cells[place(twin) + RULE]++;
    cells[place(twin) + RETRANSMISSIONS] = 0;
    this.#host.later(atNs, twin);
  }

  /** A packet as rules see it; its payload is only looked for when they ask. */
  #shown(packet: number): Packet {
    const payloads = this.#payloads;
    const { cells } = this.#packets;
    const row = place(packet);
    const payload = cells[row + PAYLOAD];
    return {
      id: cells[row + ID] >>> 0,
      from: cells[row + FROM],
      to: cells[row + TO],
      type: this.#types[cells[row + TYPE]],
      get payload() {
        return payloads.show(payload);
      },
      wireBytes: cells[row + WIRE],
      digest: payloads.digest(payload),
      hopFrom: cells[row + HOP_FROM],
      hopTo: cells[row + HOP_TO],
    };
  }
}
