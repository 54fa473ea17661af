/** Messages from a party's actor: encoded once for all receivers, numbered, recorded, and then sent. */

import { assert, CahootsError } from '../core/base/errors.ts';
import type { Bounds } from '../core/engine/clock/bounds.ts';
import type { Bus } from '../core/engine/messages/bus.ts';
import { DIGESTS } from '../core/engine/messages/digest.ts';
import type { Directory } from '../core/engine/messages/directory.ts';
import type { Effect } from '../core/engine/actors/effects.ts';
import { shown } from '../core/engine/messages/payload-view.ts';
import type { Process } from '../core/engine/actors/process.ts';
import {
  type AnyMessageType,
  elementsOf,
  encodeMessage,
  withPackedResidues,
} from '../core/engine/wire/message.ts';
import { FRAME_HEAD_BYTES } from './frame.ts';

/** Transports messages. */
export interface MessageSender {
  /**
   * Returns false if the party cannot be reached: the message is lost.
   * @param left called when it no longer waits in this process
   */
  send(
    to: number,
    kind: 'message' | 'retransmission',
    number: number,
    payload: Uint8Array,
    left: () => void,
  ): boolean;
}

export interface OutgoingOptions {
  readonly directory: Directory;
  readonly id: number;
  /** From 1. */
  readonly life: number;
  readonly messages: readonly AnyMessageType[];
  readonly packsResidues: boolean;
  readonly bus: Bus;
  readonly bounds: Bounds;
  readonly sender: MessageSender;
  readonly nowNs: () => number;
}

interface QueuedMessage {
  readonly to: number;
  readonly wantsReply: boolean;
  readonly id: number;
  readonly payload: Uint8Array;
}

/** How many messages a party can number in one life. */
const LIFE_MESSAGES = 2 ** 20;

export class Outgoing {
  readonly #options: OutgoingOptions;
  readonly #sentAs: ReadonlyMap<AnyMessageType, AnyMessageType>;
  #queue: QueuedMessage[] = [];
  #sent = 0;

  constructor(options: OutgoingOptions) {
    const { messages, packsResidues } = options;
    this.#options = options;
    this.#sentAs = new Map(messages.map((type) => [type, packsResidues ? withPackedResidues(type) : type]));
  }

  /** @param asks whether it is a retransmission whose receiver is to retransmit its answer */
  send(
    process: Process,
    { to, type, body }: Omit<Extract<Effect, { kind: 'send' }>, 'kind'>,
    wantsReply: boolean,
  ): void {
    const { bus, bounds, directory, id: from, nowNs } = this.#options;
    const sentAs = this.#sentAs.get(type);
    if (sentAs === undefined) assert(false, `${process.name} sends an undeclared message ${type.name}`);
    const payload = encodeMessage(sentAs, body);
    const size = payload.byteLength;
    const wireBytes = size + FRAME_HEAD_BYTES;
    const digest = DIGESTS.crc32.of(payload, 0, size);
    const elements = elementsOf(sentAs, body);
    for (const name of [to].flat()) {
      const receiver = directory.find(name);
      if (receiver === undefined) assert(false, `${process.name} sends to ${name}, who does not exist`);
      if (!bounds.send()) return;
      const id = this.#nextId();
      bus.sent({
        timeNs: nowNs(),
        id,
        from,
        to: receiver,
        type: type.name,
        payloadBytes: size,
        wireBytes,
        elements,
        digest,
        payload: shown(payload),
      });
      this.#queue.push({ to: receiver, wantsReply, id, payload });
    }
  }

  /** Sends the recorded messages, in order. */
  flush(): void {
    const { bus, bounds, sender: carrier, nowNs } = this.#options;
    const departures = this.#queue;
    this.#queue = [];
    for (const { to, wantsReply, id, payload } of departures) {
      const size = payload.byteLength;
      if (
        carrier.send(to, wantsReply ? 'retransmission' : 'message', id, payload, () =>
          bounds.leaveTransit(size),
        )
      ) {
        // A message counts as in transit while it waits for a connection slower than its party.
        bounds.enterTransit(size);
        continue;
      }
      const wireBytes = payload.byteLength + FRAME_HEAD_BYTES;
      bus.emit('lost', { timeNs: nowNs(), id, wireBytes, reason: 'no connection' });
    }
  }

  /** No two messages of a run have the same number, whoever sends them, in whatever life. */
  #nextId(): number {
    const { directory, id, life } = this.#options;
    const place = (life - 1) * LIFE_MESSAGES + this.#sent++;
    const number = place * directory.size + id;
    if (this.#sent > LIFE_MESSAGES || number >= 2 ** 32)
      throw new CahootsError('bad-input', `expected at most ${LIFE_MESSAGES} messages of a party, got more`);
    return number;
  }
}
