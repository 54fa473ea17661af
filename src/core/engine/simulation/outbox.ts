/** Outgoing messages: they are encoded, counted and announced on the bus, and leave as packets. */

import { assert } from '../../base/errors.ts';
import { Codecs } from '../wire/codec.ts';
import { type AnyMessageType, elementsOf, encodeAny, withPackedResidues } from '../wire/message.ts';
import type { Carried } from '../wire/sealed-residues.ts';
import type { Effect } from '../actors/effects.ts';
import type { Interference } from './interference.ts';
import { OutgoingMessage } from './outgoing-message.ts';
import {
  WANTS_REPLY,
  FROM,
  HOP_FROM,
  HOP_TO,
  ID,
  type Packets,
  place,
  TO,
  TYPE,
  WIRE,
} from '../messages/packets.ts';
import { SentView } from '../messages/message-view.ts';
import type { Payloads } from '../messages/payloads.ts';
import type { MessagingOptions } from './messaging-options.ts';
import type { Process } from '../actors/process.ts';

/** What the outbox needs from messaging. */
export interface OutboxHost {
  readonly nowNs: () => number;
  /** Takes over a packet. */
  readonly send: (packet: number) => void;
}

/** A payload to be sent, and what is the same for all its receivers. */
interface Draft {
  readonly type: Known;
  /** The message, as its receiver reads it. */
  readonly payload: number;
  /** What leaves: the same, unless messages are wrapped. */
  readonly leaving: number;
  readonly elements: number;
  readonly wantsReply: boolean;
}

/** A type of message that actors can receive. */
interface Known {
  /** The type as encoded. */
  readonly type: AnyMessageType;
  /** Its index among all types. */
  readonly number: number;
}

export class Outbox {
  readonly #options: MessagingOptions;
  readonly #payloads: Payloads;
  readonly #packets: Packets;
  readonly #host: OutboxHost;
  readonly #known: ReadonlyMap<AnyMessageType, Known>;
  readonly #codecs: Codecs;
  /** The message that the bus announces. */
  readonly #sentMessage: SentView;
  #sent = 0;

  constructor(options: MessagingOptions, payloads: Payloads, packets: Packets, host: OutboxHost) {
    this.#options = options;
    this.#payloads = payloads;
    this.#sentMessage = new SentView(payloads);
    this.#packets = packets;
    this.#host = host;
    const { types, network } = options;
    const encoded = network.packsResidues ? types.map(withPackedResidues) : types;
    this.#codecs = new Codecs(encoded);
    this.#known = new Map(types.map((declared, number) => [declared, { type: encoded[number], number }]));
  }

  /**
   * Sends a message, encoded once for any number of receivers.
   * @param wantsReply whether it is a retransmission whose receiver is to retransmit its answer
   */
  send(
    process: Process,
    { to, type, body }: Omit<Extract<Effect, { kind: 'send' }>, 'kind'>,
    wantsReply: boolean,
  ): void {
    const known = this.#known.get(type);
    if (known === undefined) assert(false, `${process.name} sends an undeclared message ${type.name}`);
    const only = typeof to === 'string' ? this.#numberOf(process, to) : undefined;
    const draft = this.#write(known, body, wantsReply, only);
    if (only !== undefined) this.#sendTo(process, only, draft, body);
    else
      for (const name of to) {
        this.#sendTo(process, this.#numberOf(process, name), draft, body);
        // The sender crashed in the middle of a broadcast, or the run ended.
        if (process.gone || this.#options.bounds.reached !== undefined) break;
      }
    this.#release(draft);
  }

  #leaving(payload: number): number {
    const { wrapping } = this.#options;
    const payloads = this.#payloads;
    return wrapping === undefined ? payload : payloads.put(wrapping.wrap(payloads.show(payload)));
  }

  #instead(draft: Draft, payload: number): Draft {
    return { ...draft, payload, leaving: this.#leaving(payload) };
  }

