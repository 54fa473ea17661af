/**
 * TCP between all parties, as a fluid model: events are changes of rates, not single packets. Between two parties there is one
 * connection, on which messages follow each other as a stream of bytes.
 *
 * - A message of few segments for which the window has room passes as a train of packets: it queues at the uplink, takes its
 *   latency, and goes through the downlink packet by packet while the rest still arrives. Most messages do.
 * - Of other messages, as much as the window allows moves at once, over both links together, at a max-min fair rate; the
 *   acknowledgements come one round trip after that part began to move, and the window doubles.
 *
 * Published models of the kind: Velho, Schnorr, Casanova, Legrand, "On the validity of flow-level TCP network models for grid and
 * cloud simulations" (2013), on SimGrid. Differences: the rounds of slow start are followed one by one, short trains do not share, and
 * acknowledgements take their bytes from the links that they use and not a share of every rate.
 */

import { assert } from '../../base/errors.ts';
import type { Paths } from './paths.ts';
import { EventQueue } from '../clock/queue.ts';
import { freeNs, sendable } from './admission.ts';
import { Connections } from './connections.ts';
import { type Direction, type Message, noTime } from './direction.ts';
import { downlinkOf, type Ends, uplinkOf } from './ends.ts';
import { Flow } from './flow.ts';
import { Flows } from './flows.ts';
import { GAVE_UP, GONE, LATER, type TcpHost } from './host.ts';
import { lossesOf, recoveryNs } from './losses.ts';
import { ackBytesOf, firstSize, NO_SIZE, type Size } from './size.ts';
import { ANSWERER_BYTES, DELAYED_ACK_NS, fullBytes, OPENER_BYTES, type TcpSpec } from './spec.ts';

export interface TcpOptions {
  /** By number, see {@link uplinkOf}. */
  readonly ends: Ends;
  readonly paths: Paths;
  /** The least time before lost segments are sent again. */
  readonly retransmitNs: number;
}

export class Tcp {
  readonly ends: Ends;
  readonly spec: TcpSpec;
  /** When it wakes next. */
  nextNs = Number.POSITIVE_INFINITY;
  readonly #paths: Paths;
  readonly #retransmitNs: number;
  readonly #flows: Flows;
  readonly #agenda = new EventQueue();
  /** What losses cost the message that was sent last: time, infinite if it was given up, and segments sent again. */
  lossNs = 0;
  again = 0;
  /** Its latency, and the bytes that its links carry. */
  latencyNs = 0;
  size = NO_SIZE;
  readonly #connections: Connections;
  /** Parts of messages that move, by the numbers of links. */
  readonly #moving: (Flow | undefined)[] = [];
  #given: TcpHost | undefined;

  constructor(spec: TcpSpec, { ends, paths, retransmitNs }: TcpOptions) {
    this.spec = spec;
    this.ends = ends;
    this.#paths = paths;
    this.#retransmitNs = retransmitNs;
    this.#flows = new Flows(ends);
    this.#connections = new Connections(spec, ends, paths);
  }

  begin(host: TcpHost): void {
    this.#given = host;
  }

  /** Whether a connection opens for a message sent now. */
  opens(from: number, to: number): boolean {
    return this.spec.connect === 'first' && !this.#connections.isOpen(this.#paths.find(from, to));
  }

