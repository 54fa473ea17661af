/**
 * What TCP connections do to the hops of messages: when each arrives, and where its time went. The parts of a message leave one after
 * another and wait in between; for such a hop, all time of one kind is shown as one stretch, in this order: queued at the uplink,
 * sent on the uplink, waiting for the connection, retransmission, latency, faults, sent on the downlink.
 */

import type { Network } from '../../core/engine/network/network.ts';
import type { Packet } from '../../core/engine/network/rule.ts';
import type { Passage } from '../../core/engine/tcp/direction.ts';
import { downlinkOf, uplinkOf } from '../../core/engine/tcp/ends.ts';
import { InOrder } from '../../core/engine/tcp/in-order.ts';
import type { Size } from '../../core/engine/tcp/size.ts';
import { ANSWERER_BYTES, OPENER_BYTES } from '../../core/engine/tcp/spec.ts';
import { GONE, LATER } from '../../core/engine/tcp/host.ts';
import type { Tcp } from '../../core/engine/tcp/tcp.ts';
import type { OpenHop } from './packet-path.ts';
import type { Direction, Portion } from './links.ts';

/** A message in transit, as its connection sees it. */
export interface Carried extends Packet {
  /** Its bytes in the connection's stream. */
  readonly streamBytes: number;
  /** What it adds to the links that it passes. */
  size: Size;
  readonly hops: OpenHop[];
  /** Its number in its connection; undefined for a copy made by a fault. */
  number: number | undefined;
  /** Whether it still has to pass the downlink. */
  train: boolean;
  /** When it had passed the downlink; it may still have to wait for the messages before it. */
  throughNs: number;
}

export interface ConnectionsHost<C extends Carried> {
  readonly nowNs: () => number;
  readonly wakeAt: (atNs: number) => void;
  /** It reaches the rules after the latency at that time. */
  readonly come: (carried: C, atNs: number) => void;
  /** It is handed over, or continues from a relay. */
  readonly handOver: (carried: C) => void;
  readonly carry: (direction: Direction, actor: number, portion: Portion) => void;
}

export class Connections<C extends Carried> {
  readonly #network: Network;
  readonly #tcp: Tcp;
  readonly #host: ConnectionsHost<C>;
  readonly #order = new InOrder();
  /** By their numbers. */
  readonly #carried: (C | undefined)[] = [];
  readonly #free: number[] = [];

