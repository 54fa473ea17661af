/** What stands for a payload where it is not kept: four bytes against accidents, or a cryptographic hash, as evidence. */

import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

export const PAYLOAD_DIGESTS = ['crc32', 'sha256'] as const;

export type PayloadDigest = (typeof PAYLOAD_DIGESTS)[number];

/** CRC-32 as a number, SHA-256 in hexadecimal. */
export type Digest = number | string;

export const DIGESTS: Readonly<Record<PayloadDigest, (payload: Uint8Array) => Digest>> = {
  crc32: (payload) => crc32(payload),
  sha256: (payload) => createHash('sha256').update(payload).digest('hex'),
};
