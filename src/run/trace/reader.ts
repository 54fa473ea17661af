/**
 * Reads a trace back, entry by entry. From a truncated or modified file it reads every entry before the
 * damage, and then reports where that is.
 */

import { platform } from '#platform';
import { defined } from '../../core/base/defined.ts';
import { textOf } from '../../core/base/bytes.ts';
import { CahootsError } from '../../core/base/errors.ts';
import { decode } from '../../core/engine/wire/bytes.ts';
import type { z } from 'zod';
import { cameSchema, headerSchema, packedEndSchema } from './foreign.ts';
import {
  checkOf,
  FRAME,
  FRAME_HEAD_BYTES,
  MAGIC,
  type TraceEnd,
  type TraceHeader,
  VERSION,
} from './format.ts';
import { checksum } from './checksum.ts';
import { type Entry, FIELD_BYTES, KINDS, layoutsOf, NAME_TAG } from './record.ts';

/** How reading ended: with the end of the run, or a reason why there is none. */
export type ReadEnd = { readonly end: TraceEnd } | { readonly problem: CahootsError };

export class TraceReader {
  readonly header: TraceHeader;
  /** Known once all entries have been read. */
  outcome: ReadEnd | undefined;
  readonly #file: string;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #hash = platform.crypto.createSha256();
  readonly #names: string[] = [];
  readonly #actors: number;
  readonly #layouts: ReturnType<typeof layoutsOf>;
  #entries = 0;
  #lastNs = 0;

