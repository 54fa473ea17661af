/** Writes a trace as a run proceeds, or only hashes it if there is nowhere to write. */

import { platform } from '#platform';
import { utf8 } from '../../core/base/bytes.ts';
import type {
  Bus,
  BusEvents,
  Delivered,
  Sent,
  TrafficListener,
  Viewed,
} from '../../core/engine/messages/bus.ts';
import type { Digest } from '../../core/engine/messages/digest.ts';
import { encode } from '../../core/engine/wire/bytes.ts';
import {
  checkOf,
  FRAME,
  FRAME_HEAD_BYTES,
  MAGIC,
  type PackedEnd,
  type TraceEnd,
  type TraceHeader,
} from './format.ts';
import { checksum } from './checksum.ts';
import { CHECK_BYTES, type Packing, packingsOf, TAG_BYTES } from './packing.ts';
import { FIELD_BYTES, KINDS, NAME_TAG } from './record.ts';

/** Receives the file's bytes, in order. */
export type Sink = (bytes: Uint8Array) => void;

const FRAME_BYTES = 2 ** 16;

export class TraceWriter implements TrafficListener {
  /** Absent where the trace is only hashed: then there are no frames. */
  readonly #sink: Sink | undefined;
  readonly #hash = platform.crypto.createSha256();
  readonly #names = new Map<string, number>();
  #buffer = platform.bytes.allocate(FRAME_BYTES);
  /** Where the next record goes. */
  readonly #into = { view: new DataView(this.#buffer.buffer), length: 0 };
  readonly #numberOf = (name: string): number => this.#name(name);
  readonly #packings: Readonly<Record<keyof BusEvents, Packing>>;
  #measured: number[] = [];

  /** @param sink absent: nothing is written */
  constructor(header: TraceHeader, sink?: Sink) {
    this.#sink = sink;
    this.#packings = packingsOf(header.digest ?? 'crc32');
    sink?.(utf8(MAGIC));
    const bytes = encode(header);
    this.#frame(FRAME.header, bytes);
    this.#hash.update(bytes);
  }

  /** Records every event on the bus. */
  attach(bus: Bus): void {
    // First, as a frame of measurements must not come after the records that they belong to.
    bus.on('computed', ({ measuredNs }) => this.#measured.push(measuredNs));
    bus.onTraffic(this);
    for (const kind of KINDS)
      if (kind !== 'sent' && kind !== 'delivered')
        bus.on(kind, (event: BusEvents[keyof BusEvents]) => this.#record(this.#packings[kind], event));
  }

  sent({ timeNs, id, from, to, type, payloadBytes, wireBytes, elements, digest }: Viewed<Sent>): void {
    const name = this.#name(type);
    const stored = this.#stored(digest);
    const { pack } = this.#packings.sent;
    const { view, length } = this.#into;
    this.#written(pack(view, length, timeNs, id, from, to, name, payloadBytes, wireBytes, elements, stored));
  }

  delivered({
    timeNs,
    id,
    from,
    to,
    payloadBytes,
    wireBytes,
    retransmissions,
    digest,
  }: Viewed<Delivered>): void {
    const stored = this.#stored(digest);
    const { pack } = this.#packings.delivered;
    const { view, length } = this.#into;
    this.#written(pack(view, length, timeNs, id, from, to, payloadBytes, wireBytes, retransmissions, stored));
  }

  /** Passes everything recorded so far to the sink. */
  flush(): void {
    if (this.#into.length === 0) return;
    if (this.#measured.length > 0) {
      this.#frame(FRAME.measured, new Uint8Array(Float64Array.from(this.#measured).buffer));
      this.#measured = [];
    }
    const records = this.#buffer.subarray(0, this.#into.length);
    this.#hash.update(records);
    // A copy, since the sink may keep it and the buffer is reused.
    if (this.#sink !== undefined) this.#frame(FRAME.records, records.slice());
    this.#into.length = 0;
  }

  /** Closes the trace and returns its hash. */
  end(end: Omit<TraceEnd, 'hash'>): string {
    this.flush();
    const hash = this.#hash.digest('hex');
    const came = platform.bytes.asBinary(encode(end));
    this.#frame(FRAME.end, encode({ hash, came, check: checkOf(hash, came) } satisfies PackedEnd));
    return hash;
  }

  #frame(type: number, content: Uint8Array): void {
    if (this.#sink === undefined) return;
    const head = new DataView(new ArrayBuffer(FRAME_HEAD_BYTES));
    head.setUint8(0, type);
    head.setUint32(1, content.byteLength, true);
    head.setUint32(5, platform.bytes.crc32(content), true);
    this.#sink(new Uint8Array(head.buffer));
    this.#sink(content);
  }

  /** A digest as records have it: a text by its number. It comes before the record, as a name does. */
  #stored(digest: Digest): number {
    return typeof digest === 'string' ? this.#name(digest) : digest;
  }

  #record({ packEvent, bytes }: Packing, event: BusEvents[keyof BusEvents]): void {
    const end = packEvent(event, this.#numberOf, this.#into);
    if (bytes === undefined) this.#written(end);
    else this.#append((event as unknown as Readonly<Record<string, Uint8Array>>)[bytes], end);
  }

  /** The number of a name, which is recorded on first use. */
  #name(name: string): number {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const number = this.#names.size;
    this.#names.set(name, number);
    const bytes = utf8(name);
    const at = this.#into.length + TAG_BYTES;
    this.#into.view.setUint8(this.#into.length, NAME_TAG);
    this.#into.view.setUint32(at, bytes.byteLength, true);
    this.#append(bytes, at + FIELD_BYTES.bytes);
    return number;
  }

  /** A record is written but for the bytes that it ends with, and its checksum. */
  #append(bytes: Uint8Array, at: number): void {
    const end = at + bytes.byteLength;
    this.#room(end + CHECK_BYTES);
    this.#buffer.set(bytes, at);
    this.#into.view.setUint16(end, checksum(this.#into.view, this.#into.length, end), true);
    this.#written(end + CHECK_BYTES);
  }

  /** A record is written. Half of a frame is room for any, but for those that end with bytes. */
  #written(end: number): void {
    this.#into.length = end;
    if (end >= FRAME_BYTES / 2) this.flush();
  }

  #room(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return;
    const larger = platform.bytes.allocate(Math.max(this.#buffer.byteLength * 2, bytes));
    larger.set(this.#buffer);
    this.#buffer = larger;
    this.#into.view = new DataView(larger.buffer);
  }
}
