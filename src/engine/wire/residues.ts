/**
 * Vectors over a residue number system as messages have them: one plane of words per modulus. Moduli lie below 2^28, so a word
 * has bits to spare, and a plane may travel without them.
 */

import { packBits, packedBytes, unpackBits } from './bits.ts';
import { type Arena, fromBytes, newVector, toBytes } from './bytes.ts';
import { falsifyVector } from './falsify.ts';
import type { FieldKind } from './fields.ts';

export type Planes = readonly Uint32Array[];

/** Of a residue without gaps. */
const RESIDUE_BITS = 28;

/** An element is all residues of one value; each takes a word of 32 bits. */
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
 * The same, of which a residue takes 28 bits; as words where an entry is larger and so no residue. Who receives either kind reads both.
 */
export const packedResidues: FieldKind<Planes> = {
  ...residues,
  pack: (planes) => (fitPacked(planes) ? [planes[0].length, ...planes.map(packed)] : residues.pack(planes)),
};

/** With the length of all in front of them the list of planes is as short as its first byte can say. */
const MOST_PLANES = 14;

/** Whether planes, which there must be, are of residues and nothing larger. */
export function fitPacked(planes: Planes): boolean {
  return (
    planes.length > 0 &&
    planes.length <= MOST_PLANES &&
    planes.every((plane) => plane.every((entry) => entry < 2 ** RESIDUE_BITS))
  );
}

/** Of a plane with so many entries. */
export function packedPlaneBytes(length: number): number {
  return packedBytes(length, RESIDUE_BITS);
}

/** Writes a plane and returns where it ends. */
export function packPlane(plane: Uint32Array, into: Uint8Array, at: number): number {
  return packBits(plane, RESIDUE_BITS, into, at);
}

/** A plane of one's own from just its bytes; undefined where these are none. */
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
  const bytes = Buffer.alloc(packedPlaneBytes(plane.length));
  packPlane(plane, bytes, 0);
  return bytes;
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
