/**
 * Sealed vectors as messages have them: on the wire the same as {@link residues}. A large one is carried: it stays where it lies, and
 * the message's bytes are written without it.
 */

import { type Content, Sealed, sealedAsIs, sealedCopy } from '../compute/sealed.ts';
import type { FieldKind } from './fields.ts';
import { type Planes, packedResidues, residues } from './residues.ts';

/** What under a seal is residues: of an element all residues of one value. */
export const sealedResidues: FieldKind<Sealed> = sealedKind(residues);

/** The same as {@link packedResidues} on the wire. */
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

/** What lies under a seal: for who looks at a run from outside. */
export function planesOf(vector: Sealed): Planes {
  return Sealed.contentOf(vector).planes;
}

/** A vector that is no part of a message's own bytes, and where in them it belongs. */
export interface Carried {
  readonly at: number;
  readonly vector: Sealed;
}

/** Part of a message's bytes, and their CRC-32 where it is known. */
export interface Piece {
  readonly bytes: Uint8Array;
  readonly check?: number;
}

/** As many planes as the first byte of a list can say. */
const MOST_PLANES = 15;

/** Whether a message carries a vector, as it is worth more than the copy. */
export function isCarried(vector: Sealed): boolean {
  const [plane] = planesOf(vector);
  return plane?.buffer instanceof SharedArrayBuffer && vector.planes <= MOST_PLANES;
}

/** All bytes of a carried vector: those of a list of binary. */
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
