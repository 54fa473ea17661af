/** A packet as rules see it at one moment. Its payload is looked up only if requested. */

import type { AnyMessageType } from '../wire/message.ts';
import type { Digest } from '../messages/digest.ts';
import { FROM, HOP_FROM, HOP_TO, ID, PAYLOAD, TO, TYPE, WIRE } from '../messages/packets.ts';
import type { Payloads } from '../messages/payloads.ts';
import type { Packet } from './rule.ts';

export class ShownPacket implements Packet {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly type: AnyMessageType;
  readonly wireBytes: number;
  readonly digest: Digest;
  readonly hopFrom: number;
  readonly hopTo: number;
  readonly #payloads: Payloads;
  readonly #payload: number;

  /** @param row the beginning of the packet's row */
  constructor(cells: Int32Array, row: number, payloads: Payloads, types: readonly AnyMessageType[]) {
    this.#payloads = payloads;
    this.#payload = cells[row + PAYLOAD];
    this.id = cells[row + ID] >>> 0;
    this.from = cells[row + FROM];
    this.to = cells[row + TO];
    this.type = types[cells[row + TYPE]];
    this.wireBytes = cells[row + WIRE];
    this.digest = payloads.digest(this.#payload);
    this.hopFrom = cells[row + HOP_FROM];
    this.hopTo = cells[row + HOP_TO];
  }

  get payload(): Uint8Array {
    return this.#payloads.show(this.#payload);
  }
}
