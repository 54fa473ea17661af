/**
 * Takes packets from their senders to their receivers, link by link: through the uplink's queue, losses, the latency, other rules
 * in their order, and the downlink's queue.
 */

import type { AnyMessageType } from '../wire/message.ts';
import { assertVerdict } from './assert-verdict.ts';
import { lostFor } from './transport-kind.ts';
import type { Network } from './network.ts';
import {
  HOP_FROM,
  HOP_TO,
  ID,
  type Packets,
  PAYLOAD,
  place,
  RETRANSMISSIONS,
  RULE,
  TO,
  WIRE,
} from '../messages/packets.ts';
import type { Payloads } from '../messages/payloads.ts';
import type { Packet, Verdict } from './rule.ts';
import { HeldPackets } from './held-packets.ts';
import { type Lookup, ShownPacket } from './shown-packet.ts';
import { InOrder } from '../tcp/in-order.ts';
import type { Tcp } from '../tcp/tcp.ts';
import type { TransportWatcher } from './transport-watcher.ts';

/** What the transport needs from messaging. Packets are given by number. */
export interface TransportHost {
  readonly nowNs: () => number;
  /** Passes the packet to {@link Transport.advance} at that time. */
  readonly later: (atNs: number, packet: number) => void;
  /** Takes back what {@link later} was told of the packet, which waits for that. */
  readonly notLater: (packet: number) => void;
  readonly flowsAt: (atNs: number, tcp: Tcp) => void;
  /** Nothing else happens before this time. */
  readonly horizonNs: () => number;
  /** The packet has reached its receiver. */
  readonly deliver: (packet: number) => void;
  /** The packet is lost. */
  readonly lose: (packet: number, reason: string) => void;
}

/** Instead of a time: the packet was dropped, or its connection will report when it arrives. */
const DROPPED = -1;
const NOT_YET = DROPPED;
/** A rule holds it, and it will be advanced. */
const HELD = -2;

export class Transport {
  readonly #network: Network;
  readonly #packets: Packets;
  readonly #payloads: Payloads;
  readonly #lookup: Lookup;
  readonly #host: TransportHost;
  /** The order in which connections deliver packets; only with TCP. */
  readonly #order: InOrder | undefined;
  readonly #watcher: TransportWatcher | undefined;
  /** Those that a rule holds until another packet comes. */
  readonly #held = new HeldPackets();

  constructor(
    network: Network,
    packets: Packets,
    payloads: Payloads,
    types: readonly AnyMessageType[],
    host: TransportHost,
    watcher?: TransportWatcher,
  ) {
    this.#watcher = watcher;
    watcher?.begin(network, packets);
    this.#network = network;
    this.#packets = packets;
    this.#payloads = payloads;
    this.#lookup = { payloads, types, directory: network.directory };
    this.#host = host;
    const { tcp } = network;
    this.#order = tcp && new InOrder();
    tcp?.begin({
      wakeAt: (atNs) => host.flowsAt(atNs, tcp),
      horizonNs: host.horizonNs,
      isWatched: watcher !== undefined,
      arrive: (packet, atNs, again) => {
        packets.cells[place(packet) + RETRANSMISSIONS] += again;
        watcher?.transmits(packet, atNs, tcp.passage);
        host.later(atNs, packet);
      },
      lose: (packet, reason) => this.#lose(packet, reason),
    });
  }

  /** Sends a packet off. It reaches its receiver in a later event, even if the way takes no time. */
  send(packet: number): void {
    const atNs = this.#enter(packet, false);
    if (atNs !== DROPPED) this.#host.later(atNs, packet);
  }

