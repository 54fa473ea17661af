/**
 * MessagePack of what messages are mostly made of: short lists of short ASCII texts, counts, flags, binary, and short
 * lists of these. Everything else is left to a library, which writes the same bytes for these and takes longer over it.
 */

/** Fewer than 16 entries and fewer than 32 characters fit into the first byte with the kind of the value. */
const LIST = 0x90;
const MOST_ENTRIES = 0x0f;
const TEXT = 0xa0;
const MOST_CHARACTERS = 0x1f;
const FALSE = 0xc2;
const TRUE = 0xc3;
const BINARY_8 = 0xc4;
const BINARY_16 = 0xc5;
const BINARY_32 = 0xc6;
const UINT_8 = 0xcc;
const UINT_16 = 0xcd;
const UINT_32 = 0xce;

/** Lists within lists that are written and read here: deeper ones would let a stranger's bytes exhaust the stack. */
const MOST_DEPTH = 2;

/** Small values share pieces of memory of this size: to get it is what costs most. */
const SLAB_BYTES = 2 ** 16;
const LARGE_BYTES = 2 ** 13;

/** Memory that small values are written to, side by side. */
export class Slab {
  readonly #shared: boolean;
  #bytes: Uint8Array = new Uint8Array();
  #free = 0;

  /** @param shared whether it takes shared memory, see `isCrowd` in wire.ts */
  constructor(shared = false) {
    this.#shared = shared;
  }