  /** What a message sent now would take, together with its connection if that opens for it. @param bytes of the stream */
  wireBytes(from: number, to: number, bytes: number, nowNs: number): number {
    const direction = this.#connections.find(this.#paths.find(from, to));
    const opens = direction === undefined && this.spec.connect === 'first';
    const size = direction?.sizeOf(bytes, nowNs, this.#timeoutNs(direction)) ?? firstSize(bytes, this.spec);
    return size.bytes + size.ackBytes + (opens ? OPENER_BYTES + ANSWERER_BYTES : 0);
  }

  /**
   * Sends a message.
   * @param bytes of the stream, without headers
   * @returns when its last packet reaches the downlink, for a train; {@link LATER} if that is not known yet,
   *   and {@link GONE} if the connection gave it up
   */
  send(message: number, from: number, to: number, bytes: number, nowNs: number): number {
    const link = this.#paths.find(from, to);
    const direction = this.#connections.take(from, to, link, nowNs);
    const latencyNs = (this.latencyNs = direction.latencyNs = this.#paths.latencyNs(link, nowNs));
    const { spec } = this;
    const timeoutNs = this.#timeoutNs(direction);
    const size = (this.size = direction.sizeOf(bytes, nowNs, timeoutNs));
    const { segments } = size;
    direction.expect(segments, nowNs, timeoutNs);
    if (
      segments <= spec.initialWindow &&
      !spec.nagle &&
      direction.queue.length === 0 &&
      nowNs >= direction.readyNs &&
      segments <= direction.room(nowNs, timeoutNs)
    ) {
      const leftNs = this.#train(direction, size, nowNs);
      if (leftNs === GONE) return GONE;
      direction.fill(size.filled, nowNs);
      return leftNs + latencyNs;
    }
    direction.queue.push({
      number: message,
      size,
      latencyNs,
      sent: 0,
      why: 'behindNs',
      sinceNs: nowNs,
      passage: noTime(latencyNs),
    });
    // With Nagle's algorithm, more to send releases what waited.
    if (direction.queue.length === 1 || spec.nagle) this.#retry(direction, nowNs);
    return LATER;
  }

  /** A train has reached its receiver's downlink. @returns when it is through */
  receive(from: number, to: number, segments: number, bytes: number, ackBytes: number, atNs: number): number {
    const { spec, ends } = this;
    const packet = Math.min(bytes, fullBytes(spec));
    const trainNs = ends.ns(uplinkOf(from), bytes - packet);
    ends.passBoth(to, from, ackBytes, atNs);
    const throughNs = ends.cutThrough(downlinkOf(to), bytes, packet, trainNs, atNs);
    this.#connections.of(this.#paths.find(from, to)).acknowledgements.take(segments, throughNs);
    return throughNs;
  }

  /** Does everything that is due now. Nothing in here is announced. */
  wake(nowNs: number): void {
    this.nextNs = nowNs;
    for (let timeNs = this.#agenda.nextTime; timeNs <= nowNs; timeNs = this.#agenda.nextTime) {
      const direction = this.#connections.of(this.#agenda.pop() as number);
      // It was handled earlier, or is due later.
      if (direction.dueNs !== timeNs) continue;
      direction.dueNs = Number.POSITIVE_INFINITY;
      const flow = this.#moving[direction.link];
      if (flow === undefined) this.#resume(direction, nowNs);
      else {
        flow.advance(nowNs);
        if (flow.isThrough) {
          this.#flows.end(flow);
          this.#through(direction, flow, nowNs);
        } else this.#flows.late(flow);
      }
    }
    // A part that ends later than expected is checked at the time at which it was expected.
    this.#flows.settle(nowNs, ({ direction, endNs }) => {
      if (endNs < direction.dueNs) this.#retry(direction, endNs);
    });
    this.nextNs = this.#agenda.nextTime;
    if (this.nextNs < Number.POSITIVE_INFINITY) this.#host.wakeAt(this.nextNs);
  }

  /** Whether all messages that wait to leave or are leaving are such, by their numbers. */
  holdsOnly(isSuch: (message: number) => boolean): boolean {
    return this.#connections.directions.every(({ queue }) => queue.every(({ number }) => isSuch(number)));
  }

