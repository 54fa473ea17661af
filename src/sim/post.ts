/** The post: turns what actors send into packets, and packets that come through the network into their receivers' mail. */

import { crc32 } from 'node:zlib';
import { assert } from '../errors.ts';
import type { Bus } from './bus.ts';
import type { Directory } from './directory.ts';
import type { Effect } from './effects.ts';
import { type AnyMessageType, decodeMessage, elementsOf, encodeMessage } from './message.ts';
import type { Network } from './network.ts';
import type { Letter, Process, Wait } from './process.ts';
import type { Processes } from './processes.ts';
import type { Packet } from './rule.ts';
import { type Transit, Transport } from './transport.ts';

/** What the post asks of the simulation. */
export interface PostHost {
  readonly nowNs: () => number;
  /** Something happened now: the run ends with the last of these. */
  readonly happened: () => void;
  /** Hands the transit back to {@link Post.advance} when that time has come. */
  readonly later: (atNs: number, transit: Transit) => void;
  /** Lets an actor go on: one that starts with nothing, one that waited with the letters that it has. */
  readonly resume: (process: Process, letters: readonly Letter[] | undefined) => void;
}

export class Post {
  readonly #host: PostHost;
  readonly #bus: Bus;
  readonly #directory: Directory;
  readonly #processes: Processes;
  readonly #network: Network;
  readonly #transport: Transport;
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  #sent = 0;

  constructor(
    host: PostHost,
    bus: Bus,
    directory: Directory,
    processes: Processes,
    network: Network,
    types: readonly AnyMessageType[],
  ) {
    this.#host = host;
    this.#bus = bus;
    this.#directory = directory;
    this.#processes = processes;
    this.#network = network;
    this.#types = new Map(types.map((type) => [type.name, type]));
    this.#transport = new Transport(network, {
      nowNs: host.nowNs,
      later: host.later,
      deliver: (packet, retransmissions) => this.#deliver(packet, retransmissions),
      lose: ({ id, wireBytes }, reason) =>
        bus.emit('lost', { timeNs: host.nowNs(), id, wireBytes, reason }),
    });
  }

  /** Sends a message, encoded once however many it is for. */
  send(process: Process, { to, type, body }: Extract<Effect, { kind: 'send' }>): void {
    if (this.#types.get(type.name) !== type)
      assert(false, `${process.name} sends an undeclared message ${type.name}`);
    const payload = encodeMessage(type as AnyMessageType, body);
    const elements = elementsOf(type as AnyMessageType, body);
    const digest = crc32(payload);
    if (typeof to === 'string') this.#depart(process, to, type, payload, elements, digest);
    else for (const name of to) this.#depart(process, name, type, payload, elements, digest);
  }

  #depart(
    process: Process,
    name: string,
    type: AnyMessageType,
    payload: Uint8Array,
    elements: number,
    digest: number,
  ): void {
    const from = process.id;
    const to = this.#directory.find(name);
    if (to === undefined) assert(false, `${process.name} sends to ${name}, who does not exist`);
    const id = this.#sent++;
    const wireBytes = payload.byteLength + this.#network.framingBytes;
    this.#bus.emit('sent', {
      timeNs: this.#host.nowNs(),
      id,
      from,
      to,
      type: type.name,
      payload,
      wireBytes,
      elements,
      digest,
    });
    const hop = { from, to: this.#network.firstHop(from, to) };
    this.#transport.depart({ id, from, to, type, payload, wireBytes, digest, hop });
  }

  /** Takes a packet further whose time has come. */
  advance(transit: Transit): void {
    this.#transport.advance(transit);
  }

  #deliver({ id, from, to, payload, wireBytes, digest }: Packet, retransmissions: number): void {
    this.#host.happened();
    const timeNs = this.#host.nowNs();
    this.#bus.emit('delivered', { timeNs, id, from, to, payload, wireBytes, retransmissions, digest });
    let process = this.#processes.find(to);
    if (process?.finished === true) return this.#refuse(id, to, DONE);
    // An actor starts only for a message that is sound, but has its arena from then on.
    const message = decodeMessage(payload, this.#types, process?.arena);
    if ('malformed' in message) return this.#refuse(id, to, `malformed: ${message.malformed}`);
    if (process === undefined) {
      process = this.#processes.start(to);
      this.#host.resume(process, undefined);
    }
    const letter = { id, from: this.#directory.name(from), type: message.type, body: message.body };
    const { wait } = process;
    if (wait?.wants(letter) !== true) {
      if (process.finished) this.#refuse(id, to, DONE);
      else process.mailbox.push(letter);
      return;
    }
    this.#consider(process, wait, letter);
    if (wait.complete) {
      process.wait = undefined;
      this.#host.resume(process, wait.taken);
    }
  }

  /** Offers the letters that already lie in the mailbox to a new wait; those of other types stay. */
  offerMailbox(process: Process, wait: Wait): void {
    if (process.mailbox.length === 0) return;
    const letters = process.mailbox;
    process.mailbox = [];
    for (const letter of letters) {
      if (wait.wants(letter)) this.#consider(process, wait, letter);
      else process.mailbox.push(letter);
    }
  }

  /** Refuses what lies in the mailbox of an actor that is done. */
  refuseMailbox(process: Process): void {
    for (const { id } of process.mailbox) this.#refuse(id, process.id, DONE);
    process.mailbox = [];
  }

  #consider(process: Process, wait: Wait, letter: Letter): void {
    const refusal = wait.consider(letter);
    if (refusal !== undefined) this.#refuse(refusal.refused.id, process.id, refusal.reason);
  }

  #refuse(id: number, by: number, reason: string): void {
    this.#bus.emit('refused', { timeNs: this.#host.nowNs(), id, by, reason });
  }
}

const DONE = 'the actor is done';