  /** Room for so many bytes; not cleared. */
  take(size: number): { readonly bytes: Uint8Array; readonly at: number } {
    if (size > LARGE_BYTES) return { bytes: Buffer.allocUnsafeSlow(size), at: 0 };
    if (this.#free + size > this.#bytes.byteLength) {
      this.#bytes = this.#shared
        ? new Uint8Array(new SharedArrayBuffer(SLAB_BYTES))
        : Buffer.allocUnsafeSlow(SLAB_BYTES);
      this.#free = 0;
    }
    const at = this.#free;
    this.#free += size;
    return { bytes: this.#bytes, at };
  }
}

let bytes: Uint8Array = new Uint8Array();
let at = 0;

/** The bytes of a list; undefined when there is something in it that is left to the library. */
export function packList(list: readonly unknown[], slab: Slab): Uint8Array | undefined {
  const size = sizeOf(list, MOST_DEPTH);
  if (Number.isNaN(size)) return undefined;
  ({ bytes, at } = slab.take(size));
  const start = at;
  write(list);
  return new Uint8Array(bytes.buffer, start, size);
}

/** The bytes that a value takes; NaN when it is left to the library. */
function sizeOf(value: unknown, depth: number): number {
  switch (typeof value) {
    case 'number':
      return sizeOfCount(value);
    case 'string':
      return isShortAscii(value) ? 1 + value.length : Number.NaN;
    case 'boolean':
      return 1;
    case 'object': {
      if (Buffer.isBuffer(value)) {
        const length = value.byteLength;
        return length + (length < 2 ** 8 ? 2 : length < 2 ** 16 ? 3 : 5);
      }
      if (!Array.isArray(value) || depth === 0 || value.length > MOST_ENTRIES) return Number.NaN;
      let size = 1;
      for (let i = 0; i < value.length; i++) size += sizeOf(value[i], depth - 1);
      return size;
    }
    default:
      return Number.NaN;
  }
}

/** Of an integer in [0, 2^32): others are rare. */
function sizeOfCount(value: number): number {
  if (value >>> 0 !== value) return Number.NaN;
  return value < 2 ** 7 ? 1 : value < 2 ** 8 ? 2 : value < 2 ** 16 ? 3 : 5;
}

function isShortAscii(text: string): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

function write(value: unknown): void {
  if (typeof value === 'number') writeCount(value);
  else if (typeof value === 'string') {
    bytes[at++] = TEXT | value.length;
    for (let i = 0; i < value.length; i++) bytes[at++] = value.charCodeAt(i);
  } else if (typeof value === 'boolean') bytes[at++] = value ? TRUE : FALSE;
  else if (Array.isArray(value)) {
    bytes[at++] = LIST | value.length;
    for (let i = 0; i < value.length; i++) write(value[i]);
  } else writeBinary(value as Uint8Array);
}

function writeCount(value: number): void {
  if (value < 2 ** 7) bytes[at++] = value;
  else writeHead(value, UINT_8, UINT_16, UINT_32);
}

function writeBinary(value: Uint8Array): void {
  writeHead(value.byteLength, BINARY_8, BINARY_16, BINARY_32);
  bytes.set(value, at);
  at += value.byteLength;
}

/** A number in one, two or four bytes, big-endian, behind the tag that says so. */
function writeHead(value: number, tag8: number, tag16: number, tag32: number): void {
  const size = value < 2 ** 8 ? 1 : value < 2 ** 16 ? 2 : 4;
  bytes[at++] = size === 1 ? tag8 : size === 2 ? tag16 : tag32;
  for (let shift = 8 * (size - 1); shift >= 0; shift -= 8) bytes[at++] = value >>> shift;
}

let source: Uint8Array = new Uint8Array();
let next = 0;
let isForeign = false;

/**
 * The list that these bytes are, to the last; undefined when they are something else or hold something that is left to the
 * library, or are no MessagePack. Binary in it is a view of the bytes.
 */
export function unpackList(packed: Uint8Array): unknown[] | undefined {
  source = packed;
  next = 0;
  isForeign = false;
  const kind = packed[0] & ~MOST_ENTRIES;
  const list = kind === LIST ? read(MOST_DEPTH) : undefined;
  return isForeign || next !== packed.byteLength ? undefined : (list as unknown[] | undefined);
}

/** The value at `next`. Behind the end of the bytes there is none, and what was asked for is foreign. */
function read(depth: number): unknown {
  const tag = source[next++];
  if (tag < 0x80) return tag;
  if (tag >= TEXT && tag <= TEXT + MOST_CHARACTERS) return readText(tag - TEXT);
  if (tag >= LIST && tag <= LIST + MOST_ENTRIES && depth > 0) {
    // Of its length at once, as an array that grows takes room for many more.
    // oxlint-disable-next-line unicorn/no-new-array -- of its length at once
    const list: unknown[] = new Array(tag - LIST);
    for (let i = 0; i < list.length && !isForeign; i++) list[i] = read(depth - 1);
    return list;
  }
  switch (tag) {
    case FALSE:
      return false;
    case TRUE:
      return true;
    case BINARY_8:
      return readBinary(readUnsigned(1));
    case BINARY_16:
      return readBinary(readUnsigned(2));
    case BINARY_32:
      return readBinary(readUnsigned(4));
    case UINT_8:
      return readUnsigned(1);
    case UINT_16:
      return readUnsigned(2);
    case UINT_32:
      return readUnsigned(4);
    default:
      isForeign = true;
      return undefined;
  }
}

/** Big-endian; too few bytes give NaN, and a place behind their end. */
function readUnsigned(size: number): number {
  let value = 0;
  for (let i = 0; i < size; i++) value = value * 2 ** 8 + source[next++];
  return value;
}

function readBinary(length: number): Uint8Array | undefined {
  const start = next;
  next += length;
  // Also for a length that is NaN.
  isForeign ||= !(next <= source.byteLength);
  return isForeign ? undefined : source.subarray(start, next);
}

/** Texts that were read before, by a hash of their bytes: names come again and again. */
const known: string[] = Array.from({ length: 2 ** 8 }, () => '');

function readText(length: number): string {
  const start = next;
  next += length;
  if (next > source.byteLength) isForeign = true;
  if (isForeign) return '';
  let hash = length;
  for (let i = start; i < next; i++) {
    if (source[i] > 0x7f) isForeign = true;
    hash = (Math.imul(hash, 31) + source[i]) | 0;
  }
  const place = hash & (known.length - 1);
  const text = known[place];
  if (text.length === length && isAt(text, start)) return text;
  return (known[place] = String.fromCharCode(...source.subarray(start, next)));
}

function isAt(text: string, start: number): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) !== source[start + i]) return false;
  return true;
}
