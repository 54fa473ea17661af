/**
 * The symmetric cryptography of secure aggregation, from @noble: HKDF-SHA-256 (RFC 5869), ChaCha20-Poly1305 (RFC 8439), HMAC;
 * and what all of it counts for. Parties are their numbers, from 0; in what is hashed they are counted from 1.
 */

import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { KEY_BYTES } from './curve25519.ts';

export const TAG_BYTES = 32;
const SEAL_BYTES = 16;

/**
 * Elementary operations, as tasks count them. On Curve25519: 255 steps of a ladder, 10 multiplications of 8 by 8 words
 * each; two ladders to verify. ChaCha20: 80 quarter rounds of 12 operations for 16 words. SHA-256: 64
 * rounds of about 18 operations for 16 words.
 */
export const OPERATIONS = { scalarMultiplication: 255 * 10 * 64, keystreamWord: 60, hashedWord: 70 } as const;

/** The seed of the mask of a pair: the same for both. */
export function pairSeed(shared: Uint8Array, one: number, other: number): Uint8Array {
  const [first, second] = one < other ? [one, other] : [other, one];
  return derive(shared, 'secagg-mask', first, second);
}

/** A ciphertext from one party to another; the shared secret must be used for nothing else. */
export function seal(shared: Uint8Array, from: number, to: number, plain: Uint8Array): Uint8Array {
  return cipher(shared, from, to).encrypt(plain);
}

/** Undefined when the ciphertext was not made for these two. */
export function open(
  shared: Uint8Array,
  from: number,
  to: number,
  sealed: Uint8Array,
): Uint8Array | undefined {
  try {
    return cipher(shared, from, to).decrypt(sealed);
  } catch {
    return undefined;
  }
}

export function sealedBytes(plainBytes: number): number {
  return plainBytes + SEAL_BYTES;
}

/** What binds a statement to the seed of a self mask, without showing the seed. */
export function tagOf(seed: Uint8Array, statement: Uint8Array): Uint8Array {
  return hmac(sha256, seed, concatBytes(utf8ToBytes('secagg-masked'), statement));
}

/** A key is used for one ciphertext, as it depends on the direction, so the nonce may be zero. */
function cipher(shared: Uint8Array, from: number, to: number) {
  return chacha20poly1305(derive(shared, 'secagg-share', from, to), new Uint8Array(12));
}

function derive(shared: Uint8Array, purpose: string, one: number, other: number): Uint8Array {
  const info = concatBytes(utf8ToBytes(purpose), bigEndian(one + 1), bigEndian(other + 1));
  return hkdf(sha256, shared, undefined, info, KEY_BYTES);
}

export function joinBytes(parts: readonly Uint8Array[]): Uint8Array {
  return concatBytes(...parts);
}

/** Four bytes. */
export function bigEndian(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, value >>> 16, value >>> 8, value);
}
