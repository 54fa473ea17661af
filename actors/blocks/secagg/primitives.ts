/**
 * The symmetric cryptography of secure aggregation: HKDF-SHA-256 (RFC 5869), ChaCha20-Poly1305 (RFC
 * 8439), HMAC; and the operations that all of it counts for. Parties are numbered from 0; in hashed data, from 1.
 */

import { hmac, seal as sealWith, unseal } from '../../../src/core/kit/crypto.ts';
import { KEY_BYTES } from './curve25519.ts';

export const TAG_BYTES = 32;
const SEAL_BYTES = 16;

const NONCE = new Uint8Array(12);
const NO_SALT = new Uint8Array(KEY_BYTES);
/** What keys are expanded from beside their purpose: two parties, and the number of the first block. Used within one call only. */
const expanded = Uint8Array.of(0, 0, 0, 0, 0, 0, 0, 0, 1);
/** What keys are derived for. */
const MASKING = 'secagg-mask';
const SEALING = 'secagg-share';

/**
 * Elementary operations, as tasks count them. On Curve25519: 255 steps of a ladder, 10 multiplications of 8 by 8 words
 * each; two ladders to verify. ChaCha20: 80 quarter rounds of 12 operations for 16 words. SHA-256: 64
 * rounds of about 18 operations for 16 words.
 */
export const OPERATIONS = { scalarMultiplication: 255 * 10 * 64, keystreamWord: 60, hashedWord: 70 } as const;

/** The seed of a pairwise mask: the same for both parties. */
export function pairSeed(shared: Uint8Array, one: number, other: number): Uint8Array {
  const [first, second] = one < other ? [one, other] : [other, one];
  return expand(extract(shared), MASKING, first, second);
}

/** A ciphertext with a key that is used for no other. */
export function sealOnce(key: Uint8Array, plain: Uint8Array): Uint8Array {
  return sealWith(key, NONCE, plain);
}

/** Decrypts a ciphertext; undefined if it was not made with this key. */
export function openOnce(key: Uint8Array, sealed: Uint8Array): Uint8Array | undefined {
  return unseal(key, NONCE, sealed);
}

/** A ciphertext from one party to another; the shared secret must be used for nothing else. */
export function seal(shared: Uint8Array, from: number, to: number, plain: Uint8Array): Uint8Array {
  return sealOnce(sealingKey(shared, from, to), plain);
}

/** Decrypts a ciphertext; undefined if it was not made for these two. */
export function open(
  shared: Uint8Array,
  from: number,
  to: number,
  sealed: Uint8Array,
): Uint8Array | undefined {
  return openOnce(sealingKey(shared, from, to), sealed);
}

/** The bytes of a ciphertext, with nonce and tag. */
export function sealedBytes(plainBytes: number): number {
  return plainBytes + SEAL_BYTES;
}

/** A tag that binds a statement to the seed of a self mask, without revealing the seed. */
export function tagOf(seed: Uint8Array, statement: Uint8Array): Uint8Array {
  return hmac(seed, 'secagg-masked', statement);
}

/** The keys of the only ciphertexts of two parties with this secret: from one to the other, and back. */
export function sealingKeys(
  shared: Uint8Array,
  one: number,
  other: number,
): readonly [Uint8Array, Uint8Array] {
  const extracted = extract(shared);
  return [expand(extracted, SEALING, one, other), expand(extracted, SEALING, other, one)];
}

/** The key of one ciphertext only, as it depends on the direction, so the nonce may be zero. */
function sealingKey(shared: Uint8Array, from: number, to: number): Uint8Array {
  return expand(extract(shared), SEALING, from, to);
}

/** HKDF-Extract without a salt. hkdfSync takes 1.6 times as long, which is a twentieth of a small sum. */
function extract(shared: Uint8Array): Uint8Array {
  return hmac(NO_SALT, shared);
}

/** HKDF-Expand; 32 bytes are one block. */
function expand(extracted: Uint8Array, purpose: string, one: number, other: number): Uint8Array {
  putBigEndian(expanded, 0, one + 1);
  putBigEndian(expanded, 4, other + 1);
  return hmac(extracted, purpose, expanded);
}

/** Four bytes. */
export function bigEndian(value: number): Uint8Array {
  const bytes = new Uint8Array(4);
  putBigEndian(bytes, 0, value);
  return bytes;
}

/** Puts four bytes into a vector. */
export function putBigEndian(vector: Uint8Array, at: number, value: number): void {
  vector[at] = value >>> 24;
  vector[at + 1] = value >>> 16;
  vector[at + 2] = value >>> 8;
  vector[at + 3] = value;
}
