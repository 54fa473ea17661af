/**
 * Converts values to MessagePack and back. Vectors of numbers are encoded as binary and copied as whole blocks. The only module
 * that uses msgpackr; most messages take a faster way to the same bytes, see codec.ts.
 */

import { platform } from '#platform';
import { ON_HEAP_BYTES } from '../../base/matrix.ts';
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
 * Whether messages between this many actors should be in shared memory. After every 64 MiB of other memory the garbage collector
 * scans all actors, which for many actors would take most of the time. With few actors, shared memory is only slower to allocate.
 */
export function isCrowd(actors: number): boolean {
  return actors > 20_000;
}

/** Encodes null, booleans, numbers, strings, typed arrays, and arrays and plain objects of these. */
export function encode(value: unknown): Uint8Array {
  return codec.pack(value);
}

/**
 * Decodes exactly these bytes. Binary in the value is a view of the bytes, not a copy.
 * @throws Error if they are not MessagePack, are truncated, or continue after the value
 */
export function decode(bytes: Uint8Array): unknown {
  // If the decoder's native part is loaded, it crashes on shared memory.
  const whole = bytes.buffer instanceof SharedArrayBuffer ? new Uint8Array(bytes) : bytes;
  let value: unknown;
  let end: number | undefined;
  // Its function for one value writes what precedes further bytes into an error, as JSON, which takes longer than all else here.
  codec.unpackMultiple(whole, (first: unknown, _?: number, at?: number) => {
    value = first;
    end = at;
    return false;
  });
  if (end !== whole.byteLength) throw new Error('expected one value, got more bytes');
  return value;
}

type Numbers = Float64Array | Uint32Array | Uint16Array;

/** The bytes of a vector, in place: little-endian, as on every machine that Node.js supports. */
export function toBytes(values: Numbers): Uint8Array {
  return platform.bytes.asBinary(values);
}

/** Vectors of at least this size are in shared memory, which worker threads read in place but which is slow to allocate. */
const SHARED_BYTES = 4096;
/** Each piece of an arena is as large as all pieces before it together, up to this size unless the supply sets another. */
const MOST_PIECE_BYTES = 2 ** 14;
/** Up to this many bytes are copied one by one, since creating a view takes longer. */
const FEW_BYTES = 32;

/** Where arenas get their pieces of memory. */
export interface Supply {
  readonly mostPieceBytes: number;
  /** A zeroed piece that nobody else uses. */
  piece(size: number): Uint8Array;
}

const FRESH: Supply = { mostPieceBytes: MOST_PIECE_BYTES, piece: (size) => new Uint8Array(size) };

interface VectorType<T extends Numbers> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset?: number, length?: number): T;
}

/**
 * Memory for the small vectors of one receiver, which lie side by side, since every allocation is slow. Vectors of different
 * receivers must not share a piece, because a vector gives access to the whole piece through its buffer.
 */
export class Arena {
  readonly #supply: Supply;
  /** Absent if full; a full piece is kept alive only by the vectors in it. */
  #piece: Uint8Array | undefined;
  /** How many bytes of the last piece are in use. */
  #taken = 0;

  constructor(supply = FRESH) {
    this.#supply = supply;
  }

  /** A zeroed vector of this many bytes. */
  vector<T extends Numbers>(type: VectorType<T>, byteLength: number): T {
    if (this.#isOnlyOne(byteLength)) return onHeap(type, byteLength / type.BYTES_PER_ELEMENT);
    const { buffer } = this.#pieceFor(byteLength);
    return new type(buffer, this.#take(byteLength), byteLength / type.BYTES_PER_ELEMENT);
  }

  /** A copy of this many bytes as a vector. */
  copy<T extends Numbers>(type: VectorType<T>, bytes: Uint8Array, at: number, byteLength: number): T {
    const piece = this.#pieceFor(byteLength);
    const offset = this.#take(byteLength);
    if (byteLength > FEW_BYTES) piece.set(bytes.subarray(at, at + byteLength), offset);
    else for (let i = 0; i < byteLength; i++) piece[offset + i] = bytes[at + i];
    return new type(piece.buffer, offset, byteLength / type.BYTES_PER_ELEMENT);
  }

  /**
   * Whether a vector is the first, and small: most receivers of a crowd get one label, for which V8 has room beside the object while a
   * piece of memory takes ten times as much.
   */
  #isOnlyOne(byteLength: number): boolean {
    if (this.#taken > 0 || byteLength > ON_HEAP_BYTES) return false;
    this.#taken = (byteLength + 7) & ~7;
    return true;
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

/** A zeroed vector of at most {@link ON_HEAP_BYTES}, which has no memory besides. */
function onHeap<T extends Numbers>(type: VectorType<T>, length: number): T {
  return new (type as unknown as new (length: number) => T)(length);
}

/** Empty vectors, which everybody may share, since neither they nor their buffers can hold anything. */
const [NO_DOUBLES, NO_WORDS, NO_HALVES] = [Float64Array, Uint32Array, Uint16Array].map((Type) =>
  Object.freeze(new Type(Object.freeze(new ArrayBuffer(0)))),
);

function emptyOf<T extends Numbers>(type: VectorType<T>): T {
  const of: unknown = type;
  return (of === Float64Array ? NO_DOUBLES : of === Uint32Array ? NO_WORDS : NO_HALVES) as T;
}

/** Whether a vector of this many bytes has shared memory of its own instead of a place in an arena. */
export function isAlone(byteLength: number): boolean {
  return byteLength >= SHARED_BYTES;
}

/** The vector at a place in a memory. */
export function vectorIn<T extends Numbers>(
  type: VectorType<T>,
  memory: ArrayBufferLike,
  at: number,
  length: number,
): T {
  return length === 0 ? emptyOf(type) : new type(memory, at, length);
}

/** A vector with arbitrary contents, to be written for a receiver. */
export function newVector<T extends Numbers>(type: VectorType<T>, length: number, arena: Arena): T {
  const byteLength = length * type.BYTES_PER_ELEMENT;
  if (byteLength === 0) return emptyOf(type);
  if (isAlone(byteLength)) return new type(new SharedArrayBuffer(byteLength));
  return arena.vector(type, byteLength);
}

/**
 * A copy of the bytes as a vector; undefined if their number is not a multiple of the element's size. A copy is needed because
 * a vector must start at a multiple of its element's size, while these bytes may start anywhere, and because the receivers of a
 * broadcast must not share memory.
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
  return new type(copyToShare(bytes, at, byteLength).buffer);
}

/** A copy of bytes that tasks compute with: in shared memory if there are many. */
export function copyToShare(bytes: Uint8Array, at = 0, length = bytes.length - at): Uint8Array {
  const copy = new Uint8Array(isAlone(length) ? new SharedArrayBuffer(length) : new ArrayBuffer(length));
  copy.set(bytes.subarray(at, at + length));
  return copy;
}
