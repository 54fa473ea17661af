/** Messaging: turns packets that arrive from the network into messages for their receivers. */

import type { MessagingOptions } from './messaging-options.ts';
import { assert } from '../../base/errors.ts';
import { Arena, isCrowd } from '../wire/bytes.ts';
import { Codecs } from '../wire/codec.ts';
import { type AnyMessageType, decodeMessage, type Decoded } from '../wire/message.ts';
import {
  WANTS_REPLY,
  FROM,
  ID,
  Packets,
  PAYLOAD,
  place,
  RETRANSMISSIONS,
  RULE,
  TO,
  TYPE,
  WIRE,
} from '../messages/packets.ts';
import { Outbox } from './outbox.ts';
import { Payloads } from '../messages/payloads.ts';
import type { Process } from '../actors/process.ts';
import { DONE, DOWN, MessageExchange } from '../actors/message-exchange.ts';
import type { ReceivedMessages } from '../actors/received-batch.ts';
import { DeliveredView } from '../messages/message-view.ts';
import type { Tcp } from '../tcp/tcp.ts';
import { Transport } from '../network/transport.ts';

/** What is read where nothing can be unwrapped: no message. */
const NOT_WRAPPED = new Uint8Array();

/** What messaging needs from the simulation. */
export interface MessagingHost {
  readonly nowNs: () => number;
  /** Whether the run has ended, and packets in transit are only followed to their ends. */
  readonly isOver: () => boolean;
  /** Something happened now: the run ends with the last of these. */
  readonly happened: () => void;
  /** Passes the packet to {@link Messaging.advance} at that time. */
  readonly later: (atNs: number, packet: number) => void;
  /** Takes back what {@link later} was told of the packet. */
  readonly notLater: (packet: number) => void;
  /** Wakes flows after all other events of that time. */
  readonly flowsAt: (atNs: number, tcp: Tcp) => void;
  /** Nothing else happens before this time. */
  readonly horizonNs: () => number;
  /** Resumes an actor: one that starts with undefined, one that waited with what it received. */
  readonly resume: (process: Process, received: ReceivedMessages | undefined) => void;
}

/** The messaging of a simulation: outgoing messages, their transport, and their receipt. */
export class Messaging {
  readonly #host: MessagingHost;
  readonly #options: MessagingOptions;
  readonly #isCrowd: boolean;
  readonly #payloads: Payloads;
  readonly #packets: Packets;
  readonly #transport: Transport;
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  readonly #codecs: Codecs;
  readonly #outbox: Outbox;
  readonly exchange: MessageExchange;
  /** The message that the bus announces. */
  readonly #delivered: DeliveredView;

