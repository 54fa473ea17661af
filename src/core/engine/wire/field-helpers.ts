/** The functions that the source text of codecs calls for anything longer than a few lines. */

import { packedBytes } from './bits.ts';
import { type Arena, copyToShare, fromBytes, isAlone, newVector, vectorIn } from './bytes.ts';
import { type ClusterLabels, isPackedSo, labelBits, packLabels, unpackLabels } from './cluster-labels.ts';
import { isPacked } from './fields.ts';
import { fitPacked, packedPlaneBytes, packPlane, type Planes, unpackPlane } from './residues.ts';
import { type Carried, isCarried, MOST_PLANES, planesOf } from './sealed-residues.ts';
import { isWorthSharing, Sealed, sealedAsIs } from '../compute/sealed.ts';
import type { Packed } from '../../math/field/modular-vectors.ts';

type Vector = Float64Array | Uint32Array;

export const HELPERS = {
  /** A copy of bytes. */
  copy(bytes: Uint8Array, at: number, length: number): Uint8Array {
    const copy = new Uint8Array(length);
    copy.set(bytes.subarray(at, at + length));
    return copy;
  },

  /** Writes the bytes of a vector and returns where they end. */
  put(bytes: Uint8Array, at: number, values: Vector): number {
    const { buffer, byteOffset, byteLength } = values;
    if (byteLength === 0) return at;
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    return at + byteLength;
  },

  copyToShare,

  /** A copy as a vector; undefined if the bytes are not whole elements. */
  vector(
    bytes: Uint8Array,
    at: number,
    length: number,
    kind: Parameters<typeof fromBytes<Vector>>[1],
    arena: Arena,
  ): Vector | undefined {
    return fromBytes<Vector>(bytes, kind, arena, at, length);
  },

  /** A plane of one's own to be sealed: not in shared memory, of which it would be copied, unless the sealed vector lies there, too. */
  planeToSeal(bytes: Uint8Array, at: number, length: number, arena: Arena): Vector | undefined {
    if (length % 4 !== 0 || !isAlone(length) || isWorthSharing(length))
      return HELPERS.vector(bytes, at, length, Uint32Array, arena);
    return new Uint32Array(HELPERS.copy(bytes, at, length).buffer);
  },

  vectorIn,

  /** The index of a memory in the list, to which it is added if new. Usually it is the last one. */
  memoryAt(memories: ArrayBufferLike[], memory: ArrayBufferLike): number {
    const last = memories.length - 1;
    return last >= 0 && memories[last] === memory ? last : memories.push(memory) - 1;
  },

  /** The bytes of planes of residues, all of the same length; -1 for anything else, and for more planes than a short list holds. */
  sizeOfPlanes(planes: unknown): number {
    if (!Array.isArray(planes) || planes.length > MOST_PLANES) return -1;
    let size = 1;
    for (const plane of planes as unknown[]) {
      if (!(plane instanceof Uint32Array) || plane.length !== (planes[0] as Uint32Array).length) return -1;
      const l = plane.byteLength;
      size += l + (l < 2 ** 8 ? 2 : l < 2 ** 16 ? 3 : 5);
    }
    return size;
  },

  /** Whether these planes can be packed. */
  arePacked(planes: unknown): boolean {
    return HELPERS.sizeOfPlanes(planes) >= 0 && fitPacked(planes as Planes);
  },

  isSealed: (value: unknown): value is Sealed => value instanceof Sealed,
  isCarried,
  planesOf,
  sealedAsIs,

  /** The vector carried at this place, if any. */
  carriedAt(carried: readonly Carried[] | undefined, at: number): Sealed | undefined {
    return carried?.find((one) => one.at === at)?.vector;
  },

  isPacked: (value: unknown): value is Packed => isPacked(value),
  packedPlaneBytes,
  packPlane,
  unpackPlane,
  labelBits,
  packedBytes,
  packLabels,

  /** A copy as labels; undefined if they are invalid. */
  labels(
    bytes: Uint8Array,
    at: number,
    length: number,
    clusters: number,
    bits: number,
    count: number,
    arena: Arena,
  ): ClusterLabels | undefined {
    if (!isPackedSo(clusters, bits, count, length)) return undefined;
    const values = newVector(Uint16Array, count, arena);
    return unpackLabels(bytes, at, clusters, bits, values) ? { clusters, values } : undefined;
  },
};
