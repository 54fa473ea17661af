/**
 * TCP between all parties, packet by packet. Between two parties there is one connection, on which messages follow each other as a
 * stream of bytes: endpoints (`endpoint.ts`) cut it into segments, and the wire (`wire.ts`) takes these and their acknowledgements
 * through the queues of links. What connections do to each other, their packets do in these queues.
 *
 * Events are in an agenda of its own. Its host has only the next one, and only while a message has not arrived: what happens without
 * a message on the way is made up for when the next one is sent.
 */

import { assert } from '../../base/errors.ts';
import { EventQueue } from '../clock/queue.ts';
import { Bbr } from '../congestion/bbr.ts';
import { Connections, type Routes } from './connections.ts';
import type { Control } from '../congestion/control.ts';
import { Cubic } from '../congestion/cubic.ts';
import { Endpoint, type Stack } from './endpoint.ts';
import { GAVE_UP, type TcpHost } from './host.ts';
import { HEADER_BYTES } from '../queues/ip-packets.ts';
import { MessageRows } from './outgoing.ts';
import { noTime } from './passage.ts';
import type { Paths } from './paths.ts';
import { type Carried, downlinkOf, type LinkRate, uplinkOf } from '../queues/queues.ts';
import { RENO } from '../congestion/reno.ts';
import { Segments } from '../congestion/segments.ts';
import { CONNECTION_BYTES, type ControlName, type TcpSpec } from './spec.ts';
import { ACKNOWLEDGE, DISTANCE, LINK, PACE, RETRANSMIT, Timers } from './timers.ts';
import { Wire } from './wire.ts';

export interface TcpOptions {
  /** How many links there are, see {@link uplinkOf}, and what they are. */
  readonly links: number;
  readonly linkOf: (link: number) => LinkRate;
  readonly routes: Routes;
  readonly paths: Paths;
  /** What a timeout exceeds the round trip by at least. */
  readonly retransmitNs: number;
  /** The congestion control of an actor, and a random number in [0, 1) for each of its connections. */
  readonly control: (actor: number) => ControlName;
  readonly phase: (from: number, to: number) => number;
}

const NEVER = Number.POSITIVE_INFINITY;

export class Tcp {
  readonly spec: TcpSpec;
  /** How many links there are. */
  readonly links: number;
  /** When it wakes next. */
  nextNs = NEVER;
  /** Where the time of the message went that has just arrived; only if its host wants to know. */
  readonly passage = noTime();
  readonly #paths: Paths;
  readonly #agenda = new EventQueue();
  readonly #timers = new Timers(this.#agenda);
  readonly #wire: Wire;
  readonly #endpoints: Endpoint[] = [];
  readonly #messages = new MessageRows();
  readonly #connections: Connections;
  /** Those to which messages were written now. */
  readonly #fresh: Endpoint[] = [];
  #freshCount = 0;
  /** How many messages have not arrived. */
  #pending = 0;
  #given: TcpHost | undefined;

  constructor(spec: TcpSpec, { links, linkOf, routes, paths, retransmitNs, control, phase }: TcpOptions) {
    this.spec = spec;
    this.links = links;
    this.#paths = paths;
    this.#wire = new Wire(links, linkOf, this.#agenda, paths, this.#endpoints);
    const stack: Stack = {
      spec,
      retransmitNs,
      wire: this.#wire,
      timers: this.#timers,
      segments: new Segments(),
      messages: this.#messages,
      deliver: (endpoint, message, packet, nowNs) => this.#deliver(endpoint, message, packet, nowNs),
      lose: (endpoint) => this.#lose(endpoint),
    };
    const controlOf = (from: number, to: number): Control => {
      const name = control(from);
      return name === 'cubic' ? new Cubic() : name === 'reno' ? RENO : new Bbr(phase(from, to));
    };
    this.#connections = new Connections(stack, paths, routes, this.#endpoints, controlOf);
  }

  begin(host: TcpHost): void {
    this.#given = host;
  }

  /**
   * What a message sent now costs if nothing is lost: its segments, their acknowledgements, and its connection if that opens for it.
   * @param bytes of the stream
   */
  wireBytes(from: number, to: number, bytes: number, nowNs: number): number {
    this.settle(nowNs);
    const { segmentBytes, connect } = this.spec;
    const endpoint = this.#connections.find(this.#paths.find(from, to));
    const waiting = endpoint === undefined ? 0 : endpoint.sender.written - endpoint.sender.next;
    const segments =
      Math.ceil((waiting + Math.max(1, bytes)) / segmentBytes) - Math.ceil(waiting / segmentBytes);
    const opens = connect === 'first' && (endpoint === undefined || endpoint.state === 'closed');
    const acknowledgements =
      endpoint?.peer.receiver.acknowledgementsOf(segments, endpoint.sender.trips.timeoutNs, nowNs) ??
      segments;
    const saved = waiting === 0 && endpoint?.receiver.isHeld === true ? 1 : 0;
    const headers = segments + acknowledgements - saved;
    return bytes + headers * HEADER_BYTES + (opens ? CONNECTION_BYTES : 0);
  }

