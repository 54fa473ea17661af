/** The payload that the bus speaks of while it tells of a message, for who wants to see more of it than its size and digest. */

import type { Carried } from '../wire/sealed-residues.ts';
import type { Payloads } from './payloads.ts';

/** What is written of it lies in `memory` from `start` to `end` until the listener returns. */
export interface Payload {
  readonly memory: Uint8Array;
  readonly start: number;
  readonly end: number;
  /** Sealed vectors that are not written; absent: all is. */
  readonly carried?: readonly Carried[] | undefined;
  /** The same for who keeps it: these bytes never change. */
  show(): Uint8Array;
}

export class Spoken implements Payload {
  readonly #payloads: Payloads;
  /** Its number. */
  of = 0;

  constructor(payloads: Payloads) {
    this.#payloads = payloads;
  }

  get memory(): Uint8Array {
    return this.#payloads.memory(this.of);
  }

  get start(): number {
    return this.#payloads.start(this.of);
  }

  get end(): number {
    return this.#payloads.end(this.of);
  }

  get carried(): readonly Carried[] | undefined {
    return this.#payloads.carried(this.of);
  }

  show(): Uint8Array {
    return this.#payloads.show(this.of);
  }
}

/** A payload that is there already, or none. */
export function shown(bytes: Uint8Array): Payload {
  return { memory: bytes, start: 0, end: bytes.byteLength, show: () => bytes };
}
