/** Writes a trace as a run proceeds, or only hashes it if there is nowhere to write. */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Bus, BusEvents, TrafficListener } from '../engine/sim/bus.ts';
import { encode } from '../engine/wire/bytes.ts';
import type { Digest } from '../engine/sim/digest.ts';
import type { PayloadDigest } from '../engine/sim/payload-digest.ts';
import {
  checkOf,
  FRAME,
  FRAME_HEAD_BYTES,
  MAGIC,
  type PackedEnd,
  type TraceEnd,
  type TraceHeader,
} from './format.ts';
import { checksum, FIELD_BYTES, KINDS, layoutsOf, NAME_TAG } from './record.ts';

/** Receives the file's bytes, in order. */
export type Sink = (bytes: Uint8Array) => void;

const FRAME_BYTES = 2 ** 16;

type Type = keyof typeof FIELD_BYTES;

const TAG_BYTES = 1;
const CHECK_BYTES = 2;

/**
 * Writes values after the record's tag, from offset `at`, in the order of the fields: plain numbers, the
 * numbers of names, and the lengths of bytes.
 * @returns the offset after them, where the content of a `bytes` field goes
 */
type LayOut = (view: DataView, at: number, ...values: readonly number[]) => number;

/** The values of an event, in the order of the fields. */
type ValuesOf = (happening: unknown, numberOf: (name: string) => number) => readonly number[];

/** How records of a kind are written. */
interface Plan {
  readonly tag: number;
  /** The record's size in bytes, without the content of a `bytes` field. */
  readonly size: number;
  /** The last field, if it has variable length. */
  readonly bytes: string | undefined;
  readonly valuesOf: ValuesOf;
  readonly layOut: LayOut;
}

function plansOf(digest: PayloadDigest): readonly Plan[] {
  const layouts = layoutsOf(digest);
  return KINDS.map((kind, tag): Plan => {
    const fields = layouts[kind] as readonly (readonly [name: string, type: Type])[];
    const size = fields.reduce((sum, [, type]) => sum + FIELD_BYTES[type], TAG_BYTES + CHECK_BYTES);
    const bytes = fields.find(([, type]) => type === 'bytes')?.[0];
    return { tag, size, bytes, valuesOf: readerOf(fields), layOut: compile(fields) };
  });
}

/** Compiled once, as there may be thousands of runs. */
const PLANS: Readonly<Record<PayloadDigest, readonly Plan[]>> = {
  crc32: plansOf('crc32'),
  sha256: plansOf('sha256'),
};

const SENT = KINDS.indexOf('sent');
const DELIVERED = KINDS.indexOf('delivered');

function readerOf(fields: readonly (readonly [name: string, type: Type])[]): ValuesOf {
  return (happening, numberOf) =>
    fields.map(([name, type]) => {
      const value = (happening as Readonly<Record<string, unknown>>)[name];
      if (type === 'string') return numberOf(value as string);
      return type === 'bytes' ? (value as Uint8Array).byteLength : (value as number);
    });
}

/** A compiled function for each kind: looking up the table for every record takes three times as long. */
function compile(fields: readonly (readonly [name: string, type: Type])[]): LayOut {
  let at = 0;
  const lines = fields.map(([name, type]) => {
    const line = `view.set${type === 'f64' ? 'Float64' : 'Uint32'}(at + ${at}, ${name}, true);`;
    at += FIELD_BYTES[type];
    return line;
  });
  const names = fields.map(([name]) => name);
  // oxlint-disable-next-line no-new-func -- made from the table of layouts alone
  return new Function('view', 'at', ...names, `${lines.join('\n')}\nreturn at + ${at};`) as LayOut;
}

export class TraceWriter implements TrafficListener {
  /** Absent where the trace is only hashed: then there are no frames. */
  readonly #sink: Sink | undefined;
  readonly #hash = createHash('sha256');
  readonly #names = new Map<string, number>();
  #buffer = Buffer.allocUnsafeSlow(FRAME_BYTES);
  #view = new DataView(this.#buffer.buffer);
  readonly #plans: readonly Plan[];
  #length = 0;
  #measured: number[] = [];

  /** @param sink absent: nothing is written */
  constructor(header: TraceHeader, sink?: Sink) {
    this.#sink = sink;
    this.#plans = PLANS[header.digest ?? 'crc32'];
    sink?.(Buffer.from(MAGIC));
    const bytes = encode(header);
    this.#frame(FRAME.header, bytes);
    this.#hash.update(bytes);
  }

