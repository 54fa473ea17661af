/** Digests that replace payloads that are not kept: four bytes that detect accidents, or a cryptographic hash as evidence. */

import { platform } from '#platform';
import { joinedChecks } from '../../base/joined-checks.ts';
import type { Piece } from '../wire/sealed-residues.ts';
import type { PayloadDigest } from './payload-digest.ts';

/** CRC-32 as a number, SHA-256 in hexadecimal. */
export type Digest = number | string;

export interface Digester {
  /** The digest of part of some bytes. */
  of(bytes: Uint8Array, at: number, size: number): Digest;
  /** The digest of bytes in several pieces. */
  ofPieces(pieces: Iterable<Piece>): Digest;
}

export const DIGESTS: Readonly<Record<PayloadDigest, Digester>> = {
  crc32: {
    of: crc32,
    ofPieces(pieces) {
      let value = 0;
      for (const { bytes, check } of pieces)
        value =
          check === undefined
            ? platform.bytes.crc32(bytes, value)
            : joinedChecks(value, check, bytes.byteLength);
      return value;
    },
  },
  sha256: {
    of: (bytes, at, size) =>
      platform.crypto
        .createSha256()
        .update(bytes.subarray(at, at + size))
        .digest('hex'),
    ofPieces(pieces) {
      const sha = platform.crypto.createSha256();
      for (const { bytes } of pieces) sha.update(bytes);
      return sha.digest('hex');
    },
  },
};

/** Up to this many bytes the CRC is computed here, since calling the library takes longer. */
const FEW_BYTES = 48;

/** What each byte makes of a checksum; behind that, what it does where one, two and three zeros follow it. */
const TABLE = new Int32Array(4 * 256);
for (let byte = 0; byte < 256; byte++) {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  TABLE[byte] = value;
}
for (let i = 256; i < TABLE.length; i++) TABLE[i] = TABLE[TABLE[i - 256] & 0xff] ^ (TABLE[i - 256] >>> 8);

/** CRC-32 (ISO 3309, as in gzip), four bytes at once. */
function crc32(bytes: Uint8Array, at: number, size: number): number {
  if (size > FEW_BYTES) return platform.bytes.crc32(bytes.subarray(at, at + size));
  let value = -1;
  let i = at;
  const end = at + size;
  for (; i <= end - 4; i += 4) {
    value ^= bytes[i] | (bytes[i + 1] << 8) | (bytes[i + 2] << 16) | (bytes[i + 3] << 24);
    value =
      TABLE[768 + (value & 0xff)] ^
      TABLE[512 + ((value >>> 8) & 0xff)] ^
      TABLE[256 + ((value >>> 16) & 0xff)] ^
      TABLE[value >>> 24];
  }
  for (; i < end; i++) value = TABLE[(value ^ bytes[i]) & 0xff] ^ (value >>> 8);
  return ~value >>> 0;
}