  constructor(network: Network, tcp: Tcp, host: ConnectionsHost<C>) {
    this.#network = network;
    this.#tcp = tcp;
    this.#host = host;
    tcp.begin({
      wakeAt: host.wakeAt,
      arrive: (number, atNs, train, passage) => this.#come(this.#carried[number] as C, atNs, train, passage),
      lose: (number) => this.lose(this.#carried[number] as C),
    });
  }

  wake(nowNs: number): void {
    if (this.#tcp.nextNs === nowNs) this.#tcp.wake(nowNs);
  }

  /** @returns when it reaches the rules after the latency; undefined if that is reported later, or it never does */
  send(carried: C): number | undefined {
    const { hopFrom, hopTo, streamBytes, hops } = carried;
    const { spec } = this.#tcp;
    const nowNs = this.#host.nowNs();
    if (spec.connect === 'first' && !this.#tcp.isOpen(hopFrom, hopTo)) {
      this.#carryBeside(hopFrom, hopTo, OPENER_BYTES);
      this.#carryBeside(hopTo, hopFrom, ANSWERER_BYTES);
    }
    const number = (carried.number = this.#free.pop() ?? this.#carried.length);
    this.#carried[number] = carried;
    this.#order.add(number, this.#network.links.find(hopFrom, hopTo));
    carried.train = true;
    const atNs = this.#tcp.send(number, hopFrom, hopTo, streamBytes, nowNs);
    carried.size = this.#tcp.size;
    if (atNs === LATER) return undefined;
    if (atNs === GONE) {
      this.lose(carried);
      return undefined;
    }
    const { lossNs, latencyNs } = this.#tcp;
    const hop = hops[hops.length - 1];
    hop.departedNs = atNs - lossNs - latencyNs;
    hop.uplinkNs = this.#tcp.ends.ns(uplinkOf(hopFrom), carried.size.bytes);
    delay(hop, 'loss', lossNs);
    delay(hop, 'latency', latencyNs);
    this.#carry('uplink', carried, hop.departedNs - nowNs - hop.uplinkNs, hop.departedNs);
    return atNs;
  }

  /** It has reached its downlink. @returns when it has passed it */
  land(carried: C): number {
    const nowNs = this.#host.nowNs();
    const hop = carried.hops[carried.hops.length - 1];
    if (carried.train) {
      carried.train = false;
      const { hopFrom, hopTo, size } = carried;
      const { segments, bytes, ackBytes } = size;
      hop.arrivedNs = nowNs;
      hop.leftNs = this.#tcp.receive(hopFrom, hopTo, segments, bytes, ackBytes, nowNs);
      this.#carryBeside(hopTo, hopFrom, ackBytes);
      hop.downlinkNs = Math.min(hop.leftNs - nowNs, this.#tcp.ends.ns(downlinkOf(hopTo), bytes));
      this.#carry('downlink', carried, hop.leftNs - nowNs - hop.downlinkNs, hop.leftNs);
    } else {
      // After its downlink it was delayed only by faults.
      const downNs = hop.leftNs - hop.arrivedNs;
      hop.leftNs = nowNs;
      hop.arrivedNs = nowNs - downNs;
    }
    carried.throughNs = hop.leftNs;
    return hop.leftNs;
  }

  /** It has passed its downlink, and is handed over when all before it are. */
  through(carried: C): void {
    const { number } = carried;
    if (number === undefined) this.#host.handOver(carried);
    else if (this.#order.arrive(number)) this.#handOver(carried, number);
  }

  /** It is lost, and the messages after it do not wait for it. */
  lose({ number }: C): void {
    if (number === undefined) return;
    const next = this.#after(number);
    if (next !== undefined) this.#handOver(this.#carried[next] as C, next);
  }

  #handOver(carried: C, number: number): void {
    const nowNs = this.#host.nowNs();
    for (let [at, one]: [number | undefined, C] = [number, carried]; at !== undefined;) {
      const next = this.#after(at);
      const hop = one.hops[one.hops.length - 1];
      const heldNs = nowNs - one.throughNs;
      if (heldNs > 0) {
        delay(hop, 'connection', heldNs);
        hop.arrivedNs += heldNs;
        hop.leftNs = nowNs;
      }
      one.number = undefined;
      this.#host.handOver(one);
      at = next;
      if (next !== undefined) one = this.#carried[next] as C;
    }
  }

  #after(number: number): number | undefined {
    const next = this.#order.after(number);
    this.#free.push(number);
    return next;
  }

  #come(carried: C, atNs: number, train: boolean, passage: Passage): void {
    const hop = carried.hops[carried.hops.length - 1];
    const { behindNs, openingNs, windowNs, lossNs, latencyNs } = passage;
    const { uplinkNs, uplinkOwnNs, downlinkNs, downlinkOwnNs } = passage;
    const nowNs = this.#host.nowNs();
    carried.train = train;
    hop.departedNs = hop.enteredNs + uplinkNs;
    hop.uplinkNs = uplinkOwnNs;
    delay(hop, 'connection', behindNs + openingNs + windowNs);
    delay(hop, 'loss', lossNs);
    delay(hop, 'latency', latencyNs);
    this.#carry('uplink', carried, uplinkNs - uplinkOwnNs, train ? nowNs + uplinkNs : nowNs);
    if (!train) {
      hop.arrivedNs = atNs - downlinkNs;
      hop.leftNs = atNs;
      hop.downlinkNs = downlinkOwnNs;
      this.#carry('downlink', carried, downlinkNs - downlinkOwnNs, nowNs);
      this.#carryBeside(carried.hopTo, carried.hopFrom, carried.size.ackBytes);
    }
    this.#host.come(carried, atNs);
  }

  /** Counts a link as busy for as long as these bytes alone would take, even if other bytes were sent in between. */
  #carry(direction: Direction, carried: C, queuedNs: number, untilNs: number): void {
    const { from, to, hopFrom, hopTo, size } = carried;
    const { ends } = this.#tcp;
    const { bytes } = size;
    const up = direction === 'uplink';
    this.#host.carry(direction, up ? hopFrom : hopTo, {
      messages: 1,
      bytes,
      forwardedBytes: (up ? from === hopFrom : to === hopTo) ? 0 : bytes,
      busyNs: ends.ns(up ? uplinkOf(hopFrom) : downlinkOf(hopTo), bytes),
      queuedNs,
      untilNs,
    });
  }

  /** Packets that belong to messages without carrying any of their bytes, such as acknowledgements. */
  #carryBeside(from: number, to: number, bytes: number): void {
    const { ends } = this.#tcp;
    const carry = (direction: Direction, actor: number, link: number): void =>
      this.#host.carry(direction, actor, {
        messages: 0,
        bytes,
        forwardedBytes: 0,
        busyNs: ends.ns(link, bytes),
        queuedNs: 0,
        untilNs: ends.freeNs(link),
      });
    carry('uplink', from, uplinkOf(from));
    carry('downlink', to, downlinkOf(to));
  }
}

function delay(hop: OpenHop, by: string, ns: number): void {
  if (ns > 0) hop.delays.push({ by, ns });
}