  constructor(host: MessagingHost, options: MessagingOptions) {
    const { bus, network, types, directory, bounds, digester, watcher } = options;
    this.#host = host;
    this.#options = options;
    this.#isCrowd = isCrowd(directory.size);
    this.#payloads = new Payloads(this.#isCrowd, digester, directory.size);
    this.#delivered = new DeliveredView(this.#payloads);
    this.#packets = new Packets(this.#payloads, bounds);
    this.#types = new Map(types.map((type) => [type.name, type]));
    this.#codecs = new Codecs(types);
    const transportHost = {
      nowNs: host.nowNs,
      later: host.later,
      notLater: host.notLater,
      flowsAt: host.flowsAt,
      horizonNs: host.horizonNs,
      deliver: (packet: number) => (host.isOver() ? this.#packets.close(packet) : this.#deliver(packet)),
      lose: (packet: number, reason: string) => {
        const { cells } = this.#packets;
        const row = place(packet);
        const [id, wireBytes] = [cells[row + ID] >>> 0, cells[row + WIRE]];
        this.#packets.close(packet);
        if (!host.isOver()) bus.emit('lost', { timeNs: host.nowNs(), id, wireBytes, reason });
      },
    };
    this.#transport = new Transport(network, this.#packets, this.#payloads, types, transportHost, watcher);
    this.#outbox = new Outbox(options, this.#payloads, this.#packets, {
      nowNs: host.nowNs,
      send: (packet) => this.#transport.send(packet),
    });
    this.exchange = new MessageExchange(
      {
        nowNs: host.nowNs,
        send: (process, message, wantsReply) => this.#outbox.send(process, message, wantsReply),
        resume: host.resume,
        refuse: (id, by, reason) => this.#refuse(id, by, reason),
      },
      bounds,
    );
  }

  /** The receiver of a packet. */
  receiver(packet: number): number {
    return this.#packets.cells[place(packet) + TO];
  }

  /** Reads what these packets need when they advance, see {@link Payloads.fetch}; negative numbers are no packets. */
  fetch(packets: Int32Array): void {
    const { cells } = this.#packets;
    const last = this.#options.network.rules.length;
    // As a loop without calls, so that one request does not wait for another.
    const arriving = new Int32Array(packets.length);
    let count = 0;
    for (let i = 0; i < packets.length; i++) {
      const packet = packets[i];
      if (packet < 0) continue;
      arriving[count] = cells[place(packet) + PAYLOAD];
      if (cells[place(packet) + RULE] > last) count++;
    }
    this.#payloads.fetch(arriving.subarray(0, count));
  }

  /** Advances a packet whose time has come. */
  advance(packet: number): void {
    this.#transport.advance(packet);
  }

  #deliver(packet: number): void {
    this.#host.happened();
    const { bus, processes, directory, messageBytes } = this.#options;
    const { cells } = this.#packets;
    const row = place(packet);
    const id = cells[row + ID] >>> 0;
    const from = cells[row + FROM];
    const to = cells[row + TO];
    const payload = cells[row + PAYLOAD];
    const bytes = this.#payloads.size(payload);
    const digest = this.#payloads.digest(payload);
    const delivered = this.#delivered;
    delivered.timeNs = this.#host.nowNs();
    delivered.id = id;
    delivered.from = from;
    delivered.to = to;
    delivered.payloadBytes = bytes;
    delivered.wireBytes = cells[row + WIRE];
    delivered.retransmissions = cells[row + RETRANSMISSIONS];
    delivered.digest = digest;
    const content = bytes > messageBytes ? payload : this.#unwrapped(payload);
    delivered.payload.number = content;
    bus.delivered(delivered);
    let process = processes.find(to);
    const refusal =
      process?.finished === true
        ? DONE
        : processes.isDown(to)
          ? DOWN
          : bytes > messageBytes
            ? 'too large'
            : undefined;
    const wantsReply = cells[row + WANTS_REPLY] === 1;
    if (refusal !== undefined) {
      this.#close(packet, content);
      this.#refuse(id, to, refusal);
      if (wantsReply && process?.finished === true)
        this.exchange.retransmit(process, directory.name(from), false);
      return;
    }
    const message = this.#read(cells[row + TYPE], content, this.#arenaOf(process));
    this.#close(packet, content);
    if ('malformed' in message) return this.#refuse(id, to, `malformed: ${message.malformed}`);
    // An actor starts only for a well-formed message.
    if (process === undefined) {
      process = processes.start(to);
      this.#host.resume(process, undefined);
      // It may have crashed at its first message.
      if (process.gone) return this.#refuse(id, to, DOWN);
    }
    const { type, body } = message;
    this.exchange.receive(process, {
      id,
      sender: from,
      from: directory.name(from),
      type,
      body,
      bytes,
      // As a signed integer it needs no object of its own.
      digest: typeof digest === 'number' ? digest | 0 : digest,
      wantsReply,
    });
  }

  /**
   * The arena for the vectors of an actor's next message. An actor that waits for one message has usually dropped the one before, and
   * in a crowd that memory is worth more than the time to allocate a new arena.
   */
  #arenaOf(process: Process | undefined): Arena {
    if (process === undefined || (this.#isCrowd && process.wait?.wanted === 1))
      return new Arena(this.#payloads);
    return (process.arena ??= new Arena(this.#payloads));
  }

  /** The payload of the message in one that arrived: the same, unless messages are wrapped and this one was. */
  #unwrapped(payload: number): number {
    const { wrapping, messageBytes } = this.#options;
    if (wrapping === undefined) return payload;
    const bytes = wrapping.unwrap(this.#payloads.show(payload), messageBytes);
    return this.#payloads.put(bytes ?? NOT_WRAPPED);
  }

  /** @param content the payload of its message, see {@link #unwrapped} */
  #close(packet: number, content: number): void {
    if (content !== this.#packets.cells[place(packet) + PAYLOAD]) this.#payloads.release(content);
    this.#packets.close(packet);
  }

  /** Decodes a payload, which usually is a message of the type with this number. */
  #read(number: number, payload: number, arena: Arena): Decoded {
    const payloads = this.#payloads;
    const start = payloads.start(payload);
    const end = payloads.end(payload);
    const memory = payloads.memory(payload);
    const carried = payloads.carried(payload);
    const codec = this.#codecs.of(number);
    const own = codec?.inPlace === true && payloads.handOver(payload);
    const body = codec?.read(memory, start, end, arena, carried, own);
    if (body !== undefined) return { type: this.#options.types[number], body };
    assert(carried === undefined, 'a message is read otherwise than it was written');
    // A copy, as a kind of field of a plugin's may keep what it reads, and with it would have all that lies around it.
    return decodeMessage(memory.slice(start, end), this.#types, arena);
  }

  #refuse(id: number, by: number, reason: string): void {
    this.#options.bus.emit('refused', { timeNs: this.#host.nowNs(), id, by, reason });
  }
}