  /** Advances a packet whose time has come, and delivers it if it gets to the end without further delay. */
  advance(packet: number): void {
    const { rules } = this.#network;
    const row = place(packet);
    const nowNs = this.#host.nowNs();
    const held = this.#held.end(packet);
    if (held !== undefined) this.#watcher?.delays(packet, held.rule, nowNs - held.sinceNs);
    const atNs = this.#passRules(packet, nowNs, true);
    if (atNs === DROPPED || atNs === HELD) return;
    if (atNs > nowNs) return this.#host.later(atNs, packet);
    // Making a copy may have replaced the array of rows.
    const { cells } = this.#packets;
    if (cells[row + RULE] === rules.length) {
      cells[row + RULE]++;
      const throughNs = this.#passDownlink(packet, nowNs);
      if (throughNs > nowNs) return this.#host.later(throughNs, packet);
    }
    if (this.#order === undefined) this.#forward(packet);
    else if (this.#order.arrive(packet)) this.#deliverInOrder(packet, this.#order);
  }

  /** A packet has passed its last link, or has reached the relay that forwards it. */
  #forward(packet: number): void {
    const { cells } = this.#packets;
    const row = place(packet);
    if (cells[row + HOP_TO] === cells[row + TO]) {
      this.#watcher?.arrives(packet);
      return this.#host.deliver(packet);
    }
    cells[row + HOP_FROM] = cells[row + HOP_TO];
    cells[row + HOP_TO] = cells[row + TO];
    cells[row + RULE] = 0;
    const atNs = this.#enter(packet, true);
    if (atNs === DROPPED || atNs === HELD) return;
    if (atNs > this.#host.nowNs()) this.#host.later(atNs, packet);
    else this.advance(packet);
  }

  /** Delivers the packets of a connection that have arrived, in the order of sending. */
  #deliverInOrder(first: number, order: InOrder): void {
    for (let packet: number | undefined = first; packet !== undefined;) {
      const next = order.after(packet);
      this.#watcher?.deliversInOrder(packet, this.#host.nowNs());
      this.#forward(packet);
      packet = next;
    }
  }

  #passDownlink(packet: number, nowNs: number): number {
    const { downlinks, tcp } = this.#network;
    const { cells } = this.#packets;
    const row = place(packet);
    const to = cells[row + HOP_TO];
    if (tcp !== undefined) {
      this.#watcher?.receivesFlow(packet, nowNs);
      return nowNs;
    }
    const leftNs = downlinks.pass(to, cells[row + WIRE], nowNs);
    this.#watcher?.receives(packet, nowNs, downlinks.ownNs, leftNs);
    return leftNs;
  }

