/** Writes a trace as a run goes on, or only hashes it when there is nowhere to write. */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { Bus, Happenings } from '../sim/bus.ts';
import { encode } from '../wire/bytes.ts';
import type { PayloadDigest } from '../sim/digest.ts';
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

/** Takes the file's bytes, in order. */
export type Sink = (bytes: Uint8Array) => void;

const FRAME_BYTES = 2 ** 16;

type Type = keyof typeof FIELD_BYTES;

const TAG_BYTES = 1;
const CHECK_BYTES = 2;

/**
 * Lays the fields of a happening out behind the record's tag, from `at` on; names are numbered already.
 * @returns where it ends, before what a `bytes` field holds
 */
type LayOut = (happening: unknown, view: DataView, at: number, names: ReadonlyMap<string, number>) => number;

/** How records of a kind are written. */
interface Plan {
  readonly tag: number;
  /** Bytes of the record, without what a `bytes` field holds. */
  readonly size: number;
  /** The fields whose strings must be named before. */
  readonly strings: readonly string[];
  /** The field that stands last and is of any length. */
  readonly bytes: string | undefined;
  readonly layOut: LayOut;
}

function plansOf(digest: PayloadDigest): readonly Plan[] {
  const layouts = layoutsOf(digest);
  return KINDS.map((kind, tag) => {
    const fields = layouts[kind] as readonly (readonly [name: string, type: Type])[];
    const named = (type: Type): string[] => fields.flatMap(([name, own]) => (own === type ? [name] : []));
    const size = fields.reduce((sum, [, type]) => sum + FIELD_BYTES[type], TAG_BYTES + CHECK_BYTES);
    return { tag, size, strings: named('string'), bytes: named('bytes')[0], layOut: compile(fields) };
  });
}

/** Compiled once, as there may be thousands of runs. */
const PLANS: Readonly<Record<PayloadDigest, readonly Plan[]>> = {
  crc32: plansOf('crc32'),
  sha256: plansOf('sha256'),
};

/**
 * A function of its own for each kind: one that goes through the table for every record takes three times as long, as it
 * looks every field up by its name in objects of every kind.
 */
function compile(fields: readonly (readonly [name: string, type: Type])[]): LayOut {
  let at = 0;
  const lines = fields.map(([name, type]) => {
    const line = `view.set${type === 'f64' ? 'Float64' : 'Uint32'}(at + ${at}, ${valueOf(name, type)}, true);`;
    at += FIELD_BYTES[type];
    return line;
  });
  // oxlint-disable-next-line no-new-func -- of nothing but the table of layouts
  return new Function(
    'happening',
    'view',
    'at',
    'names',
    `${lines.join('\n')}\nreturn at + ${at};`,
  ) as LayOut;
}

/** What stands in a field: of a payload its length, of bytes theirs, of a string its number. */
function valueOf(name: string, type: Type): string {
  if (name === 'payloadBytes') return 'happening.payload.byteLength';
  if (type === 'bytes') return `happening.${name}.byteLength`;
  return type === 'string' ? `names.get(happening.${name})` : `happening.${name}`;
}

export class TraceWriter {
  readonly #sink: Sink;
  readonly #hash = createHash('sha256');
  readonly #names = new Map<string, number>();
  #buffer = Buffer.allocUnsafeSlow(FRAME_BYTES);
  #view = new DataView(this.#buffer.buffer);
  readonly #plans: readonly Plan[];
  #length = 0;
  #measured: number[] = [];

  constructor(header: TraceHeader, sink: Sink = () => undefined) {
    this.#sink = sink;
    this.#plans = PLANS[header.digest ?? 'crc32'];
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
      const plan = this.#plans[tag];
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
    // A Buffer is encoded as MessagePack's own binary.
    const came = Buffer.from(encode(end));
    this.#frame(FRAME.end, encode({ hash, came, check: checkOf(hash, came) } satisfies PackedEnd));
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

  #record({ tag, size, strings, bytes, layOut }: Plan, happening: Readonly<Record<string, unknown>>): void {
    // Names must stand before the record that uses them.
    for (let i = 0; i < strings.length; i++) this.#name(happening[strings[i]] as string);
    const start = this.#open(tag, size);
    const end = layOut(happening, this.#view, start + TAG_BYTES, this.#names);
    if (bytes === undefined) this.#close(start, end);
    else this.#closeWith(happening[bytes] as Uint8Array, start, end);
  }

  #name(name: string): void {
    if (this.#names.has(name)) return;
    this.#names.set(name, this.#names.size);
    const bytes = Buffer.from(name);
    const start = this.#open(NAME_TAG, TAG_BYTES + FIELD_BYTES.bytes + CHECK_BYTES);
    this.#view.setUint32(start + TAG_BYTES, bytes.byteLength, true);
    this.#closeWith(bytes, start, start + TAG_BYTES + FIELD_BYTES.bytes);
  }

  /** Begins a record where there is room for so many bytes. */
  #open(tag: number, size: number): number {
    this.#room(this.#length + size);
    this.#buffer[this.#length] = tag;
    return this.#length;
  }

  /** Ends a record with bytes of any number, which stand last in it. */
  #closeWith(bytes: Uint8Array, start: number, at: number): void {
    const end = at + bytes.byteLength;
    this.#room(end + CHECK_BYTES);
    this.#buffer.set(bytes, at);
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
