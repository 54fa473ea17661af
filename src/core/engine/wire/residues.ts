/**
 * Vectors over a residue number system in messages: one plane of words per modulus. Moduli are below 2^28, so words have unused
 * bits, which packed planes leave out.
 */

import { platform } from '#platform';
import { powerOfTwo } from '../../math/elementary/index.ts';
import { packBits, packedBytes, unpackBits } from './bits.ts';
import { type Arena, fromBytes, newVector, toBytes } from './bytes.ts';
import { falsifyVector } from './falsify.ts';
import type { FieldKind } from './fields.ts';

export type Planes = readonly Uint32Array[];

/** The bits of a packed residue. */
const RESIDUE_BITS = 28;

/** All residues of one value are one element; each takes a word of 32 bits. */
export const residues: FieldKind<Planes> = {
  expected: 'planes of 32-bit residues, all of one length',
  holds: arePlanes,
  pack: (planes) => planes.map(toBytes),
  unpack(raw, arena) {
    if (!Array.isArray(raw)) return undefined;
    const [first, ...others] = raw as unknown[];
    return typeof first === 'number' ? unpackPlanes(others, first, arena) : planesOf(raw, arena);
  },
  elements: (planes) => planes[0]?.length ?? 0,
  context: false,
  falsify: (planes, { how, stream, before }) =>
    planes.map((plane, at) => falsifyVector(plane, { how, stream, before: before?.[at] })),
  residuesIn: (planes, most) => planes.map((plane) => Array.from(plane.subarray(0, most), BigInt)),
};

/**
 * Planes of residues with 28 bits per residue; as words if an entry is too large to be a residue. Receivers of either kind read both.
 */
export const packedResidues: FieldKind<Planes> = {
  ...residues,
  pack: (planes) => (fitPacked(planes) ? [planes[0].length, ...planes.map(packed)] : residues.pack(planes)),
};

/** A list of the length and this many planes is the longest whose size fits into its first byte. */
const MOST_PLANES = 14;

/** Whether planes can be packed: there are some, but not too many, and every entry fits. */
export function fitPacked(planes: Planes): boolean {
  return (
    planes.length > 0 &&
    planes.length <= MOST_PLANES &&
    planes.every((plane) => plane.every((entry) => entry < powerOfTwo(RESIDUE_BITS)))
  );
}

/** The bytes of a packed plane with this many entries. */
export function packedPlaneBytes(length: number): number {
  return packedBytes(length, RESIDUE_BITS);
}

/** Writes a plane and returns where it ends. */
export function packPlane(plane: Uint32Array, into: Uint8Array, at: number): number {
  return packBits(plane, RESIDUE_BITS, into, at);
}

/** A plane from exactly its packed bytes, as a copy; undefined if they are invalid. */
export function unpackPlane(
  bytes: Uint8Array,
  at: number,
  byteLength: number,
  length: number,
  arena: Arena,
): Uint32Array | undefined {
  if (!Number.isSafeInteger(length) || length < 0 || packedPlaneBytes(length) !== byteLength)
    return undefined;
  const plane = newVector(Uint32Array, length, arena);
  return unpackBits(bytes, at, RESIDUE_BITS, plane) ? plane : undefined;
}

function arePlanes(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((plane) => plane instanceof Uint32Array && plane.length === (value[0] as Uint32Array).length)
  );
}

function packed(plane: Uint32Array): Uint8Array {
  const bytes = new Uint8Array(packedPlaneBytes(plane.length));
  packPlane(plane, bytes, 0);
  return platform.bytes.asBinary(bytes);
}

function unpackPlanes(raw: readonly unknown[], length: number, arena: Arena): Uint32Array[] | undefined {
  const planes = raw.map((bytes) =>
    bytes instanceof Uint8Array ? unpackPlane(bytes, 0, bytes.length, length, arena) : undefined,
  );
  const whole = planes.filter((plane) => plane !== undefined);
  return whole.length === raw.length && raw.length > 0 ? whole : undefined;
}

function planesOf(raw: readonly unknown[], arena: Arena): Uint32Array[] | undefined {
  const planes: Uint32Array[] = [];
  for (const bytes of raw) {
    const plane = bytes instanceof Uint8Array ? fromBytes(bytes, Uint32Array, arena) : undefined;
    if (plane === undefined || plane.length !== (planes[0] ?? plane).length) return undefined;
    planes.push(plane);
  }
  return planes;
}
