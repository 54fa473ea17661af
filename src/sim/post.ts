/** The post: turns what actors send into packets, and packets that come through the network into their receivers' mail. */

import { assert } from '../base/errors.ts';
import { Slab } from '../wire/message-pack.ts';
import { isCrowd } from '../wire/bytes.ts';
import type { Bounds, Load } from './bounds.ts';
import type { Bus } from './bus.ts';
import type { Digest } from './digest.ts';
import type { Directory } from './directory.ts';
import type { Effect } from './effects.ts';
import type { Interference } from './interference.ts';
import { type AnyMessageType, decodeMessage, elementsOf, encodeMessage } from '../wire/message.ts';
import type { Network } from './network.ts';
import type { Letter, Process, Wait } from './process.ts';
import type { Processes } from './processes.ts';
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

/** A message as its sender would have it. */
interface Draft {
  readonly type: AnyMessageType;
  readonly body: object;
  readonly payload: Uint8Array;
  readonly digest: Digest;
  readonly elements: number;
  readonly load: Load;
}

/** What the post is told once. */
export interface PostOptions {
  readonly bus: Bus;
  readonly directory: Directory;
  readonly processes: Processes;
  readonly network: Network;
  readonly bounds: Bounds;
  readonly digestOf: (payload: Uint8Array) => Digest;
  readonly types: readonly AnyMessageType[];
  /** Larger payloads are refused unread. */
  readonly messageBytes: number;
  readonly interference: Interference | undefined;
}

export class Post {
  readonly #host: PostHost;
  readonly #options: PostOptions;
  readonly #transport: Transport;
  readonly #types: ReadonlyMap<string, AnyMessageType>;
  readonly #slab: Slab;
  #sent = 0;