  /** Records every event on the bus. */
  attach(bus: Bus): void {
    // First, as a frame of measurements must not come after the records that they belong to.
    bus.on('computed', ({ measuredNs }) => this.#measured.push(measuredNs));
    bus.onTraffic(this);
    KINDS.forEach((kind, tag) => {
      const plan = this.#plans[tag];
      if (tag !== SENT && tag !== DELIVERED)
        bus.on(kind, (happening: BusEvents[keyof BusEvents]) => this.#record(plan, happening));
    });
  }

  sent(
    timeNs: number,
    id: number,
    from: number,
    to: number,
    type: string,
    payloadBytes: number,
    wireBytes: number,
    elements: number,
    digest: Digest,
  ): void {
    const name = this.#name(type);
    const stored = typeof digest === 'string' ? this.#name(digest) : digest;
    const { size, layOut } = this.#plans[SENT];
    const start = this.#open(SENT, size);
    const end = layOut(
      this.#view,
      start + TAG_BYTES,
      timeNs,
      id,
      from,
      to,
      name,
      payloadBytes,
      wireBytes,
      elements,
      stored,
    );
    this.#close(start, end);
  }

  delivered(
    timeNs: number,
    id: number,
    from: number,
    to: number,
    payloadBytes: number,
    wireBytes: number,
    retransmissions: number,
    digest: Digest,
  ): void {
    const stored = typeof digest === 'string' ? this.#name(digest) : digest;
    const { size, layOut } = this.#plans[DELIVERED];
    const start = this.#open(DELIVERED, size);
    const end = layOut(
      this.#view,
      start + TAG_BYTES,
      timeNs,
      id,
      from,
      to,
      payloadBytes,
      wireBytes,
      retransmissions,
      stored,
    );
    this.#close(start, end);
  }

  /** Passes everything recorded so far to the sink. */
  flush(): void {
    if (this.#length === 0) return;
    if (this.#measured.length > 0) {
      this.#frame(FRAME.measured, new Uint8Array(Float64Array.from(this.#measured).buffer));
      this.#measured = [];
    }
    const records = this.#buffer.subarray(0, this.#length);
    this.#hash.update(records);
    // A copy, since the sink may keep it and the buffer is reused.
    if (this.#sink !== undefined) this.#frame(FRAME.records, Buffer.from(records));
    this.#length = 0;
  }

  /** Closes the trace and returns its hash. */
  end(end: Omit<TraceEnd, 'hash'>): string {
    this.flush();
    const hash = this.#hash.digest('hex');
    // A Buffer is encoded as MessagePack's binary type.
    const came = Buffer.from(encode(end));
    this.#frame(FRAME.end, encode({ hash, came, check: checkOf(hash, came) } satisfies PackedEnd));
    return hash;
  }

  #frame(type: number, content: Uint8Array): void {
    if (this.#sink === undefined) return;
    const head = Buffer.alloc(FRAME_HEAD_BYTES);
    head.writeUInt8(type, 0);
    head.writeUInt32LE(content.byteLength, 1);
    head.writeUInt32LE(crc32(content), 5);
    this.#sink(head);
    this.#sink(content);
  }

  #record({ tag, size, bytes, valuesOf, layOut }: Plan, happening: BusEvents[keyof BusEvents]): void {
    // Names must come before the record that uses them.
    const values = valuesOf(happening, (name) => this.#name(name));
    const start = this.#open(tag, size);
    const end = layOut(this.#view, start + TAG_BYTES, ...values);
    if (bytes === undefined) this.#close(start, end);
    else this.#closeWith((happening as unknown as Readonly<Record<string, Uint8Array>>)[bytes], start, end);
  }

  /** The number of a name, which is recorded on first use. */
  #name(name: string): number {
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const number = this.#names.size;
    this.#names.set(name, number);
    const bytes = Buffer.from(name);
    const start = this.#open(NAME_TAG, TAG_BYTES + FIELD_BYTES.bytes + CHECK_BYTES);
    this.#view.setUint32(start + TAG_BYTES, bytes.byteLength, true);
    this.#closeWith(bytes, start, start + TAG_BYTES + FIELD_BYTES.bytes);
    return number;
  }

  /** Starts a record, making room for so many bytes. */
  #open(tag: number, size: number): number {
    this.#room(this.#length + size);
    this.#buffer[this.#length] = tag;
    return this.#length;
  }

  /** Ends a record with a variable number of bytes, which come last. */
  #closeWith(bytes: Uint8Array, start: number, at: number): void {
    const end = at + bytes.byteLength;
    this.#room(end + CHECK_BYTES);
    this.#buffer.set(bytes, at);
    this.#close(start, end);
  }

  #close(start: number, end: number): void {
    this.#view.setUint16(end, checksum(this.#view, start, end), true);
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
