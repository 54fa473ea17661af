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

type Type = keyof typeof FIELD_BYTES;

/** How records of a kind are written. */
interface Plan {
  readonly tag: number;
  readonly fields: readonly { readonly name: string; readonly type: Type; readonly at: number }[];
  /** Bytes of the record, without what a `bytes` field holds. */
  readonly size: number;
  /** The fields whose strings must be named before. */
  readonly strings: readonly string[];
}

const TAG_BYTES = 1;
const CHECK_BYTES = 2;

const PLANS: readonly Plan[] = KINDS.map((kind, tag) => {
  let size = TAG_BYTES;
  const fields = (LAYOUTS[kind] as readonly (readonly [string, Type])[]).map(([name, type]) => {
    const at = size;
    size += FIELD_BYTES[type];
    return { name, type, at };
  });
  const strings = fields.flatMap(({ name, type }) => (type === 'string' ? [name] : []));
  return { tag, fields, size: size + CHECK_BYTES, strings };
});

export class TraceWriter {
  readonly #sink: Sink;
  readonly #hash = createHash('sha256');
  readonly #names = new Map<string, number>();
  #buffer = Buffer.allocUnsafeSlow(FRAME_BYTES);
  #view = new DataView(this.#buffer.buffer);
  #length = 0;
  #measured: number[] = [];

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
      const plan = PLANS[tag];
      bus.on(kind, (happening: Happenings[keyof Happenings]) => {
        this.#record(plan, happening as unknown as Readonly<Record<string, unknown>>);
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

  #record({ tag, fields, size, strings }: Plan, happening: Readonly<Record<string, unknown>>): void {
    // Names must stand before the record that uses them.
    for (let i = 0; i < strings.length; i++) this.#name(happening[strings[i]] as string);
    const start = this.#open(tag, size);
    const view = this.#view;
    for (let i = 0; i < fields.length; i++) {
      const { name, type, at } = fields[i];
      if (type === 'u32') view.setUint32(start + at, this.#number(name, happening), true);
      else if (type === 'f64') view.setFloat64(start + at, happening[name] as number, true);
      else if (type === 'string') view.setUint32(start + at, this.#name(happening[name] as string), true);
      else return this.#closeWith(happening[name] as Uint8Array, start, start + at);
    }
    this.#close(start, start + size - CHECK_BYTES);
  }

  /** What a field holds: of a payload its length and CRC-32, which its sender may know already. */
  #number(field: string, happening: Readonly<Record<string, unknown>>): number {
    if (field === 'payloadBytes') return (happening['payload'] as Uint8Array).byteLength;
    if (field === 'digest')
      return (happening['digest'] as number | undefined) ?? crc32(happening['payload'] as Uint8Array);
    return happening[field] as number;
  }

  #name(name: string): number {
    let number = this.#names.get(name);
    if (number === undefined) {
      number = this.#names.size;
      this.#names.set(name, number);
      const start = this.#open(NAME_TAG, TAG_BYTES + FIELD_BYTES.bytes + CHECK_BYTES);
      this.#closeWith(Buffer.from(name), start, start + TAG_BYTES);
    }
    return number;
  }

  /** Begins a record where there is room for so many bytes. */
  #open(tag: number, size: number): number {
    this.#room(this.#length + size);
    this.#buffer[this.#length] = tag;
    return this.#length;
  }

  /** Ends a record with bytes of any number, which stand last in it. */
  #closeWith(bytes: Uint8Array, start: number, at: number): void {
    const end = at + FIELD_BYTES.bytes + bytes.byteLength;
    this.#room(end + CHECK_BYTES);
    this.#view.setUint32(at, bytes.byteLength, true);
    this.#buffer.set(bytes, at + FIELD_BYTES.bytes);
    this.#close(start, end);
  }

  #close(start: number, end: number): void {
    this.#view.setUint16(end, checksum(this.#buffer, start, end), true);
    this.#length = end + CHECK_BYTES;
    if (this.#length >= FRAME_BYTES / 2) this.flush();
  }

  #room(bytes: number): void {
    if (bytes <= this.#buffer.byteLength) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.#buffer.byteLength * 2, bytes));
    larger.set(this.#buffer);
    this.#buffer = larger;
    this.#view = new DataView(larger.buffer);
  }
}
