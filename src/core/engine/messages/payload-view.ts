/** The payload of the message that the bus is announcing, for subscribers that need more than its size and digest. */

import type { Carried } from '../wire/sealed-residues.ts';
import type { Payloads } from './payloads.ts';

/** Its written bytes are in `memory` from `start` to `end`, until the listener returns. */
export interface Payload {
  readonly memory: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Carried vectors, which are not written; absent: everything is written. */
  readonly carried?: readonly Carried[] | undefined;
  /** The payload for a listener that keeps it: these bytes never change. */
  show(): Uint8Array;
}

export class PayloadView implements Payload {
  readonly #payloads: Payloads;
  /** Its number. */
  number = 0;

  constructor(payloads: Payloads) {
    this.#payloads = payloads;
  }

  get memory(): Uint8Array {
    return this.#payloads.memory(this.number);
  }

  get start(): number {
    return this.#payloads.start(this.number);
  }

  get end(): number {
    return this.#payloads.end(this.number);
  }

  get carried(): readonly Carried[] | undefined {
    return this.#payloads.carried(this.number);
  }

  show(): Uint8Array {
    return this.#payloads.show(this.number);
  }
}

/** A payload that exists as bytes. */
export function shown(bytes: Uint8Array): Payload {
  return { memory: bytes, start: 0, end: bytes.byteLength, show: () => bytes };
}
