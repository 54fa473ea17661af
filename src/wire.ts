/**
 * Values to bytes and back: MessagePack. Vectors of numbers travel as binary, copied as whole blocks. The only place
 * that knows msgpackr.
 */

import { Packr } from 'msgpackr';

// Records would make one message depend on those before it. Without the extensions typed arrays other than bytes come
// out as garbage, and integers beyond 64 bits are refused. References within a message could blow it up.
const codec = new Packr({
  useRecords: false,
  variableMapSize: true,
  moreTypes: true,
  useBigIntExtension: true,
  structuredClone: false,
});

/** Encodes null, booleans, numbers, strings, typed arrays, and arrays and plain objects of these. */
export function encode(value: unknown): Uint8Array {
  return codec.pack(value);
}

/**
 * The value of exactly these bytes. Binary in it is a view of the bytes, not a copy.
 * @throws Error when they are no MessagePack, are cut off, or go on behind the value
 */
export function decode(bytes: Uint8Array): unknown {
  // The decoder reads strings natively, and crashes on shared memory.
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

/** A copy of the bytes as a vector; undefined when their number is no multiple of the element's size. */
export function fromBytes<T extends Numbers>(
  bytes: Uint8Array,
  type: { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBufferLike): T },
): T | undefined {
  const length = bytes.byteLength;
  if (length % type.BYTES_PER_ELEMENT !== 0) return undefined;
  // Copied, as a vector must start at a multiple of its element's size and these bytes may start anywhere; and
  // receivers of one broadcast must not share memory.
  const copy = new Uint8Array(
    length < SHARED_BYTES ? new ArrayBuffer(length) : new SharedArrayBuffer(length),
  );
  copy.set(bytes);
  return new type(copy.buffer);
}