  constructor(host: PostHost, options: PostOptions) {
    const { bus, network, types, directory, bounds, digestOf } = options;
    this.#host = host;
    this.#options = options;
    this.#slab = new Slab(isCrowd(directory.size));
    this.#types = new Map(types.map((type) => [type.name, type]));
    this.#transport = new Transport(network, {
      nowNs: host.nowNs,
      later: host.later,
      digestOf,
      deliver: (transit) => this.#deliver(transit),
      duplicated: ({ load }) => bounds.depart(load),
      lose: ({ id, wireBytes, load }, reason) => {
        bounds.arrive(load);
        bus.emit('lost', { timeNs: host.nowNs(), id, wireBytes, reason });
      },
    });
  }

  /** Sends a message, encoded once however many it is for. */
  send(process: Process, { to, type, body }: Extract<Effect, { kind: 'send' }>): void {
    if (this.#types.get(type.name) !== type)
      assert(false, `${process.name} sends an undeclared message ${type.name}`);
    const payload = encodeMessage(type as AnyMessageType, body, this.#slab);
    const elements = elementsOf(type, body);
    const message = {
      type,
      body,
      payload,
      digest: this.#options.digestOf(payload),
      elements,
      load: loadOf(payload),
    };
    if (typeof to === 'string') return this.#sendTo(process, to, message);
    for (const name of to) {
      this.#sendTo(process, name, message);
      // In the middle of a broadcast, it crashed or the run is over.
      if (process.gone || this.#options.bounds.reached !== undefined) return;
    }
  }

  #sendTo(process: Process, name: string, message: Draft): void {
    const { directory, interference } = this.#options;
    const to = directory.find(name);
    if (to === undefined) assert(false, `${process.name} sends to ${name}, who does not exist`);
    if (interference === undefined) return this.#depart(process.id, to, message);
    let { payload: last, digest, load } = message;
    for (const payload of interference.outgoing({ from: process.id, to, ...message })) {
      // The same bytes, most of the time: as they were, or once more.
      if (payload !== last) {
        digest = this.#options.digestOf(payload);
        load = loadOf(payload);
      }
      last = payload;
      this.#depart(process.id, to, { ...message, payload, digest, load });
    }
  }

  #depart(from: number, to: number, { type, payload, digest, elements, load }: Draft): void {
    const { bus, network, bounds } = this.#options;
    if (!bounds.send()) return;
    bounds.depart(load);
    const id = this.#sent++;
    const wireBytes = payload.byteLength + network.framingBytes;
    const timeNs = this.#host.nowNs();
    bus.emit('sent', { timeNs, id, from, to, type: type.name, payload, wireBytes, elements, digest });
    this.#transport.depart({
      kind: 'transit',
      id,
      from,
      to,
      type,
      payload,
      wireBytes,
      digest,
      load,
      hopFrom: from,
      hopTo: network.firstHop(from, to),
      rule: 0,
      retransmissions: 0,
    });
  }

  /** Takes a packet further whose time has come. */
  advance(transit: Transit): void {
    this.#transport.advance(transit);
  }

  #deliver({ id, from, to, payload, wireBytes, digest, retransmissions, load }: Transit): void {
    this.#host.happened();
    const timeNs = this.#host.nowNs();
    const { bus, processes, directory, messageBytes, bounds } = this.#options;
    bounds.arrive(load);
    bus.emit('delivered', { timeNs, id, from, to, payload, wireBytes, retransmissions, digest });
    let process = processes.find(to);
    if (process?.finished === true) return this.#refuse(id, to, DONE);
    if (processes.isDown(to)) return this.#refuse(id, to, DOWN);
    if (payload.byteLength > messageBytes) return this.#refuse(id, to, 'too large');
    // An actor starts only for a message that is sound, but has its arena from then on.
    const message = decodeMessage(payload, this.#types, process?.arena);
    if ('malformed' in message) return this.#refuse(id, to, `malformed: ${message.malformed}`);
    if (process === undefined) {
      process = processes.start(to);
      this.#host.resume(process, undefined);
      // Its first word may have been its last.
      if (process.gone) return this.#refuse(id, to, DOWN);
    }
    const { type, body } = message;
    const letter = { id, from: directory.name(from), type, body, bytes: payload.byteLength };
    const { wait } = process;
    if (wait?.wants(letter) !== true || process.pausedUntilNs > timeNs) {
      if (process.finished) this.#refuse(id, to, DONE);
      else this.#keep(process, letter);
      return;
    }
    this.#consider(process, wait, letter);
    this.#goOn(process, wait);
  }

  /** Lets an actor that was paused have its mail. */
  unpause(process: Process): void {
    const { wait } = process;
    if (wait === undefined) return;
    this.offerMailbox(process, wait);
    this.#goOn(process, wait);
  }

  #goOn(process: Process, wait: Wait): void {
    if (!wait.complete) return;
    process.wait = undefined;
    this.#host.resume(process, wait.taken);
  }

  /** Offers the letters that already lie in the mailbox to a new wait; those of other types stay. */
  offerMailbox(process: Process, wait: Wait): void {
    for (const letter of this.#takeMail(process)) {
      if (wait.wants(letter)) this.#consider(process, wait, letter);
      else this.#keep(process, letter);
    }
  }

  /** Refuses what lies in the mailbox of an actor that reads no more. */
  refuseMailbox(process: Process): void {
    for (const { id } of this.#takeMail(process)) this.#refuse(id, process.id, process.gone ? DOWN : DONE);
  }

  #keep(process: Process, letter: Letter): void {
    const { bounds } = this.#options;
    bounds.keep(letter.bytes);
    for (const { id, bytes } of process.keep(letter)) {
      bounds.read(bytes);
      this.#refuse(id, process.id, 'the mailbox is full');
    }
  }

  #takeMail(process: Process): readonly Letter[] {
    const letters = process.takeMail();
    for (const { bytes } of letters) this.#options.bounds.read(bytes);
    return letters;
  }

  #consider(process: Process, wait: Wait, letter: Letter): void {
    const refusal = wait.consider(letter);
    if (refusal !== undefined) this.#refuse(refusal.refused.id, process.id, refusal.reason);
  }

  #refuse(id: number, by: number, reason: string): void {
    this.#options.bus.emit('refused', { timeNs: this.#host.nowNs(), id, by, reason });
  }
}

function loadOf({ byteLength }: Uint8Array): Load {
  return { bytes: byteLength, packets: 0 };
}

const DONE = 'the actor is done';
const DOWN = 'the actor is down';
