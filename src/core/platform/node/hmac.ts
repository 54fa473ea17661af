/**
 * SHA-256 and HMAC-SHA-256 (RFC 2104) of short texts, by OpenSSL's hash in one call: an object for each code would take most of its
 * time, and as much again of the garbage collector's.
 */

import { createHmac, hash } from 'node:crypto';

export const SHA256_BYTES = 32;
const BLOCK_BYTES = 64;

/** Longer texts go to OpenSSL's own HMAC. */
const SHORT_BYTES = 256;

/** What is hashed: a block of the key, and the text or its digest. Used within one call only. */
const inner = new Uint8Array(BLOCK_BYTES + SHORT_BYTES);
const outer = new Uint8Array(BLOCK_BYTES + SHA256_BYTES);

/** For each number of bytes, so many from the beginning of {@link inner}. */
const beginnings = new Map<number, Uint8Array>();

/** Puts the SHA-256 of one piece into a vector. */
export function hashInto(vector: Uint8Array, at: number, data: string | Uint8Array): void {
  // As a string, since allocating a buffer takes longer than the hash.
  const text = hash('sha256', data, 'binary');
  for (let i = 0; i < SHA256_BYTES; i++) vector[at + i] = text.charCodeAt(i);
}

/** HMAC-SHA-256 of parts in sequence. */
export function hmacSha256(key: Uint8Array, ...parts: readonly (string | Uint8Array)[]): Uint8Array {
  const end = key.length > BLOCK_BYTES ? -1 : filled(parts);
  if (end < 0) {
    const code = createHmac('sha256', key);
    for (const part of parts) code.update(part);
    return new Uint8Array(code.digest());
  }
  for (let i = 0; i < BLOCK_BYTES; i++) {
    const byte = i < key.length ? key[i] : 0;
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  }
  hashInto(outer, BLOCK_BYTES, beginning(end));
  const digest = new Uint8Array(SHA256_BYTES);
  hashInto(digest, 0, outer);
  return digest;
}

/** Puts a text behind the block of the key. @returns where it ends; -1 if it is too long, or not of ASCII characters */
function filled(parts: readonly (string | Uint8Array)[]): number {
  let at = BLOCK_BYTES;
  for (const part of parts) {
    if (part.length > inner.length - at) return -1;
    if (typeof part === 'string') {
      for (let i = 0; i < part.length; i++) {
        const code = part.charCodeAt(i);
        if (code > 0x7f) return -1;
        inner[at++] = code;
      }
    } else for (let i = 0; i < part.length; i++) inner[at++] = part[i];
  }
  return at;
}

function beginning(end: number): Uint8Array {
  let bytes = beginnings.get(end);
  if (bytes === undefined) beginnings.set(end, (bytes = inner.subarray(0, end)));
  return bytes;
}
