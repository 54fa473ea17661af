/** Writes a trace as a run goes on, or only hashes it when there is nowhere to write. */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Bus, Happenings } from '../sim/bus.ts';
import { encode } from '../wire.ts';
import { FRAME, FRAME_HEAD_BYTES, MAGIC, type TraceEnd, type TraceHeader } from './format.ts';
import { checksum, FIELD_BYTES, KINDS, LAYOUTS, NAME_TAG } from './record.ts';

/** Takes the file's bytes, in order. */
export type Sink = (bytes: Uint8Array) => void;

const FRAME_BYTES = 2 ** 16;

export class TraceWriter {
  readonly #sink: Sink;
  readonly #hash = createHash('sha256');
  readonly #names = new Map<string, number>();
  #buffer = Buffer.allocUnsafe(FRAME_BYTES);
  #length = 0;
  #measured: number[] = [];
  /** A broadcast has one payload for all its messages, so its digest is computed once. */
  #digested: { payload: Uint8Array | undefined; digest: number } = { payload: undefined, digest: 0 };

  constructor(header: TraceHeader, sink: Sink = () => undefined) {
    this.#sink = sink;
    sink(Buffer.from(MAGIC));
    const bytes = encode(header);
    this.#frame(FRAME.header, bytes);
    this.#hash.update(bytes);
  }

  /** Records everything that happens on the bus. */
  attach(bus: Bus): void {
    // First, as a frame of measurements must not stand behind the records that they belong to.
    bus.on('computed', ({ measuredNs }) => this.#measured.push(measuredNs));
    KINDS.forEach((kind, tag) => {
      const layout = LAYOUTS[kind] as readonly (readonly [string, keyof typeof FIELD_BYTES])[];
      bus.on(kind, (happening: Happenings[keyof Happenings]) => {
        this.#record(tag, layout, happening as unknown as Readonly<Record<string, unknown>>);
      });
    });
  }

  /** Hands what is recorded so far to the sink. */
  flush(): void {
    if (this.#length === 0) return;
    if (this.#measured.length > 0) {
      this.#frame(FRAME.measured, new Uint8Array(Float64Array.from(this.#measured).buffer));
      this.#measured = [];
    }
    // A copy, as the sink may keep it and the buffer is written over.
    const records = Buffer.from(this.#buffer.subarray(0, this.#length));
    this.#frame(FRAME.records, records);
    this.#hash.update(records);
    this.#length = 0;
  }

  /** Closes the trace and returns its hash. */
  end(end: Omit<TraceEnd, 'hash'>): string {
    this.flush();
    const hash = this.#hash.digest('hex');
    this.#frame(FRAME.end, encode({ ...end, hash } satisfies TraceEnd));
    return hash;
  }

  #frame(type: number, content: Uint8Array): void {
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    head.writeUInt8(type, 0);
    head.writeUInt32LE(content.byteLength, 1);
    head.writeUInt32LE(crc32(content), 5);
    this.#sink(head);
    this.#sink(content);
  }

  #record(
    tag: number,
    layout: readonly (readonly [string, keyof typeof FIELD_BYTES])[],
    happening: Readonly<Record<string, unknown>>,
  ): void {
    const payload = happening['payload'] as Uint8Array | undefined;
    if (payload !== undefined && payload !== this.#digested.payload) {
      this.#digested = { payload, digest: crc32(payload) };
    }
    // Names must stand before the record that uses them.
    for (const [field, type] of layout) if (type === 'string') this.#name(happening[field] as string);
    const start = this.#open(tag);
    for (const [field, type] of layout) {
      if (field === 'payloadBytes') this.#u32(payload?.byteLength ?? 0);
      else if (field === 'digest') this.#u32(this.#digested.digest);
      else if (type === 'u32') this.#u32(happening[field] as number);
      else if (type === 'f64') this.#f64(happening[field] as number);
      else if (type === 'string') this.#u32(this.#name(happening[field] as string));
      else this.#bytes(happening[field] as Uint8Array);
    }
    this.#close(start);
  }

  #name(name: string): number {
    let number = this.#names.get(name);
    if (number === undefined) {
      number = this.#names.size;
      this.#names.set(name, number);
      const start = this.#open(NAME_TAG);
      this.#bytes(Buffer.from(name));
      this.#close(start);
    }
    return number;
  }

  #open(tag: number): number {
    const start = this.#length;
    this.#room(1);
    this.#buffer[this.#length++] = tag;
    return start;
  }

  #close(start: number): void {
    this.#room(2);
    this.#length = this.#buffer.writeUInt16LE(checksum(this.#buffer, start, this.#length), this.#length);
    if (this.#length >= FRAME_BYTES / 2) this.flush();
  }

  #u32(value: number): void {
    this.#room(4);
    this.#length = this.#buffer.writeUInt32LE(value, this.#length);
  }

  #f64(value: number): void {
    this.#room(8);
    this.#length = this.#buffer.writeDoubleLE(value, this.#length);
  }

  #bytes(value: Uint8Array): void {
    this.#u32(value.byteLength);
    this.#room(value.byteLength);
    this.#buffer.set(value, this.#length);
    this.#length += value.byteLength;
  }

  #room(bytes: number): void {
    if (this.#length + bytes <= this.#buffer.byteLength) return;
    const larger = Buffer.allocUnsafe(Math.max(this.#buffer.byteLength * 2, this.#length + bytes));
    larger.set(this.#buffer.subarray(0, this.#length));
    this.#buffer = larger;
  }
}
