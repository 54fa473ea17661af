/** What leaves a Byzantine actor in place of what its protocol says. */

import { createHash } from 'node:crypto';
import { Stream } from '../random.ts';
import { encodeMessage } from '../sim/message.ts';
import type { Outgoing } from '../sim/interference.ts';
import type { Fault, LieFault } from './fault.ts';
import { lie } from './lie.ts';

/** A message on its way out, and what is left of its truth. */
interface Draft {
  readonly body: object;
  readonly payloads: readonly Uint8Array[];
}

/** One fault's part in all messages that it touches. */
export class Liar {
  readonly #fault: Fault & LieFault;
  readonly #key: Uint8Array;
  /** The true bodies of each sender and type: the last one, the one before, and how many there were. */
  readonly #said = new Map<string, { body: object; before: object; nth: number }>();
  /** The newest lie of a group, by type. */
  readonly #agreed = new Map<string, { readonly nth: number; readonly body: object }>();

  /** @param key of the statistical stream that all its lies derive from */
  constructor(fault: Fault & LieFault, key: Uint8Array) {
    this.#fault = fault;
    this.#key = key;
  }

  /** Must see every message of its actors, as stale lies are what was true before. */
  listen({ from, type, body }: Outgoing): void {
    const key = `${from} ${type.name}`;
    const said = this.#said.get(key);
    // A broadcast comes once for every receiver, with one body.
    if (said?.body === body) return;
    this.#said.set(key, { body, before: said?.body ?? body, nth: (said?.nth ?? -1) + 1 });
  }

  /** What the fault makes of a message. */
  twist(outgoing: Outgoing, draft: Draft): Draft {
    const fault = this.#fault;
    switch (fault.fault) {
      case 'lie': {
        const body = this.#lie(outgoing, draft.body, fault);
        return { body, payloads: draft.payloads.map(() => encodeMessage(outgoing.type, body)) };
      }
      case 'garble':
        return { ...draft, payloads: draft.payloads.map((payload) => this.#garble(outgoing, payload)) };
      case 'bloat':
        return { ...draft, payloads: draft.payloads.map((payload) => bloat(payload, fault.bytes)) };
      case 'flood':
        return { ...draft, payloads: draft.payloads.flatMap((payload) => repeat(payload, fault.copies)) };
      case 'silence':
        return { ...draft, payloads: [] };
    }
  }

  #lie(outgoing: Outgoing, body: object, fault: Extract<LieFault, { fault: 'lie' }>): object {
    const { from, to, type } = outgoing;
    const { before = body, nth = 0 } = this.#said.get(`${from} ${type.name}`) ?? {};
    const group = fault.together ? this.#agreed.get(type.name) : undefined;
    if (group?.nth === nth) return sameVectors(body, group.body);
    const who = [fault.together ? '' : String(from), ...(fault.differently ? [String(to)] : [])];
    const lied = lie(body, fault.how, this.#stream(...who, type.name, String(nth)), before);
    if (fault.together) this.#agreed.set(type.name, { nth, body: lied });
    return lied;
  }

  /** Flips a bit in every hundred bytes or so, and cuts off up to half. */
  #garble({ from, to, type }: Outgoing, payload: Uint8Array): Uint8Array {
    const nth = this.#said.get(`${from} ${type.name}`)?.nth ?? 0;
    const stream = this.#stream('garble', String(from), String(to), type.name, String(nth));
    const cut = payload.slice(0, payload.length - stream.integer(Math.floor(payload.length / 2) + 1));
    for (let flips = 1 + Math.floor(cut.length / 100); flips > 0; flips--) {
      cut[stream.integer(Math.max(1, cut.length))] ^= 1 << stream.integer(8);
    }
    return cut;
  }

  #stream(...name: string[]): Stream {
    return new Stream(
      new Uint8Array(createHash('sha256').update(this.#key).update(JSON.stringify(name)).digest()),
    );
  }
}

function sameVectors(own: object, other: object): object {
  const theirs = other as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.entries(own).map(([field, value]) => [field, typeof value === 'object' ? theirs[field] : value]),
  );
}

function bloat(payload: Uint8Array, bytes: number): Uint8Array {
  const larger = new Uint8Array(payload.length + bytes);
  larger.set(payload);
  return larger;
}

function repeat(payload: Uint8Array, copies: number): Uint8Array[] {
  return Array.from({ length: copies }, () => payload);
}