  #release({ payload, leaving }: Draft): void {
    if (leaving !== payload) this.#payloads.release(leaving);
    this.#payloads.release(payload);
  }

  #numberOf({ name }: Process, to: string): number {
    const number = this.#options.directory.find(to);
    if (number === undefined) assert(false, `${name} sends to ${to}, who does not exist`);
    return number;
  }

  /** @param to its only receiver */
  #write(type: Known, body: object, wantsReply: boolean, to: number | undefined): Draft {
    const codec = this.#codecs.of(type.number);
    const payloads = this.#payloads;
    const size = codec === undefined ? -1 : codec.size(body);
    if (codec === undefined || size < 0) {
      const bytes = encodeAny(type.type, body);
      const elements = elementsOf(type.type, body);
      const payload = payloads.put(bytes);
      return { type, payload, leaving: this.#leaving(payload), elements, wantsReply };
    }
    const aside = codec.aside?.(body) ?? 0;
    const carried: Carried[] | undefined = aside === 0 ? undefined : [];
    const payload = payloads.take(size - aside, to, to !== undefined && codec.inPlace);
    if (
      codec.write(body, payloads.memory(payload), payloads.start(payload), carried) !== payloads.end(payload)
    )
      assert(false, `a ${type.type.name} message changed while it was written`);
    if (carried === undefined) payloads.written(payload);
    else payloads.writtenWith(payload, carried, size);
    return { type, payload, leaving: this.#leaving(payload), elements: codec.elements(body), wantsReply };
  }

  #sendTo(process: Process, to: number, draft: Draft, body: object): void {
    const outgoing = this.#options.interference?.outgoing;
    if (outgoing === undefined) this.#sendPacket(process.id, to, draft);
    else this.#interfered(process.id, to, draft, body, outgoing);
  }

  /** Sends what interference puts in place of a message. */
  #interfered(
    from: number,
    to: number,
    draft: Draft,
    body: object,
    outgoing: Exclude<Interference['outgoing'], undefined>,
  ): void {
    const payloads = this.#payloads;
    const { directory } = this.#options;
    const ends = { directory, from, to };
    const instead = outgoing(new OutgoingMessage(ends, draft.type.type, body, payloads, draft.payload));
    if (instead === undefined) return this.#sendPacket(from, to, draft);
    const payload = payloads.show(draft.payload);
    let last = payload;
    let leaving = draft;
    for (const bytes of instead) {
      // Usually the same bytes: unchanged, or several times.
      if (bytes !== last) {
        if (leaving !== draft) this.#release(leaving);
        leaving = bytes === payload ? draft : this.#instead(draft, payloads.put(bytes));
      }
      last = bytes;
      this.#sendPacket(from, to, leaving);
    }
    if (leaving !== draft) this.#release(leaving);
  }

  #sendPacket(from: number, to: number, { type, payload, leaving, elements, wantsReply }: Draft): void {
    const { bus, network, bounds, interference } = this.#options;
    if (!bounds.send()) return;
    const packet = this.#packets.open(leaving);
    const { cells } = this.#packets;
    const row = place(packet);
    const id = this.#sent++;
    const size = this.#payloads.size(leaving);
    const digest = this.#payloads.digest(leaving);
    const nowNs = this.#host.nowNs();
    const wireBytes = network.wireBytes(size, from, to, nowNs);
    cells[row + ID] = id;
    cells[row + FROM] = from;
    cells[row + TO] = to;
    cells[row + TYPE] = type.number;
    cells[row + WIRE] = wireBytes;
    cells[row + HOP_FROM] = from;
    cells[row + HOP_TO] = network.firstHop(from, to);
    if (wantsReply) cells[row + WANTS_REPLY] = 1;
    const sent = this.#sentMessage;
    sent.timeNs = nowNs;
    sent.id = id;
    sent.from = from;
    sent.to = to;
    sent.type = type.type.name;
    sent.payload.number = payload;
    sent.payloadBytes = size;
    sent.wireBytes = wireBytes;
    sent.elements = elements;
    sent.digest = digest;
    bus.sent(sent);
    interference?.sent?.(from, type.type.name);
    this.#host.send(packet);
  }
}
