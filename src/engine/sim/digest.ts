/** What stands for a payload where it is not kept: four bytes against accidents, or a cryptographic hash, as evidence. */

import { createHash } from 'node:crypto';
import { crc32 as crc32Of } from 'node:zlib';
import { joinedChecks } from '../../base/joined-checks.ts';
import type { Piece } from '../wire/sealed-residues.ts';
import type { PayloadDigest } from './payload-digest.ts';

/** CRC-32 as a number, SHA-256 in hexadecimal. */
export type Digest = number | string;

export interface Digester {
  /** The digest of part of some bytes. */
  of(bytes: Uint8Array, at: number, size: number): Digest;
  /** The digest of bytes that lie in pieces. */
  ofPieces(pieces: Iterable<Piece>): Digest;
}

export const DIGESTS: Readonly<Record<PayloadDigest, Digester>> = {
  crc32: {
    of: crc32,
    ofPieces(pieces) {
      let value = 0;
      for (const { bytes, check } of pieces)
        value = check === undefined ? crc32Of(bytes, value) : joinedChecks(value, check, bytes.byteLength);
      return value;
    },
  },
  sha256: {
    of: (bytes, at, size) =>
      createHash('sha256')
        .update(bytes.subarray(at, at + size))
        .digest('hex'),
    ofPieces(pieces) {
      const sha = createHash('sha256');
      for (const { bytes } of pieces) sha.update(bytes);
      return sha.digest('hex');
    },
  },
};

/** Of so few bytes a CRC is computed here: to hand them over takes longer. */
const FEW_BYTES = 48;

const TABLE = Int32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 (ISO 3309, as in gzip). */
function crc32(bytes: Uint8Array, at: number, size: number): number {
  if (size > FEW_BYTES) return crc32Of(bytes.subarray(at, at + size));
  let value = -1;
  for (let i = at; i < at + size; i++) value = TABLE[(value ^ bytes[i]) & 0xff] ^ (value >>> 8);
  return ~value >>> 0;
}
