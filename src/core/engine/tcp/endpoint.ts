/** One end of a connection: sends its stream and receives the other's, in packets that carry data, acknowledgements, or both. */

import { powerOfTwo } from '../../math/elementary/index.ts';
import type { Control } from '../congestion/control.ts';
import { LOSS_WAIT, type MessageRows, OPENING_WAIT, Outgoing, WINDOW_WAIT } from './outgoing.ts';
import type { Outlet } from './outlet.ts';
import {
  ACK,
  AGAIN,
  BLOCKS,
  BYTES,
  ECHO,
  END,
  ENDPOINT,
  FLAGS,
  HEADER_BYTES,
  NONE,
  START,
  SYN,
  WINDOW_END,
} from '../queues/ip-packets.ts';
import { Receiver } from './receiver.ts';
import { FIRST_TIMEOUT_NS } from '../congestion/round-trips.ts';
import * as segment from '../congestion/segments.ts';
import { Sender } from './sender.ts';
import { SYN_BYTES, type TcpSpec } from './spec.ts';
import { RETRANSMIT, type Timers } from './timers.ts';
import type { Station, Wire } from './wire.ts';

/** What all endpoints share. */
export interface Stack {
  readonly spec: TcpSpec;
  readonly retransmitNs: number;
  readonly wire: Wire;
  readonly timers: Timers;
  readonly segments: segment.Segments;
  readonly messages: MessageRows;
  /** A packet completes a message of an endpoint, whose row is closed then. */
  deliver(endpoint: Endpoint, message: number, packet: number, nowNs: number): void;
  /** The connection gave up on all messages of an endpoint. */
  lose(endpoint: Endpoint): void;
}

/** Where an endpoint is on a path: its number, its actors, and the links in between. */
export interface Place {
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly path: number;
  readonly route: readonly number[];
  /** The latency of shared links, in addition to that of the path. */
  readonly extraNs: number;
}

/** Whether a connection is open, or which end has asked for it. */
type State = 'closed' | 'asks' | 'is asked' | 'open';

/** A connection is given up when opening it has failed this often (`tcp_syn_retries`). */
const MOST_OPENINGS = 6;

export class Endpoint implements Station, Outlet {
  readonly number: number;
  readonly from: number;
  readonly to: number;
  readonly path: number;
  readonly route: readonly number[];
  readonly extraNs: number;
  readonly sender: Sender;
  readonly receiver: Receiver;
  readonly outgoing: Outgoing;
  /** Set when both exist. */
  peer: Endpoint = this;
  state: State = 'closed';
  /** One way, of what is sent now. */
  latencyNs: number;
  /** When the last packet leaves its side, and when the last that came to the other side is through. */
  leftNs = 0;
  throughNs = 0;
  /** Whether a message was written since it was last pushed. */
  isFresh = false;
  readonly #stack: Stack;
  #askedNs = 0;
  #asked = 0;

  constructor(stack: Stack, place: Place, latencyNs: number, control: Control) {
    this.number = place.number;
    this.from = place.from;
    this.to = place.to;
    this.path = place.path;
    this.route = place.route;
    this.extraNs = place.extraNs;
    this.latencyNs = latencyNs;
    this.#stack = stack;
    const { spec, segments, retransmitNs, messages } = stack;
    this.sender = new Sender(this, segments, spec, control, retransmitNs);
    this.receiver = new Receiver(this, spec);
    this.outgoing = new Outgoing(messages);
  }

  /** Asks the other end to open the connection (SYN), or answers that (SYN and ACK). */
  ask(nowNs: number): void {
    this.state = this.peer.state === 'asks' ? 'is asked' : 'asks';
    this.#asked = 0;
    this.#ask(nowNs);
  }

  /** The connection has been open for long enough to know its round trip. */
  beOpen(): void {
    this.state = 'open';
    this.sender.trips.measure(this.latencyNs + this.peer.latencyNs + 2 * this.extraNs, 0, 0);
  }

  write(message: number, bytes: number, nowNs: number): void {
    const { sender } = this;
    this.outgoing.add(message, sender.written, sender.written + bytes, nowNs);
    sender.write(bytes, nowNs);
  }

  /** Sends what may be sent. */
  push(nowNs: number): void {
    if (this.state !== 'open' || this.sender.next === this.sender.written) return;
    this.#account(nowNs);
    this.sender.push(nowNs);
    this.outgoing.sent(this.sender.next, nowNs);
  }

