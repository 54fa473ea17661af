/**
 * Key agreement (X25519, RFC 7748) and signatures (Ed25519, RFC 8032). Keys are passed as 32 bytes; as the library holds
 * them they are cached, as a party uses its keys with everybody.
 */

import { type Curve, curve25519, type CurveKey, toHex, toLatin1 } from '../../../src/core/kit/crypto.ts';
import { Remembered, RememberedOnce } from '../../../src/core/kit/index.ts';

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Cached keys of each kind: enough for two keys of each of ten thousand parties. */
const MOST_KEPT = 2 ** 15;
/** Secrets cached for the other end of a pair: enough for ten thousand parties with a hundred neighbours each. */
const MOST_PAIRS = 2 ** 19;

/** A cache of what is derived from 32 bytes. */
function kept<V>(make: (bytes: Uint8Array) => V): (bytes: Uint8Array) => V {
  const values = new Remembered<V>(MOST_KEPT);
  return (bytes) => values.of(toLatin1(bytes), () => make(bytes));
}

const secretKeys = (curve: Curve) => kept((bytes) => curve25519.secretKey(curve, bytes));

const publicKeys = (curve: Curve) => kept((bytes) => curve25519.publicKey(curve, bytes));

const derivedKeys = (secretOf: (bytes: Uint8Array) => CurveKey) =>
  kept((bytes) => curve25519.publicBytes(secretOf(bytes)));

const agreeing = { secret: secretKeys('X25519'), public: publicKeys('X25519') };
const agreeingKeys = derivedKeys(agreeing.secret);
const signing = { secret: secretKeys('Ed25519'), public: publicKeys('Ed25519') };
const signingKeys = derivedKeys(signing.secret);

/** The public key of a secret one, for key agreement. */
export function publicKey(secret: Uint8Array): Uint8Array {
  return agreeingKeys(secret).slice();
}

/** Shared secrets by both public keys: in a simulation both ends of a pair compute them in one process. */
const agreedSecrets = new RememberedOnce<Uint8Array>(MOST_PAIRS);

/**
 * The shared secret of two parties; undefined if the other's key is of small order and would give the same secret
 * with anybody.
 */
export function agreeOnSecret(own: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  if (!isUsableKey(other)) return undefined;
  const [mine, theirs] = [toLatin1(agreeingKeys(own)), toLatin1(other)];
  const pair = mine < theirs ? mine + theirs : theirs + mine;
  const agree = (): Uint8Array => curve25519.agree(agreeing.secret(own), agreeing.public(other));
  return agreedSecrets.of(pair, agree).slice();
}

/**
 * The points of order 1, 2, 4 and 8 on the curve and its twist, little-endian: 0, 1, two of order 8, -1, and the
 * first two again, encoded with p added.
 */
const SMALL_ORDER = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  'e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800',
  '5f9c95bca3508c24b1d0b1559c83ef5b04445cc4581c8e86d8224eddd09f1157',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

/** Whether a public key is usable: one of small order gives the same secret with anybody. */
export function isUsableKey(key: Uint8Array): boolean {
  if (key.length !== KEY_BYTES) return false;
  const masked = key.slice();
  masked[KEY_BYTES - 1] &= 0x7f; // the highest bit is ignored
  return !SMALL_ORDER.has(toHex(masked));
}

/** The key that signatures are verified with. */
export function verificationKey(secret: Uint8Array): Uint8Array {
  return signingKeys(secret).slice();
}

/**
 * The Ed25519 signature of a statement, 64 bytes.
 * @param secret 32 bytes
 */
export function sign(secret: Uint8Array, statement: Uint8Array): Uint8Array {
  return curve25519.sign(signing.secret(secret), statement);
}

/** Whether a signature holds; false for bytes that are no key or no signature. */
export function verify(key: Uint8Array, statement: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  return curve25519.verify(signing.public(key), statement, signature);
}