  /** Sends as much as may leave now. */
  #resume(direction: Direction, nowNs: number): void {
    const { queue } = direction;
    for (let head = queue[0]; head !== undefined && !direction.moves; head = queue[0]) {
      head.passage[head.why] += nowNs - head.sinceNs;
      head.sinceNs = nowNs;
      const timeoutNs = this.#timeoutNs(direction);
      const atNs = freeNs(direction, head, { spec: this.spec, nowNs, timeoutNs });
      if (atNs > nowNs) return this.#retry(direction, atNs);
      const room = Math.min(
        sendable(direction, head, { spec: this.spec, nowNs }),
        direction.room(nowNs, timeoutNs),
      );
      if (head.sent === 0 && head.size.segments <= Math.min(room, this.spec.initialWindow))
        this.#sendWhole(direction, head, nowNs);
      else this.#sendPart(direction, head, room, nowNs);
    }
  }

  #sendWhole(direction: Direction, head: Message, nowNs: number): void {
    const { queue, from } = direction;
    const { passage, latencyNs, size } = head;
    queue.shift();
    const atNs = this.#train(direction, size, nowNs);
    if (atNs === GONE) return this.#host.lose(head.number, GAVE_UP);
    passage.lossNs += this.lossNs;
    passage.again += this.again;
    passage.uplinkNs += atNs - this.lossNs - nowNs;
    passage.uplinkOwnNs += this.ends.ns(uplinkOf(from), size.bytes);
    this.#host.arrive(head.number, atNs + latencyNs, true, passage);
  }

  /** @returns when a train, with its lost segments sent again, has left its uplink; {@link GONE} if it was given up */
  #train(direction: Direction, { segments, bytes }: Size, nowNs: number): number {
    direction.leave(segments);
    const leftNs = this.ends.pass(uplinkOf(direction.from), bytes, nowNs);
    this.#left(direction, segments, leftNs);
    this.#recover(direction, segments, nowNs);
    return this.lossNs === Number.POSITIVE_INFINITY ? GONE : leftNs + this.lossNs;
  }

  #sendPart(direction: Direction, head: Message, room: number, nowNs: number): void {
    const { from, to } = direction;
    const { size } = head;
    const left = size.segments - head.sent;
    const segments = Math.min(room, left);
    const packet = fullBytes(this.spec);
    const bytes = segments === left ? size.bytes - head.sent * packet : segments * packet;
    const flow = new Flow(direction, uplinkOf(from), downlinkOf(to), segments, bytes, nowNs, this.ends);
    direction.leave(segments);
    direction.moves = true;
    if (this.ends.bps(flow.up) === this.ends.bps(flow.down) && this.ends.ns(flow.up, 1) === 0)
      return this.#through(direction, flow, nowNs);
    this.#moving[direction.link] = flow;
    this.#flows.begin(flow);
  }

  /** A part of the first message has left, and reaches the other end one latency later. */
  #through(direction: Direction, flow: Flow, nowNs: number): void {
    const { queue, from, to } = direction;
    const { up, down, segments, bytes } = flow;
    const head = queue[0];
    const { passage, size } = head;
    direction.moves = false;
    this.#moving[direction.link] = undefined;
    this.ends.passBoth(to, from, ackBytesOf(size, head.sent, head.sent + segments), nowNs);
    head.sent += segments;
    flow.tell(passage);
    this.#left(direction, segments, nowNs);
    this.#recover(direction, segments, nowNs);
    passage.again += this.again;
    head.sinceNs = nowNs;
    direction.recoveredNs = nowNs + this.lossNs;
    if (this.lossNs === Number.POSITIVE_INFINITY) {
      queue.shift();
      direction.recoveredNs = nowNs;
      this.#host.lose(head.number, GAVE_UP);
    } else if (head.sent === size.segments) {
      queue.shift();
      const packet = Math.min(bytes, fullBytes(this.spec));
      const lastNs = Math.min(this.ends.ns(up, packet), this.ends.ns(down, packet));
      passage.lossNs += this.lossNs;
      passage.downlinkNs += lastNs;
      passage.downlinkOwnNs += lastNs;
      const atNs = nowNs + this.lossNs + head.latencyNs + lastNs;
      direction.acknowledgements.take(size.segments, atNs);
      this.#host.arrive(head.number, atNs, false, passage);
    } else head.why = this.lossNs > 0 ? 'lossNs' : 'windowNs';
    this.#resume(direction, nowNs);
  }

  #left(direction: Direction, segments: number, leftNs: number): void {
    const heldNs = this.spec.delayedAcks && segments % 2 === 1 ? DELAYED_ACK_NS : 0;
    direction.lastNs = leftNs;
    direction.acknowledgedNs = leftNs + direction.roundTripNs + heldNs;
  }

  /** Draws how many of these segments are lost and sent again, into `lossNs` and `again`. */
  #recover(direction: Direction, segments: number, nowNs: number): void {
    const { link, from, to } = direction;
    this.lossNs = 0;
    this.again = 0;
    if (!this.#paths.loses(link)) return;
    const losses = lossesOf(segments, () => this.#paths.isLost(link));
    if (losses.again === 0) return;
    this.again = losses.again;
    this.lossNs = recoveryNs(losses, direction.roundTripNs, this.#timeoutNs(direction));
    direction.shrink(losses.quickly);
    this.ends.passBoth(from, to, losses.again * fullBytes(this.spec), nowNs);
  }

  #timeoutNs(direction: Direction): number {
    return this.#retransmitNs + direction.roundTripNs;
  }

  #retry(direction: Direction, atNs: number): void {
    direction.dueNs = atNs;
    // What is due at the same time is done in the order of links, however early it was known.
    this.#agenda.push(atNs, direction.link, direction.link);
    if (atNs >= this.nextNs) return;
    this.nextNs = atNs;
    this.#host.wakeAt(atNs);
  }

  get #host(): TcpHost {
    assert(this.#given !== undefined, 'TCP is used before it has a host');
    return this.#given;
  }
}