  /** A packet has come. */
  receive(packet: number, nowNs: number): void {
    const { packets } = this.#stack.wire;
    const { cells } = packets;
    if ((cells[packet + FLAGS] & SYN) !== 0) return this.#open(nowNs);
    if (this.state === 'is asked') this.#opened(nowNs);
    if (this.state !== 'open') return;
    const { sender, receiver, peer } = this;
    this.#account(nowNs);
    receiver.stamp(cells, packet);
    sender.acknowledge(packets, packet, nowNs);
    if (cells[packet + END] > cells[packet + START]) {
      receiver.take(cells, packet, sender.trips.timeoutNs, nowNs);
      const { outgoing } = peer;
      for (let row = outgoing.take(receiver.next); row !== NONE; row = outgoing.take(receiver.next))
        this.#stack.deliver(peer, row, packet, nowNs);
    }
    this.push(nowNs);
    receiver.answer(nowNs);
  }

  /** The timer for retransmission has gone off. */
  expire(nowNs: number): void {
    this.#account(nowNs);
    if (this.state === 'open') {
      if (this.sender.expire(nowNs)) this.#fail();
      else this.outgoing.sent(this.sender.next, nowNs);
    } else if (this.#asked <= MOST_OPENINGS) this.#ask(nowNs);
    else {
      this.#fail();
      this.peer.#fail();
      this.state = this.peer.state = 'closed';
    }
  }

  /** The timer of the pace has gone off. */
  goOn(nowNs: number): void {
    this.sender.recovery.resend(nowNs);
    this.push(nowNs);
  }

  setTimer(kind: number, atNs: number): void {
    this.#stack.timers.set(this.number, kind, atNs);
  }

  clearTimer(kind: number): void {
    this.#stack.timers.clear(this.number, kind);
  }

  /** Sends a segment of the stream. */
  sendData(start: number, end: number, isAgain: boolean, nowNs: number): void {
    const packet = this.#packet(start, end, HEADER_BYTES + end - start);
    this.#stack.wire.packets.cells[packet + FLAGS] = isAgain ? AGAIN : 0;
    this.receiver.acknowledged(true, nowNs);
    this.#stack.wire.send(packet, nowNs);
  }

  /** Sends a segment again. @param row of the segment */
  repeat(row: number, nowNs: number): void {
    const { cells } = this.#stack.segments;
    const start = cells[row + segment.START];
    this.outgoing.repeat(start);
    this.sendData(start, cells[row + segment.END], true, nowNs);
  }

  /** Sends an acknowledgement without data. */
  sendAcknowledgement(nowNs: number): void {
    const { packets } = this.#stack.wire;
    const at = this.sender.next;
    const packet = this.#packet(at, at, HEADER_BYTES);
    const blocks = this.receiver.report(packets.blocks, packets.placeOfBlocks(packet));
    if (blocks > 0) {
      packets.cells[packet + BLOCKS] = blocks;
      packets.cells[packet + BYTES] += 4 + 8 * blocks;
    }
    this.receiver.acknowledged(false, nowNs);
    this.#stack.wire.send(packet, nowNs);
  }

  #packet(start: number, end: number, bytes: number): number {
    const { packets } = this.#stack.wire;
    const packet = packets.open();
    const { cells } = packets;
    cells[packet + ENDPOINT] = this.number;
    cells[packet + BYTES] = bytes;
    cells[packet + FLAGS] = 0;
    cells[packet + START] = start;
    cells[packet + END] = end;
    cells[packet + ACK] = this.receiver.next;
    cells[packet + WINDOW_END] = this.receiver.windowEnd;
    cells[packet + ECHO] = this.receiver.echoNs;
    cells[packet + BLOCKS] = 0;
    return packet;
  }

  #ask(nowNs: number): void {
    const packet = this.#packet(0, 0, SYN_BYTES);
    this.#stack.wire.packets.cells[packet + FLAGS] = SYN;
    if (this.#asked === 0) this.#askedNs = nowNs;
    this.setTimer(RETRANSMIT, nowNs + FIRST_TIMEOUT_NS * powerOfTwo(this.#asked++));
    this.#stack.wire.send(packet, nowNs);
  }

  /** The other end asks, or answers. */
  #open(nowNs: number): void {
    if (this.state === 'closed') this.ask(nowNs);
    else if (this.state === 'asks') {
      this.#opened(nowNs);
      this.sendAcknowledgement(nowNs);
      this.push(nowNs);
    } else if (this.state === 'open') this.sendAcknowledgement(nowNs);
  }

  #opened(nowNs: number): void {
    this.#account(nowNs);
    this.state = 'open';
    this.clearTimer(RETRANSMIT);
    const { sender } = this;
    // The answer to a repeated question may be that to the first one.
    if (this.#asked === 1) sender.trips.measure(nowNs - this.#askedNs, sender.acknowledged, sender.next);
  }

  #account(nowNs: number): void {
    const why = this.state !== 'open' ? OPENING_WAIT : this.sender.recovery.isOpen ? WINDOW_WAIT : LOSS_WAIT;
    this.outgoing.wait(why, this.leftNs, this.throughNs, nowNs);
  }

  #fail(): void {
    this.sender.fail();
    this.peer.receiver.skip(this.sender.written);
    this.#stack.lose(this);
  }
}
