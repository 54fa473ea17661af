/**
 * Values to bytes and back: MessagePack. Vectors of numbers travel as binary, copied as whole blocks. The only place
 * that knows msgpackr; messages mostly go a shorter way to the same bytes, see codec.ts.
 */

import { Packr } from 'msgpackr/pack';

// Records would make one message depend on those before it. Without the extensions typed arrays other than bytes come
// out as garbage, and integers beyond 64 bits are refused. References within a message could blow it up.
const codec = new Packr({
  useRecords: false,
  variableMapSize: true,
  moreTypes: true,
  useBigIntExtension: true,
  structuredClone: false,
});

/**
 * Whether the memory for messages between so many actors should be shared: after every 64 MiB of other memory the garbage
 * collector goes through all that actors are, which then takes most of the time. For fewer, shared memory is only slower to get.
 */
export function isCrowd(actors: number): boolean {
  return actors > 20_000;
}

/** Encodes null, booleans, numbers, strings, typed arrays, and arrays and plain objects of these. */
export function encode(value: unknown): Uint8Array {
  return codec.pack(value);
}

/**
 * The value of exactly these bytes. Binary in it is a view of the bytes, not a copy.
 * @throws Error when they are no MessagePack, are cut off, or go on behind the value
 */
export function decode(bytes: Uint8Array): unknown {
  // Where the decoder's native part is loaded, it crashes on shared memory.
  return codec.unpack(bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes);
}

type Numbers = Float64Array | Uint32Array | Uint16Array;

/** The bytes of a vector, in place: little-endian, as on every machine that Node.js supports. */
export function toBytes(values: Numbers): Uint8Array {
  // A Buffer is encoded as MessagePack's own binary, where a Uint8Array would take the extension for typed arrays.
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

/** From this size on a vector is worth shared memory, which worker threads read in place and which is slow to get. */
const SHARED_BYTES = 4096;
/** An arena's pieces of memory are as large as all before them together, up to here where nobody else says. */
const MOST_PIECE_BYTES = 2 ** 14;
/** So few bytes are copied one by one: to make a view of them takes longer. */
const FEW_BYTES = 32;

/** Where arenas have their pieces of memory from. */
export interface Supply {
  readonly mostPieceBytes: number;
  /** So many zeros that are nobody else's. */
  piece(size: number): Uint8Array;
}

const FRESH: Supply = { mostPieceBytes: MOST_PIECE_BYTES, piece: (size) => new Uint8Array(size) };

interface VectorType<T extends Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset?: number, length?: number): T;
}

/**
 * Memory for the small vectors of one receiver: they lie side by side, as every piece of memory is slow to get. Nobody
 * else's may lie there, as a vector leads to all of the memory that it lies in.
 */
export class Arena {
  readonly #supply: Supply;
  /** Absent where there is no room left: a full piece is there as long as a vector in it is. */
  #piece: Uint8Array | undefined;
  /** Of the last piece, so many bytes. */
  #taken = 0;

  constructor(supply = FRESH) {
    this.#supply = supply;
  }

  /** A vector of zeros, of so many bytes. */
  vector<T extends Numbers>(type: VectorType<T>, byteLength: number): T {
    const { buffer } = this.#pieceFor(byteLength);
    return new type(buffer, this.#take(byteLength), byteLength / type.BYTES_PER_ELEMENT);
  }

  /** A copy of so many bytes as a vector. */
  copy<T extends Numbers>(type: VectorType<T>, bytes: Uint8Array, at: number, byteLength: number): T {
    const piece = this.#pieceFor(byteLength);
    const offset = this.#take(byteLength);
    if (byteLength > FEW_BYTES) piece.set(bytes.subarray(at, at + byteLength), offset);
    else for (let i = 0; i < byteLength; i++) piece[offset + i] = bytes[at + i];
    return new type(piece.buffer, offset, byteLength / type.BYTES_PER_ELEMENT);
  }

  #pieceFor(byteLength: number): Uint8Array {
    let piece = this.#piece;
    if (piece === undefined || this.#taken + byteLength > piece.byteLength) {
      piece = this.#supply.piece(
        Math.max(byteLength, Math.min(2 * this.#taken, this.#supply.mostPieceBytes)),
      );
      this.#piece = piece;
      this.#taken = 0;
    }
    return piece;
  }

  /** Where the next vector begins in its piece: at a multiple of 8. */
  #take(byteLength: number): number {
    const offset = this.#taken;
    this.#taken = (offset + byteLength + 7) & ~7;
    if (this.#taken >= (this.#piece?.byteLength ?? 0)) this.#piece = undefined;
    return offset;
  }
}

/** Vectors of nothing, which all may share: nothing can be put on them, or on the memory that they lead to. */
const [NO_DOUBLES, NO_WORDS, NO_HALVES] = [Float64Array, Uint32Array, Uint16Array].map((Type) =>
  Object.freeze(new Type(Object.freeze(new ArrayBuffer(0)))),
);

function emptyOf<T extends Numbers>(type: VectorType<T>): T {
  const of: unknown = type;
  return (of === Float64Array ? NO_DOUBLES : of === Uint32Array ? NO_WORDS : NO_HALVES) as T;
}

/** Whether a vector of so many bytes has memory of its own, which is shared, and does not lie in an arena. */
export function isAlone(byteLength: number): boolean {
  return byteLength >= SHARED_BYTES;
}

/** The vector that lies there in a memory. */
export function vectorIn<T extends Numbers>(
  type: VectorType<T>,
  memory: ArrayBufferLike,
  at: number,
  length: number,
): T {
  return length === 0 ? emptyOf(type) : new type(memory, at, length);
}

/** A vector for a receiver to write to, whatever was there before. */
export function newVector<T extends Numbers>(type: VectorType<T>, length: number, arena: Arena): T {
  const byteLength = length * type.BYTES_PER_ELEMENT;
  if (byteLength === 0) return emptyOf(type);
  if (isAlone(byteLength)) return new type(new SharedArrayBuffer(byteLength));
  return arena.vector(type, byteLength);
}

/**
 * A copy of the bytes as a vector; undefined when their number is no multiple of the element's size. Copied, as a vector
 * must start at a multiple of its element's size and these bytes may start anywhere; and receivers of one broadcast must
 * not share memory.
 * @param arena the receiver's
 */
export function fromBytes<T extends Numbers>(
  bytes: Uint8Array,
  type: VectorType<T>,
  arena = new Arena(),
  at = 0,
  byteLength = bytes.byteLength - at,
): T | undefined {
  if (byteLength % type.BYTES_PER_ELEMENT !== 0) return undefined;
  if (byteLength === 0) return emptyOf(type);
  if (!isAlone(byteLength)) return arena.copy(type, bytes, at, byteLength);
  const copy = new Uint8Array(new SharedArrayBuffer(byteLength));
  copy.set(bytes.subarray(at, at + byteLength));
  return new type(copy.buffer);
}
