/** What leaves a Byzantine actor in place of what its protocol says. */

import { createHash } from 'node:crypto';
import { Stream } from '../base/random.ts';
import { type AnyMessageType, decodeMessage, encodeMessage } from '../wire/message.ts';
import type { Outgoing } from '../sim/interference.ts';
import type { Fault, LieFault } from './fault.ts';
import { lie, sameShape } from './lie.ts';

/** A message on its way out, and what is left of its truth. */
export interface Draft {
  readonly body: object;
  readonly payloads: readonly Uint8Array[];
}

/** What a liar's protocol last had it say to somebody, in bytes: the values may have changed since. */
interface Said {
  readonly payload: Uint8Array;
  readonly before: Uint8Array | undefined;
  /** How many of this type went before. */
  readonly nth: number;
}

/** One fault's part in all messages that it touches. */
export class Liar {
  readonly #fault: Fault & LieFault;
  readonly #key: Uint8Array;
  /** By sender, receiver and type. */
  readonly #said = new Map<string, Said>();
  /** What a group of liars agreed on, by receiver and type: their newest lie. */
  readonly #agreed = new Map<string, { readonly nth: number; readonly body: object }>();

  /** @param key of the statistical stream that all its lies derive from */
  constructor(fault: Fault & LieFault, key: Uint8Array) {
    this.#fault = fault;
    this.#key = key;
  }

  /** Must be told of every message of its actors, as stale lies are what was true before. */
  listen({ from, to, type, payload }: Outgoing): Said {
    const key = `${from} ${to} ${type.name}`;
    const last = this.#said.get(key);
    const said = { payload, before: last?.payload, nth: (last?.nth ?? -1) + 1 };
    this.#said.set(key, said);
    return said;
  }

  /**
   * What the fault makes of a message: the draft itself where that is nothing else.
   * @param said what {@link listen} said of it
   */
  twist(outgoing: Outgoing, draft: Draft, said: Said): Draft {
    const fault = this.#fault;
    switch (fault.fault) {
      case 'lie': {
        const body = this.#lie(outgoing, draft.body, fault, said);
        const payload = encodeMessage(outgoing.type, body);
        if (draft.payloads.every((bytes) => Buffer.compare(bytes, payload) === 0)) return draft;
        return { body, payloads: draft.payloads.map(() => payload) };
      }
      case 'garble':
        return { ...draft, payloads: draft.payloads.map((payload) => this.#garble(outgoing, payload, said)) };
      case 'bloat':
        return { ...draft, payloads: draft.payloads.map((payload) => bloat(payload, fault.bytes)) };
      case 'flood':
        return { ...draft, payloads: draft.payloads.flatMap((payload) => repeat(payload, fault.copies)) };
      case 'silence':
        return { ...draft, payloads: [] };
    }
  }

  #lie(
    { from, to, type }: Outgoing,
    body: object,
    fault: Extract<LieFault, { fault: 'lie' }>,
    { nth, before }: Said,
  ): object {
    const key = `${to} ${type.name}`;
    const agreed = fault.together ? this.#agreed.get(key) : undefined;
    if (agreed?.nth === nth && sameShape(body, agreed.body)) return told(body, agreed.body);
    const who = [fault.together ? '' : String(from), ...(fault.differently ? [String(to)] : [])];
    const stream = this.#stream(...who, type.name, String(nth));
    const lied = lie(body, fault.how, stream, before === undefined ? body : bodyOf(type, before));
    if (fault.together && nth > (agreed?.nth ?? -1)) this.#agreed.set(key, { nth, body: lied });
    return lied;
  }

  /** Flips a bit in every hundred bytes or so, and cuts off up to half. */
  #garble({ from, to, type }: Outgoing, payload: Uint8Array, { nth }: Said): Uint8Array {
    const stream = this.#stream('garble', String(from), String(to), type.name, String(nth));
    const cut = payload.slice(0, payload.length - stream.integer(Math.floor(payload.length / 2) + 1));
    for (let flips = 1 + Math.floor(cut.length / 100); flips > 0; flips--) {
      cut[stream.integer(cut.length)] ^= 1 << stream.integer(8);
    }
    return cut;
  }

  #stream(...name: string[]): Stream {
    return new Stream(
      new Uint8Array(createHash('sha256').update(this.#key).update(JSON.stringify(name)).digest()),
    );
  }
}

/** The vectors of a lie, with the numbers and flags of the liar's own message. */
function told(own: object, agreed: object): object {
  const lies = agreed as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(own).map(([field, value]) => [field, typeof value === 'object' ? lies[field] : value]),
  );
}

/** What a protocol had an actor say is always a message. */
function bodyOf(type: AnyMessageType, payload: Uint8Array): object {
  const message = decodeMessage(payload, new Map([[type.name, type]]));
  return 'malformed' in message ? {} : message.body;
}

function bloat(payload: Uint8Array, bytes: number): Uint8Array {
  const larger = new Uint8Array(payload.length + bytes);
  larger.set(payload);
  return larger;
}

function repeat(payload: Uint8Array, copies: number): Uint8Array[] {
  return Array.from({ length: copies }, () => payload);
}