  /** Sends a message, together with whatever else is sent on its connection at that moment. @param bytes of the stream */
  send(message: number, from: number, to: number, bytes: number, nowNs: number): void {
    this.settle(nowNs);
    const path = this.#paths.find(from, to);
    const endpoint = this.#connections.take(from, to, path, nowNs);
    endpoint.latencyNs = this.#paths.latencyNs(path, nowNs);
    endpoint.write(message, Math.max(1, bytes), nowNs);
    this.#pending++;
    if (!endpoint.isFresh) {
      endpoint.isFresh = true;
      this.#fresh[this.#freshCount++] = endpoint;
    }
    if (nowNs >= this.nextNs) return;
    this.nextNs = nowNs;
    this.#host.wakeAt(nowNs);
  }

  /** Does everything that is due now, and what follows until anything else can happen. */
  wake(nowNs: number): void {
    this.nextNs = nowNs;
    const host = this.#host;
    // What is due at one time is done together, whether the time has come or not.
    for (let doneNs = nowNs; ;) {
      if (this.#freshCount > 0) this.#begin(nowNs);
      const atNs = this.#agenda.nextTime;
      const horizonNs = host.horizonNs();
      if (atNs > doneNs && (this.#pending === 0 || atNs >= horizonNs || this.#mayFail(atNs))) break;
      doneNs = Math.max(doneNs, this.#next(horizonNs));
    }
    this.nextNs = this.#pending === 0 ? NEVER : this.#agenda.nextTime;
    if (this.nextNs < NEVER) host.wakeAt(this.nextNs);
  }

  /** Makes up for what happened before a time, if no message is on the way. */
  settle(nowNs: number): void {
    while (this.#pending === 0 && this.#agenda.nextTime < nowNs) this.#next(nowNs);
  }

  /** Whether all messages on the way are such, by their numbers. */
  holdsOnly(isSuch: (message: number) => boolean): boolean {
    return this.#pending === 0 || this.#endpoints.every(({ outgoing }) => outgoing.every(isSuch));
  }

  /** What a link has carried. */
  carried(link: number): Carried {
    return this.#wire.queues.carried(link);
  }

  /** When all that has joined a link has passed. */
  freeNs(link: number): number {
    return this.#wire.queues.freeNs(link);
  }

  /** Sends what was written. */
  #begin(nowNs: number): void {
    this.#wire.horizonNs = nowNs;
    // Nothing is written meanwhile.
    for (let i = 0; i < this.#freshCount; i++) {
      const endpoint = this.#fresh[i];
      endpoint.isFresh = false;
      if (endpoint.state === 'closed' && endpoint.peer.state === 'closed') endpoint.ask(nowNs);
      else endpoint.push(nowNs);
    }
    this.#freshCount = 0;
  }

  /** Whether a connection may be given up at the next event, which its host must not learn before. */
  #mayFail(atNs: number): boolean {
    const item = this.#agenda.peek() as number;
    return (item & 7) === RETRANSMIT && this.#timers.isDue(item, atNs);
  }

  /** @param horizonNs before which nothing happens outside @returns the time until which it went */
  #next(horizonNs: number): number {
    const wire = this.#wire;
    const nowNs = this.#agenda.nextTime;
    const item = this.#agenda.pop() as number;
    wire.nowNs = nowNs;
    wire.horizonNs = horizonNs;
    this.#handle(item, nowNs);
    return wire.nowNs;
  }

  #handle(item: number, nowNs: number): void {
    const number = item >> 3;
    switch (item & 7) {
      case DISTANCE:
        return this.#wire.arrive(number, nowNs);
      case LINK:
        return this.#wire.pass(number, nowNs);
      case ACKNOWLEDGE:
        if (this.#timers.expires(item, nowNs)) this.#endpoints[number].receiver.expire(nowNs);
        return;
      case PACE:
        if (this.#timers.expires(item, nowNs)) this.#endpoints[number].goOn(nowNs);
        return;
      case RETRANSMIT:
        if (this.#timers.expires(item, nowNs)) this.#endpoints[number].expire(nowNs);
    }
  }

  #deliver({ from, to, outgoing }: Endpoint, row: number, packet: number, nowNs: number): void {
    const { queues, packets } = this.#wire;
    const host = this.#host;
    if (host.isWatched) {
      const bytes = outgoing.bytes(row) + HEADER_BYTES;
      const upNs = queues.ns(uplinkOf(from), bytes, nowNs);
      const downNs = queues.ns(downlinkOf(to), bytes, nowNs);
      outgoing.fill(this.passage, row, packets.cells, packet, upNs, downNs, nowNs);
    }
    const message = outgoing.number(row);
    const again = outgoing.repeats(row);
    this.#messages.close(row);
    this.#pending--;
    host.arrive(message, nowNs, again);
  }

  #lose({ outgoing }: Endpoint): void {
    while (!outgoing.isEmpty) {
      const row = outgoing.takeFirst();
      const message = outgoing.number(row);
      this.#messages.close(row);
      this.#pending--;
      this.#host.lose(message, GAVE_UP);
    }
  }

  get #host(): TcpHost {
    assert(this.#given !== undefined, 'TCP is used before it has a host');
    return this.#given;
  }
}
