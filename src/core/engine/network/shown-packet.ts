/** A packet as rules see it at one moment. Names and the payload are looked up only if requested. */

import type { AnyMessageType } from '../wire/message.ts';
import type { Digest } from '../messages/digest.ts';
import type { Directory } from '../messages/directory.ts';
import { FROM, HOP_FROM, HOP_TO, ID, PAYLOAD, TO, TYPE, WIRE } from '../messages/packets.ts';
import type { Payloads } from '../messages/payloads.ts';
import { NamedEnds } from './named-ends.ts';
import type { Packet } from './rule.ts';

/** What the numbers of a packet's row refer to. */
export interface Lookup {
  readonly payloads: Payloads;
  readonly types: readonly AnyMessageType[];
  readonly directory: Directory;
}

export class ShownPacket extends NamedEnds implements Packet {
  readonly id: number;
  readonly type: AnyMessageType;
  readonly wireBytes: number;
  readonly digest: Digest;
  readonly #lookup: Lookup;
  readonly #payload: number;
  readonly #hopFrom: number;
  readonly #hopTo: number;

  /** @param row the beginning of the packet's row */
  constructor(cells: Int32Array, row: number, lookup: Lookup) {
    super(lookup.directory, cells[row + FROM], cells[row + TO]);
    this.#lookup = lookup;
    this.#payload = cells[row + PAYLOAD];
    this.id = cells[row + ID] >>> 0;
    this.type = lookup.types[cells[row + TYPE]];
    this.wireBytes = cells[row + WIRE];
    this.digest = lookup.payloads.digest(this.#payload);
    this.#hopFrom = cells[row + HOP_FROM];
    this.#hopTo = cells[row + HOP_TO];
  }

  get payload(): Uint8Array {
    return this.#lookup.payloads.show(this.#payload);
  }

  get hopFrom(): string {
    return this.#lookup.directory.name(this.#hopFrom);
  }

  get hopTo(): string {
    return this.#lookup.directory.name(this.#hopTo);
  }

  get isForwarded(): boolean {
    return this.#hopFrom !== this.sender;
  }
}
