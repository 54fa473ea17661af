/** The post: turns packets that arrive from the network into messages for their receivers. */

import type { PostOptions } from './post-options.ts';
import { assert } from '../../base/errors.ts';
import { Arena, isCrowd } from '../wire/bytes.ts';
import { type Codec, codecOf } from '../wire/codec.ts';
import { type AnyMessageType, decodeMessage, type Decoded } from '../wire/message.ts';
import {
  ASKS,
  FROM,
  ID,
  Packets,
  PAYLOAD,
  place,
  RETRANSMISSIONS,
  TO,
  TYPE,
  WIRE,
} from '../messages/packets.ts';
import { Outbox } from './outbox.ts';
import { Payloads } from '../messages/payloads.ts';
import type { Process } from '../actors/process.ts';
import { DONE, DOWN, Conversation } from '../actors/conversation.ts';
import type { Taken } from '../actors/letters.ts';
import { Spoken } from '../messages/spoken.ts';
import type { Tcp } from '../tcp/tcp.ts';
import { Transport } from '../network/transport.ts';

/** What the post needs from the simulation. */
export interface PostHost {
  readonly nowNs: () => number;
  /** Something happened now: the run ends with the last of these. */
  readonly happened: () => void;
  /** Passes the packet to {@link Post.advance} at that time. */
  readonly later: (atNs: number, packet: number) => void;
  /** Wakes flows after all other events of that time. */
  readonly flowsAt: (atNs: number, tcp: Tcp) => void;
  /** Resumes an actor: one that starts with undefined, one that waited with what it received. */
  readonly resume: (process: Process, taken: Taken | undefined) => void;
}

/** The post of a simulation. */
export class Post {
  readonly #host: PostHost;
  readonly #options: PostOptions;
  readonly #isCrowd: boolean;
  readonly #payloads: Payloads;
  readonly #packets: Packets;
  readonly #transport: Transport;
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  readonly #codecs: readonly (Codec | undefined)[];
  readonly #outbox: Outbox;
  readonly conversation: Conversation;
  readonly #spoken: Spoken;
  /** Whether the run has ended, and packets in transit are only followed to their ends. */
  #over = false;

  constructor(host: PostHost, options: PostOptions) {
    const { bus, network, types, directory, bounds, digester, watcher } = options;
    this.#host = host;
    this.#options = options;
    this.#isCrowd = isCrowd(directory.size);
    this.#payloads = new Payloads(this.#isCrowd, digester);
    this.#spoken = new Spoken(this.#payloads);
    this.#packets = new Packets(this.#payloads, bounds);
    this.#types = new Map(types.map((type) => [type.name, type]));
    this.#codecs = types.map(codecOf);
    const onTheWay = {
      nowNs: host.nowNs,
      later: host.later,
      flowsAt: host.flowsAt,
      deliver: (packet: number) => (this.#over ? this.#packets.close(packet) : this.#deliver(packet)),
      lose: (packet: number, reason: string) => {
        const { cells } = this.#packets;
        const row = place(packet);
        const [id, wireBytes] = [cells[row + ID] >>> 0, cells[row + WIRE]];
        this.#packets.close(packet);
        if (!this.#over) bus.emit('lost', { timeNs: host.nowNs(), id, wireBytes, reason });
      },
    };
    this.#transport = new Transport(network, this.#packets, this.#payloads, types, onTheWay, watcher);
    this.#outbox = new Outbox(options, this.#payloads, this.#packets, {
      nowNs: host.nowNs,
      depart: (packet) => this.#transport.depart(packet),
    });
    this.conversation = new Conversation(
      {
        nowNs: host.nowNs,
        send: (process, message, asks) => this.#outbox.send(process, message, asks),
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

  /** Advances a packet whose time has come. */
  advance(packet: number): void {
    this.#transport.advance(packet);
  }

  /** The same after the run has ended: only a watcher of links is told. */
  carryOn(packet: number): void {
    this.#over = true;
    this.#transport.advance(packet);
  }

  #deliver(packet: number): void {
    this.#host.happened();
    const timeNs = this.#host.nowNs();
    const { bus, processes, directory, messageBytes } = this.#options;
    const { cells } = this.#packets;
    const row = place(packet);
    const id = cells[row + ID] >>> 0;
    const from = cells[row + FROM];
    const to = cells[row + TO];
    const payload = cells[row + PAYLOAD];
    const bytes = this.#payloads.size(payload);
    const digest = this.#payloads.digest(payload);
    this.#spoken.of = payload;
    bus.delivered(
      timeNs,
      id,
      from,
      to,
      bytes,
      cells[row + WIRE],
      cells[row + RETRANSMISSIONS],
      digest,
      this.#spoken,
    );
    let process = processes.find(to);
    const refusal =
      process?.finished === true
        ? DONE
        : processes.isDown(to)
          ? DOWN
          : bytes > messageBytes
            ? 'too large'
            : undefined;
    const asks = cells[row + ASKS] === 1;
    if (refusal !== undefined) {
      this.#packets.close(packet);
      this.#refuse(id, to, refusal);
      if (asks && process?.finished === true)
        this.conversation.sayAgain(process, directory.name(from), false);
      return;
    }
    const message = this.#read(packet, this.#arenaOf(process));
    this.#packets.close(packet);
    if ('malformed' in message) return this.#refuse(id, to, `malformed: ${message.malformed}`);
    // An actor starts only for a well-formed message.
    if (process === undefined) {
      process = processes.start(to);
      this.#host.resume(process, undefined);
      // It may have crashed at its first message.
      if (process.gone) return this.#refuse(id, to, DOWN);
    }
    const { type, body } = message;
    this.conversation.take(process, {
      id,
      sender: from,
      from: directory.name(from),
      type,
      body,
      bytes,
      // As a signed integer it needs no object of its own.
      digest: typeof digest === 'number' ? digest | 0 : digest,
      asks,
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

  /** Decodes a packet's payload, which usually is a message of the type that was sent. */
  #read(packet: number, arena: Arena): Decoded {
    const { cells } = this.#packets;
    const row = place(packet);
    const payloads = this.#payloads;
    const payload = cells[row + PAYLOAD];
    const number = cells[row + TYPE];
    const start = payloads.start(payload);
    const end = payloads.end(payload);
    const memory = payloads.memory(payload);
    const carried = payloads.carried(payload);
    const body = this.#codecs[number]?.read(memory, start, end, arena, carried);
    if (body !== undefined) return { type: this.#options.types[number], body };
    assert(carried === undefined, 'a message is read otherwise than it was written');
    return decodeMessage(memory.subarray(start, end), this.#types, arena);
  }

  #refuse(id: number, by: number, reason: string): void {
    this.#options.bus.emit('refused', { timeNs: this.#host.nowNs(), id, by, reason });
  }
}
