/**
 * Whether an Arrow file's vectors lie in it: the library allocates as many elements as they say, and reads what is outside as zeros.
 * Layout: https://arrow.apache.org/docs/format/Columnar.html#serialization-and-interprocess-communication-ipc and
 * https://flatbuffers.dev/internals/
 */

import { MOST_COLUMNS } from './points.ts';

const MAGIC = 'ARROW1';
const [SCHEMA, DICTIONARY, BATCH] = [1, 2, 3];
/** Bytes of structures in vectors: a block of a footer, and a node or buffer of a batch. */
const [BLOCK, PAIR, OFFSET] = [24, 16, 4];
const DEEPEST = 64;

/**
 * @param mostValues the most that a column or the elements of its lists may be
 * @throws Error for vectors that reach outside, or say more; RangeError for offsets that do
 */
export function checkArrowLayout(bytes: Uint8Array, mostValues: number): void {
  new Layout(bytes, mostValues).check();
}

class Layout {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #mostValues: number;
  #columns = 0;

  constructor(bytes: Uint8Array, mostValues: number) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#mostValues = mostValues;
  }

  check(): void {
    if (this.#isFile) this.#footer();
    else
      for (let at: number | undefined = 0; at !== undefined && at < this.#bytes.length;)
        at = this.#message(at);
  }

  get #isFile(): boolean {
    return [...MAGIC].every((letter, i) => this.#bytes[i] === letter.charCodeAt(0));
  }

  #footer(): void {
    const end = this.#bytes.length - MAGIC.length - OFFSET;
    const footer = this.#root(end - this.#view.getInt32(end, true));
    const schema = this.#table(footer, 1);
    if (schema !== undefined) this.#fields(schema, 1, 0);
    for (const slot of [2, 3])
      for (const block of this.#vector(footer, slot, BLOCK))
        this.#message(Number(this.#view.getBigInt64(block, true)));
  }

  /** Where the next one begins; undefined after the last one. */
  #message(begin: number): number | undefined {
    const hasMark = this.#view.getInt32(begin, true) === -1;
    const at = begin + (hasMark ? 2 : 1) * OFFSET;
    const length = this.#view.getInt32(at - OFFSET, true);
    if (length === 0) return undefined;
    if (length < 0) throw new Error('a message of negative length');
    const message = this.#root(at);
    const kind = this.#field(message, 1);
    const header = this.#table(message, 2);
    if (kind !== undefined && header !== undefined) {
      const type = this.#view.getUint8(kind);
      if (type === SCHEMA) this.#fields(header, 1, 0);
      if (type === BATCH) this.#batch(header);
      const inner = type === DICTIONARY ? this.#table(header, 1) : undefined;
      if (inner !== undefined) this.#batch(inner);
    }
    const body = this.#field(message, 3);
    const bodyBytes = body === undefined ? 0 : Number(this.#view.getBigInt64(body, true));
    if (bodyBytes < 0) throw new Error('a message of negative length');
    return at + length + bodyBytes;
  }

  #batch(batch: number): void {
    for (const node of this.#vector(batch, 1, PAIR)) {
      const values = this.#view.getBigInt64(node, true);
      if (values < 0n || values > BigInt(this.#mostValues)) throw new Error(`a column of ${values} values`);
    }
    this.#vector(batch, 2, PAIR);
    this.#vector(batch, 4, 2 * OFFSET);
  }

  #fields(table: number, slot: number, depth: number): void {
    if (depth > DEEPEST) throw new Error('columns within columns without end');
    for (const place of this.#vector(table, slot, OFFSET)) {
      if (++this.#columns > MOST_COLUMNS) throw new Error('too many columns');
      const field = place + this.#view.getUint32(place, true);
      this.#fields(field, 5, depth + 1);
      this.#vector(field, 6, OFFSET);
    }
    if (depth === 0) this.#vector(table, 2, OFFSET);
  }

  #root(at: number): number {
    return at + this.#view.getUint32(at, true);
  }

  /** Where a field of a table is; undefined if it has its default. */
  #field(table: number, slot: number): number | undefined {
    const list = table - this.#view.getInt32(table, true);
    const at = 2 * OFFSET + 2 * slot - OFFSET;
    if (at + 2 > this.#view.getUint16(list, true)) return undefined;
    const offset = this.#view.getUint16(list + at, true);
    return offset === 0 ? undefined : table + offset;
  }

  #table(table: number, slot: number): number | undefined {
    const at = this.#field(table, slot);
    return at === undefined ? undefined : this.#root(at);
  }

  /** Where the elements of a vector are, each of so many bytes. */
  #vector(table: number, slot: number, size: number): readonly number[] {
    const at = this.#table(table, slot);
    if (at === undefined) return [];
    const length = this.#view.getUint32(at, true);
    if (at + OFFSET + length * size > this.#bytes.length) throw new Error(`a vector of ${length} elements`);
    return Array.from({ length }, (_, i) => at + OFFSET + i * size);
  }
}