  /**
   * @param file its name in errors
   * @throws CahootsError if it is not a trace of this version, or not even its header is intact
   */
  constructor(file: string, bytes: Uint8Array) {
    this.#file = file;
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const magic = platform.bytes.toLatin1(bytes.subarray(0, 2 * MAGIC.length));
    if (!magic.startsWith(MAGIC)) {
      const version = /^cahoots trace (\d+)\n/.exec(magic)?.[1];
      const got = version === undefined ? 'another kind of file' : `version ${version}`;
      throw new CahootsError('bad-input', `expected a Cahoots trace of version ${VERSION}, got ${got}`, {
        file,
      });
    }
    const content = this.#frameAt(MAGIC.length, FRAME.header);
    if (content === undefined) throw this.#problem('cut-off', 'its header is not whole');
    if (!this.#checks(MAGIC.length, content)) throw this.#problem('damaged', 'its header cannot be read');
    const header = valueOf(content, headerSchema);
    if (header === undefined) throw this.#problem('damaged', 'its header says nothing that makes sense');
    this.header = header as TraceHeader;
    this.#actors = this.header.roles.reduce((sum, { count = 1 }) => sum + count, 0);
    this.#layouts = layoutsOf(this.header.digest);
    this.#hash.update(content);
  }

  /** Why the end is missing, once all entries have been read. */
  get problem(): CahootsError | undefined {
    return this.outcome !== undefined && 'problem' in this.outcome ? this.outcome.problem : undefined;
  }

  /** The entries in order; afterwards {@link outcome} is known. */
  *entries(): Generator<Entry, void, void> {
    let at = MAGIC.length + FRAME_HEAD_BYTES + this.#view.getUint32(MAGIC.length + 1, true);
    const measured: number[] = [];
    for (;;) {
      if (at + FRAME_HEAD_BYTES > this.#bytes.byteLength) return this.#stop('cut-off', 'it goes no further');
      const type = this.#bytes[at];
      const length = this.#view.getUint32(at + 1, true);
      const start = at + FRAME_HEAD_BYTES;
      const whole = start + length <= this.#bytes.byteLength;
      const content = this.#bytes.subarray(start, Math.min(start + length, this.#bytes.byteLength));
      if (whole && type !== FRAME.records && !this.#checks(at, content)) {
        return this.#stop('damaged', 'the next frame does not match its checksum');
      }
      if (type === FRAME.measured && whole && length % 8 === 0) {
        for (let i = 0; i < length; i += 8) measured.push(this.#view.getFloat64(start + i, true));
        if (!measured.every(isAmount))
          return this.#stop('damaged', 'the next frame has an invalid measured time');
      } else if (type === FRAME.records) {
        const readable = yield* this.#records(content, measured, whole);
        if (!readable) return;
        if (!this.#checks(at, content))
          return this.#stop('damaged', 'the frame before here does not match its checksum');
        this.#hash.update(content);
      } else if (type === FRAME.end && whole) {
        const last = start + length === this.#bytes.byteLength;
        return last ? this.#end(content) : this.#stop('damaged', 'there is something after its end');
      } else if (!whole) {
        return this.#stop('cut-off', 'it goes no further');
      } else {
        return this.#stop('damaged', `expected a frame, got ${type}`);
      }
      at = start + length;
    }
  }

  *#records(content: Uint8Array, measured: number[], whole: boolean): Generator<Entry, boolean, void> {
    for (let at = 0; at < content.byteLength;) {
      const record = this.#record(content, at);
      if (record === undefined) {
        if (whole) this.#stop('damaged', 'the next record does not match its checksum, or makes no sense');
        else this.#stop('cut-off', 'it goes no further');
        return false;
      }
      at = record.next;
      if (record.entry === undefined) continue;
      this.#entries++;
      this.#lastNs = record.entry.timeNs;
      yield record.entry.kind === 'computed'
        ? { ...record.entry, measuredNs: measured.shift() ?? 0 }
        : record.entry;
    }
    if (!whole) this.#stop('cut-off', 'it goes no further');
    return whole;
  }

  /**
   * The record at an offset and where the next one starts; undefined if it is incomplete or its checksum is
   * wrong.
   */
  #record(content: Uint8Array, start: number): { entry?: Entry; next: number } | undefined {
    const tag = content[start];
    const kind = KINDS[tag];
    if (kind === undefined && tag !== NAME_TAG) return undefined;
    const layout: readonly (readonly [string, keyof typeof FIELD_BYTES])[] =
      kind === undefined ? [['name', 'bytes']] : this.#layouts[kind];
    const entry: Record<string, unknown> = { kind };
    const inFile = content.byteOffset - this.#bytes.byteOffset;
    let at = start + 1;
    for (const [field, type] of layout) {
      if (at + FIELD_BYTES[type] > content.byteLength) return undefined;
      const number =
        type === 'f64' ? this.#view.getFloat64(inFile + at, true) : this.#view.getUint32(inFile + at, true);
      at += FIELD_BYTES[type];
      if (type === 'bytes') {
        if (at + number > content.byteLength) return undefined;
        entry[field] = content.subarray(at, at + number);
        at += number;
      } else entry[field] = type === 'string' ? this.#names[number] : number;
      if (entry[field] === undefined) return undefined;
    }
    if (at + 2 > content.byteLength) return undefined;
    if (this.#view.getUint16(inFile + at, true) !== checksum(this.#view, inFile + start, inFile + at))
      return undefined;
    if (kind !== undefined) {
      return this.#isSense(entry) ? { entry: entry as unknown as Entry, next: at + 2 } : undefined;
    }
    this.#names.push(textOf(entry['name'] as Uint8Array));
    return { next: at + 2 };
  }

  #end(content: Uint8Array): void {
    const packed = valueOf(content, packedEndSchema);
    const came = packed && valueOf(packed.came, cameSchema);
    if (packed === undefined || came === undefined)
      return this.#stop('damaged', 'its end says nothing that makes sense');
    const { hash } = packed;
    if (hash !== this.#hash.digest('hex'))
      return this.#stop('damaged', 'its hash does not match its entries');
    if (checkOf(hash, packed.came) !== packed.check)
      return this.#stop('damaged', 'its result does not match its checksum');
    this.outcome = { end: defined({ ...came, hash }) };
  }

  /** Whether an entry's actors and times are possible. */
  #isSense(entry: Readonly<Record<string, unknown>>): boolean {
    const known = ACTORS.every((field) => entry[field] === undefined || Number(entry[field]) < this.#actors);
    return known && AMOUNTS.every((field) => entry[field] === undefined || isAmount(entry[field]));
  }

  #stop(code: 'cut-off' | 'damaged', reason: string): void {
    this.outcome = { problem: this.#problem(code, reason) };
  }

  #problem(code: 'cut-off' | 'damaged', reason: string): CahootsError {
    const place = `after entry ${this.#entries} at ${this.#lastNs} ns`;
    return new CahootsError(code, `the trace is ${code} ${place}: ${reason}`, { file: this.#file });
  }

  /** Whether the content of the frame at an offset matches its checksum. */
  #checks(at: number, content: Uint8Array): boolean {
    return this.#view.getUint32(at + 5, true) === platform.bytes.crc32(content);
  }

  /** The content of the frame at an offset, if it is of this type and complete. */
  #frameAt(at: number, type: number): Uint8Array | undefined {
    if (at + FRAME_HEAD_BYTES > this.#bytes.byteLength || this.#bytes[at] !== type) return undefined;
    const start = at + FRAME_HEAD_BYTES;
    const end = start + this.#view.getUint32(at + 1, true);
    return end <= this.#bytes.byteLength ? this.#bytes.subarray(start, end) : undefined;
  }
}

/** Fields with numbers of actors. */
const ACTORS = ['from', 'to', 'by', 'actor'];
/** Fields that hold doubles. */
const AMOUNTS = ['timeNs', 'durationNs', 'operations'];

function isAmount(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value < Number.POSITIVE_INFINITY;
}

/** The decoded value, if it satisfies a schema; otherwise undefined. */
function valueOf<S extends z.ZodType>(bytes: Uint8Array, schema: S): z.output<S> | undefined {
  try {
    const { data } = schema.safeParse(decode(bytes));
    return data;
  } catch {
    // Not MessagePack, or nested too deeply for its decoder.
    return undefined;
  }
}
