/**
 * The cryptography of secure aggregation, all of it from @noble: X25519 (RFC 7748), HKDF-SHA-256 (RFC 5869),
 * ChaCha20-Poly1305 (RFC 8439), Ed25519 (RFC 8032). Parties are their numbers, from 0; in what is hashed they are counted
 * from 1.
 */

import { chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hkdf } from '@noble/hashes/hkdf.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;
export const TAG_BYTES = 32;
const SEAL_BYTES = 16;

/**
 * Elementary operations, as tasks count them. On Curve25519: 255 steps of a ladder, 10 multiplications of 8 by 8 words
 * each; two ladders to verify. ChaCha20: 80 quarter rounds of 12 operations for 16 words. SHA-256: 64
 * rounds of about 18 operations for 16 words.
 */
export const OPERATIONS = { scalarMultiplication: 255 * 10 * 64, keystreamWord: 60, hashedWord: 70 } as const;

/** The public key of a secret one, for key agreement. */
export function publicKey(secret: Uint8Array): Uint8Array {
  return x25519.getPublicKey(secret);
}

/** What two parties share; undefined where the other's key is of small order and would give the same with anybody. */
export function agreeOnSecret(own: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  try {
    return x25519.getSharedSecret(own, other);
  } catch {
    return undefined;
  }
}

/** Whether a public key is of use to others: one of small order gives the same secret with anybody. */
export function isUsableKey(key: Uint8Array): boolean {
  return agreeOnSecret(new Uint8Array(KEY_BYTES).fill(1), key) !== undefined;
}

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

/** The key that signatures are verified with. */
export function verificationKey(secret: Uint8Array): Uint8Array {
  return ed25519.getPublicKey(secret);
}

export function sign(secret: Uint8Array, statement: Uint8Array): Uint8Array {
  return ed25519.sign(statement, secret);
}

export function verify(key: Uint8Array, statement: Uint8Array, signature: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, statement, key);
  } catch {
    return false;
  }
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
