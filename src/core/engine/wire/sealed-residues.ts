/**
 * Sealed vectors in messages, with the same encoding as {@link residues}. A large one is carried: it stays in place, and the message's
 * bytes are written without it.
 */

import { type Content, Sealed, sealedAsIs, sealedCopy } from '../compute/sealed.ts';
import type { FieldKind } from './fields.ts';
import { type Planes, packedResidues, residues } from './residues.ts';

/** Sealed residues; all residues of one value are one element. */
export const sealedResidues: FieldKind<Sealed> = sealedKind(residues);

/** Encoded like {@link packedResidues}. */
export const packedSealedResidues: FieldKind<Sealed> = sealedKind(packedResidues);

function sealedKind(kind: FieldKind<Planes>): FieldKind<Sealed> {
  return {
    expected: kind.expected,
    holds: (value) => value instanceof Sealed,
    pack: (vector) => kind.pack(planesOf(vector)),
    unpack(raw, arena) {
      const planes = kind.unpack(raw, arena);
      return planes && sealedAsIs(planes);
    },
    elements: ({ length }) => length,
    context: kind.context,
    falsify: (vector, { how, stream, before }) =>
      sealedCopy(kind.falsify(planesOf(vector), { how, stream, before: before && planesOf(before) })),
    residuesIn: (vector, most) => kind.residuesIn?.(planesOf(vector), most) ?? [],
  };
}

/** The contents of a sealed vector, for observers outside a run. */
export function planesOf(vector: Sealed): Planes {
  return Sealed.contentOf(vector).planes;
}

/** A vector that is not written into a message's bytes, and the place where it belongs. */
export interface Carried {
  readonly at: number;
  readonly vector: Sealed;
}

/** A part of a message's bytes, and its CRC-32 if known. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly check?: number;
}

/** The most planes that the first byte of a list can count. */
export const MOST_PLANES = 15;

/** Whether a vector is large enough to be carried rather than copied. */
export function isCarried(vector: Sealed): boolean {
  const [plane] = planesOf(vector);
  return plane?.buffer instanceof SharedArrayBuffer && vector.planes <= MOST_PLANES;
}

/** All bytes of a carried vector, encoded as a list of binary. */
export function* piecesOf(vector: Sealed): Generator<Piece> {
  const { planes, checks }: Content = Sealed.contentOf(vector);
  for (const [at, { buffer, byteOffset, byteLength }] of planes.entries()) {
    const list = at === 0 ? [0x90 | planes.length] : [];
    yield { bytes: Uint8Array.of(...list, ...binaryHead(byteLength)) };
    yield { bytes: new Uint8Array(buffer, byteOffset, byteLength), check: checks[at] };
  }
}

function binaryHead(length: number): number[] {
  if (length < 2 ** 8) return [0xc4, length];
  const bytes = [length >>> 24, length >>> 16, length >>> 8, length].map((word) => word & 0xff);
  return length < 2 ** 16 ? [0xc5, ...bytes.slice(2)] : [0xc6, ...bytes];
}
