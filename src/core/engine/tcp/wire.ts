/**
 * Carries packets from endpoint to endpoint: through the queues of the sender's side, over the distance, and through those of the
 * receiver's side. Events are in one agenda; of packets that follow each other, it has only the first.
 */

import type { EventQueue } from '../clock/queue.ts';
import { Lines } from '../queues/lines.ts';
import { ManagedQueue } from '../queues/managed-queue.ts';
import {
  AT,
  BYTES,
  CAME,
  ENDPOINT,
  IpPackets,
  LEFT,
  NONE,
  QUEUED,
  SENT,
  STEP,
} from '../queues/ip-packets.ts';
import type { Paths } from './paths.ts';
import { DROPPED, type LinkRate, Queues } from '../queues/queues.ts';
import { DISTANCE, itemOf, LINK } from './timers.ts';

/** The step of a route that is not a link: the latency of the path. */
export const OVER_THE_DISTANCE = -1;

/** What the wire must know of an endpoint, and tells it. */
export interface Station {
  readonly number: number;
  readonly path: number;
  readonly route: readonly number[];
  /** One way: the latency of what is sent now, and what shared links add to it. */
  latencyNs: number;
  readonly extraNs: number;
  /** When the last packet leaves its side, and when the last that came to the other side is through. */
  leftNs: number;
  throughNs: number;
  readonly peer: { receive(packet: number, nowNs: number): void };
}

export class Wire {
  readonly packets = new IpPackets();
  readonly queues: Queues;
  /** Nothing outside happens before this time, so that a packet may go on until then unless another event comes first. */
  horizonNs = 0;
  /** The time of the latest event. */
  nowNs = 0;
  readonly #agenda: EventQueue;
  readonly #paths: Paths;
  readonly #endpoints: readonly Station[];
  /** What is on its way, by the number of its sender. */
  readonly #ways = new Lines(this.packets);
  /** What has joined a link, by the number of the link, in the order of passing; and for managed queues, in lines after those. */
  readonly #links = new Lines(this.packets);
  #lines: number;
  readonly #linkOf: (link: number) => LinkRate;
  /** By link; null if its queue is first in, first out, and undefined until first needed. */
  readonly #managed: (ManagedQueue | null | undefined)[] = [];

  constructor(
    links: number,
    linkOf: (link: number) => LinkRate,
    agenda: EventQueue,
    paths: Paths,
    endpoints: readonly Station[],
  ) {
    this.#linkOf = linkOf;
    this.queues = new Queues(links, linkOf);
    this.#lines = links;
    this.#agenda = agenda;
    this.#paths = paths;
    this.#endpoints = endpoints;
  }

  /** An endpoint sends a packet. */
  send(packet: number, nowNs: number): void {
    const { cells } = this.packets;
    cells[packet + SENT] = nowNs;
    cells[packet + STEP] = 0;
    this.#forward(packet, false, nowNs);
  }

  /** The first packet on the way from an endpoint comes to the other side. */
  arrive(endpoint: number, nowNs: number): void {
    const packet = this.#ways.take(endpoint);
    const next = this.#ways.first(endpoint);
    if (next !== NONE) this.#agenda.push(this.packets.cells[next + AT], itemOf(endpoint, DISTANCE));
    this.#forward(packet, true, nowNs);
  }

  /** The first packet at a link has passed. */
  pass(link: number, nowNs: number): void {
    const packet = this.#links.take(link);
    const queue = this.#managed[link];
    if (queue) this.#begin(link, queue, nowNs);
    else {
      const next = this.#links.first(link);
      if (next !== NONE) this.#agenda.push(this.packets.cells[next + AT], itemOf(link, LINK));
    }
    this.#forward(packet, true, nowNs);
  }

  /** A packet takes the next step of its route. @param isLast whether nothing else belongs to the present event */
  #forward(packet: number, isLast: boolean, nowNs: number): void {
    const { cells } = this.packets;
    const endpoint = this.#endpoints[cells[packet + ENDPOINT]];
    const { route } = endpoint;
    const at = cells[packet + STEP]++;
    if (at === route.length) {
      endpoint.peer.receive(packet, nowNs);
      return this.packets.close(packet);
    }
    const link = route[at];
    if (link === OVER_THE_DISTANCE) return this.#travel(packet, endpoint, nowNs);
    const queue = this.#queueOf(link);
    if (queue !== null) {
      queue.add(packet, nowNs);
      if (this.#links.first(link) === NONE) this.#begin(link, queue, nowNs);
      return;
    }
    const passedNs = this.queues.join(link, cells[packet + BYTES], nowNs);
    if (passedNs === DROPPED) return this.packets.close(packet);
    if (at === route.length - 1) endpoint.throughNs = passedNs;
    if (route[at + 1] === OVER_THE_DISTANCE) {
      // Nothing can overtake it, so this needs no event.
      cells[packet + STEP]++;
      this.#travel(packet, endpoint, passedNs);
    } else if (passedNs === nowNs) this.#forward(packet, isLast, nowNs);
    else if (isLast && passedNs < this.horizonNs && passedNs < this.#agenda.nextTime) {
      this.nowNs = passedNs;
      this.#forward(packet, true, passedNs);
    } else {
      cells[packet + AT] = passedNs;
      if (this.#links.add(link, packet)) this.#agenda.push(passedNs, itemOf(link, LINK));
    }
  }

  /** It leaves its sender's side at that time, and is lost or comes to the other side, after all that left before it. */
  #travel(packet: number, endpoint: Station, leftNs: number): void {
    const { path, number } = endpoint;
    const { cells } = this.packets;
    cells[packet + LEFT] = leftNs;
    endpoint.leftNs = leftNs;
    if (this.#paths.loses(path) && this.#paths.isLost(path)) return this.packets.close(packet);
    if (this.#paths.isMeasured(path)) endpoint.latencyNs = this.#paths.latencyNs(path, leftNs);
    const last = this.#ways.last(number);
    const ownNs = leftNs + endpoint.latencyNs + endpoint.extraNs;
    const cameNs = last === NONE ? ownNs : Math.max(ownNs, cells[last + AT]);
    cells[packet + AT] = cameNs;
    cells[packet + CAME] = cameNs;
    if (this.#ways.add(number, packet)) this.#agenda.push(cameNs, itemOf(number, DISTANCE));
  }

  /** A link that sends nothing takes the next packet from its queue. */
  #begin(link: number, queue: ManagedQueue, nowNs: number): void {
    const packet = queue.take(nowNs);
    if (packet === NONE) return;
    const { cells } = this.packets;
    this.queues.addWait(link, nowNs - cells[packet + QUEUED]);
    const passedNs = this.queues.send(link, cells[packet + BYTES], nowNs);
    const endpoint = this.#endpoints[cells[packet + ENDPOINT]];
    if (cells[packet + STEP] === endpoint.route.length) endpoint.throughNs = passedNs;
    cells[packet + AT] = passedNs;
    this.#links.add(link, packet);
    this.#agenda.push(passedNs, itemOf(link, LINK));
  }

  #queueOf(link: number): ManagedQueue | null {
    const found = this.#managed[link];
    return found === undefined ? (this.#managed[link] = this.#queueFor(link)) : found;
  }

  #queueFor(link: number): ManagedQueue | null {
    const { bps, queue } = this.#linkOf(link);
    if (queue.discipline === 'droptail' || bps === Number.POSITIVE_INFINITY) return null;
    const { packets } = this;
    const drop = (packet: number): void => {
      this.queues.drop(link);
      packets.close(packet);
    };
    return new ManagedQueue(queue, { packets, lines: this.#links, drop }, () => this.#lines++);
  }
}