  #lose(packet: number, reason: string): void {
    const order = this.#order;
    const next = order?.after(packet);
    this.#watcher?.loses(packet);
    this.#host.lose(packet, reason);
    if (order !== undefined && next !== undefined) this.#deliverInOrder(next, order);
  }

  /** A packet enters its link. Returns what {@link #passRules} does. */
  #enter(packet: number, inTurn: boolean): number {
    const { uplinks, links, transport, retransmitNs, tcp } = this.#network;
    const { attempts } = transport;
    if (tcp !== undefined) {
      this.#enterConnection(packet, tcp);
      return NOT_YET;
    }
    const { cells } = this.#packets;
    const row = place(packet);
    const from = cells[row + HOP_FROM];
    const nowNs = this.#host.nowNs();
    const departedNs = uplinks.pass(from, cells[row + WIRE], nowNs);
    const link = links.find(from, cells[row + HOP_TO]);
    const lost = links.losses(link, attempts);
    if (lost === attempts) {
      this.#watcher?.departs(packet, nowNs, uplinks.ownNs, departedNs, 0, 0);
      this.#lose(packet, attempts === 1 ? 'lost' : `lost ${attempts} times`);
      return DROPPED;
    }
    cells[row + RETRANSMISSIONS] += lost;
    const lossNs = lost === 0 ? 0 : lostFor(transport, lost, retransmitNs);
    const latencyNs = links.latencyNs(link, departedNs + lossNs);
    this.#watcher?.departs(packet, nowNs, uplinks.ownNs, departedNs, lossNs, latencyNs);
    return this.#passRules(packet, departedNs + lossNs + latencyNs, inTurn);
  }

  /** A packet enters a connection, which reports when it arrives. */
  #enterConnection(packet: number, tcp: Tcp): void {
    const { links, framingBytes } = this.#network;
    const { cells } = this.#packets;
    const row = place(packet);
    const from = cells[row + HOP_FROM];
    const to = cells[row + HOP_TO];
    const nowNs = this.#host.nowNs();
    this.#order?.add(packet, links.find(from, to));
    this.#watcher?.enqueues(packet, nowNs);
    tcp.send(packet, from, to, this.#payloads.size(cells[row + PAYLOAD]) + framingBytes, nowNs);
  }

  /**
   * Applies the rules that can be applied now.
   * @param atNs when the packet reaches its next rule
   * @param inTurn whether this is the packet's own event, as rules that apply in order of time require
   * @returns when it reaches the next rule, or the end of the chain; {@link DROPPED} if it was dropped, {@link HELD} if it is held
   */
  #passRules(packet: number, atNs: number, inTurn: boolean): number {
    const { rules } = this.#network;
    const packets = this.#packets;
    const row = place(packet);
    const nowNs = this.#host.nowNs();
    let timeNs = atNs;
    if (timeNs > Number.MAX_SAFE_INTEGER) return timeNs;
    let shown: Packet | undefined;
    for (; packets.cells[row + RULE] < rules.length; packets.cells[row + RULE]++) {
      const rule = rules[packets.cells[row + RULE]];
      if (rule.inOrder === true && (!inTurn || timeNs > nowNs)) return timeNs;
      if (rule.sleeps?.(timeNs) === true) continue;
      const verdict: Verdict | undefined = rule.apply((shown ??= this.#shown(packet)), timeNs);
      assertVerdict(verdict, rule);
      switch (verdict.kind) {
        case 'pass':
          if (verdict.releases !== undefined) this.#release(packets.cells[row + RULE], verdict.releases);
          break;
        case 'hold':
          this.#hold(packet, timeNs, verdict.ns);
          return HELD;
        case 'delay':
          timeNs += verdict.ns;
          this.#watcher?.delays(packet, packets.cells[row + RULE], verdict.ns);
          packets.cells[row + RETRANSMISSIONS] += verdict.retransmissions ?? 0;
          // Beyond this time nothing happens any more, and rules need whole nanoseconds.
          if (timeNs > Number.MAX_SAFE_INTEGER) return timeNs;
          break;
        case 'drop':
          this.#lose(packet, verdict.reason);
          return DROPPED;
        case 'duplicate':
          this.#duplicate(packet, timeNs, verdict.ns);
          break;
        case 'tamper':
          packets.replace(packet, verdict.payload);
          shown = undefined;
      }
    }
    return timeNs;
  }

  /** A packet waits at its current rule, and then continues after it. */
  #hold(packet: number, nowNs: number, ns: number): void {
    const { cells } = this.#packets;
    const row = place(packet);
    this.#held.begin(packet, { rule: cells[row + RULE], id: cells[row + ID] >>> 0, sinceNs: nowNs });
    cells[row + RULE]++;
    this.#host.later(nowNs + ns, packet);
  }

  /** The packets of messages that a rule holds continue after all that is under way at this moment. */
  #release(rule: number, ids: readonly number[]): void {
    for (const packet of ids.flatMap((id) => this.#held.of(rule, id))) {
      this.#host.notLater(packet);
      this.#host.later(this.#host.nowNs(), packet);
    }
  }

  /** Makes a copy of a packet, which continues after the packet's current rule, that much later. */
  #duplicate(packet: number, nowNs: number, ns: number): void {
    const twin = this.#packets.copy(packet);
    const { cells } = this.#packets;
    this.#watcher?.copies(packet, twin, cells[place(twin) + RULE], ns);
    cells[place(twin) + RULE]++;
    cells[place(twin) + RETRANSMISSIONS] = 0;
    this.#order?.leaveOut(twin);
    this.#host.later(nowNs + ns, twin);
  }

  /** A packet as rules see it. */
  #shown(packet: number): Packet {
    return new ShownPacket(this.#packets.cells, place(packet), this.#lookup);
  }
}
