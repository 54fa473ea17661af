/** The post: packets that come through the network become their receivers' mail. */

import type { PostOptions } from './post-options.ts';
import { assert } from '../../base/errors.ts';
import { Arena, isCrowd } from '../wire/bytes.ts';
import { type Codec, codecOf } from '../wire/codec.ts';
import { type AnyMessageType, decodeMessage, type Decoded } from '../wire/message.ts';
import { ASKS, FROM, ID, Packets, PAYLOAD, place, RETRANSMISSIONS, TO, TYPE, WIRE } from './packets.ts';
import { Outbox } from './outbox.ts';
import { Payloads } from './payloads.ts';
import type { Process } from './process.ts';
import { DONE, DOWN, Conversation } from './conversation.ts';
import type { Taken } from './letters.ts';
import { Spoken } from './spoken.ts';
import type { Tcp } from './tcp/tcp.ts';
import { Transport } from './transport.ts';

/** What the post asks of the simulation. */
export interface PostHost {
  readonly nowNs: () => number;
  /** Something happened now: the run ends with the last of these. */
  readonly happened: () => void;
  /** Hands the packet back to {@link Post.advance} when that time has come. */
  readonly later: (atNs: number, packet: number) => void;
  /** Wakes flows when everything else of that time has happened. */
  readonly flowsAt: (atNs: number, tcp: Tcp) => void;
  /** Lets an actor go on: one that starts with nothing, one that waited with what it has taken. */
  readonly resume: (process: Process, taken: Taken | undefined) => void;
}

/** What the post is told once. */
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
  /** Whether the run has ended, and packets are only taken to the ends of their ways. */
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

  /** Whom a packet is for. */
  receiver(packet: number): number {
    return this.#packets.cells[place(packet) + TO];
  }

  /** Takes a packet further whose time has come. */
  advance(packet: number): void {
    this.#transport.advance(packet);
  }

  /** The same when the run has ended: nobody hears of it but who watches links. */
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
    // An actor starts only for a message that is sound.
    if (process === undefined) {
      process = processes.start(to);
      this.#host.resume(process, undefined);
      // Its first word may have been its last.
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
      // With the sign it is no object of its own, as long as the envelope is there.
      digest: typeof digest === 'number' ? digest | 0 : digest,
      asks,
    });
  }

  /**
   * Where the vectors of an actor's next message lie. Whoever waits for one message has mostly let go of the one before: in a crowd its
   * memory is worth more than the time to get some for each.
   */
  #arenaOf(process: Process | undefined): Arena {
    if (process === undefined || (this.#isCrowd && process.wait?.wanted === 1))
      return new Arena(this.#payloads);
    return (process.arena ??= new Arena(this.#payloads));
  }

  /** What came: most of the time a message of the type that was sent. */
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
