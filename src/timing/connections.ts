/**
 * What connections do to the hops of messages, where the transport is TCP: when each comes, and where its time went. The parts
 * of a message leave one after the other and wait in between; of such a hop every sort of time is told as one stretch, in the
 * order behind others, on the uplink, waiting for the connection, sent again, latency, faults, on the downlink.
 */

import type { Network } from '../engine/sim/network.ts';
import type { Packet } from '../engine/sim/rule.ts';
import type { Passage } from '../engine/sim/tcp/direction.ts';
import { downlinkOf, uplinkOf } from '../engine/sim/tcp/ends.ts';
import { InOrder } from '../engine/sim/tcp/in-order.ts';
import type { Size } from '../engine/sim/tcp/size.ts';
import { ANSWERER_BYTES, OPENER_BYTES } from '../engine/sim/tcp/spec.ts';
import { GONE, LATER } from '../engine/sim/tcp/host.ts';
import type { Tcp } from '../engine/sim/tcp/tcp.ts';
import type { OpenHop } from './journey.ts';
import type { Direction, Portion } from './links.ts';

/** A message under way, as its connection has it. */
export interface Carried extends Packet {
  /** Of the connection's stream. */
  readonly streamBytes: number;
  /** What it takes of the links that it is on. */
  size: Size;
  readonly hops: OpenHop[];
  /** By which its connection knows it; undefined for a copy that a fault made. */
  number: number | undefined;
  /** Whether it still has to pass the downlink. */
  train: boolean;
  /** When it was through the downlink, and had to wait for those before it. */
  throughNs: number;
}

export interface ConnectionsHost<C extends Carried> {
  readonly nowNs: () => number;
  readonly wakeAt: (atNs: number) => void;
  /** It comes at that time to the rules behind the latency. */
  readonly come: (carried: C, atNs: number) => void;
  /** It is handed over, or goes on from a relay. */
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
      come: (number, atNs, train, passage) => this.#come(this.#carried[number] as C, atNs, train, passage),
      lose: (number) => this.lose(this.#carried[number] as C),
    });
  }

  wake(nowNs: number): void {
    if (this.#tcp.nextNs === nowNs) this.#tcp.wake(nowNs);
  }

  /** @returns when it comes to the rules behind the latency; undefined where that is said later, or it never does */
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

  /** It has come to its downlink. @returns when it is through */
  land(carried: C): number {
    const nowNs = this.#host.nowNs();
    const hop = carried.hops[carried.hops.length - 1];
    if (carried.train) {
      carried.train = false;
      const { hopFrom, hopTo, size } = carried;
      const { segments, bytes, ackBytes } = size;
      hop.arrivedNs = nowNs;
      hop.leftNs = this.#tcp.land(hopFrom, hopTo, segments, bytes, ackBytes, nowNs);
      this.#carryBeside(hopTo, hopFrom, ackBytes);
      hop.downlinkNs = Math.min(hop.leftNs - nowNs, this.#tcp.ends.ns(downlinkOf(hopTo), bytes));
      this.#carry('downlink', carried, hop.leftNs - nowNs - hop.downlinkNs, hop.leftNs);
    } else {
      // It came through its downlink while it was held up by nothing but faults since.
      const downNs = hop.leftNs - hop.arrivedNs;
      hop.leftNs = nowNs;
      hop.arrivedNs = nowNs - downNs;
    }
    carried.throughNs = hop.leftNs;
    return hop.leftNs;
  }

  /** It is through its downlink, and handed over when those before it are. */
  through(carried: C): void {
    const { number } = carried;
    if (number === undefined) this.#host.handOver(carried);
    else if (this.#order.come(number)) this.#handOver(carried, number);
  }

  /** It goes no further, and nobody waits for it. */
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

  /** A link is busy as long as it would be with these bytes alone, though it moved others between them. */
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

  /** What belongs to messages and carries nothing of them. */
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
