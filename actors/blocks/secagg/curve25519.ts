/**
 * Key agreement (X25519, RFC 7748) and signatures (Ed25519, RFC 8032). Keys are passed as 32 bytes; as the library holds
 * them they are cached, as a party uses its keys with everybody.
 */

import { type Curve, curve25519, toHex, toLatin1 } from '../../../src/core/kit/crypto.ts';
import { Remembered, SharedOnce } from '../../../src/core/kit/index.ts';

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

/** Cached keys of each kind: enough for two keys of each of ten thousand parties. */
const MOST_KEPT = 2 ** 15;

/** A cache of what is derived from 32 bytes. */
function kept<V>(make: (bytes: Uint8Array) => V): (bytes: Uint8Array) => V {
  const values = new Remembered<V>(MOST_KEPT);
  return (bytes) => values.of(toLatin1(bytes), () => make(bytes));
}

/** Secret keys as the library holds them, with their public keys. */
const secretKeys = (curve: Curve) =>
  kept((bytes) => {
    const held = curve25519.secretKey(curve, bytes);
    const publicBytes = curve25519.publicBytes(held);
    return { held, publicBytes, name: toLatin1(publicBytes) };
  });

const agreeing = secretKeys('X25519');
const signing = secretKeys('Ed25519');
const verifying = kept((bytes) => curve25519.publicKey('Ed25519', bytes));

/** Public keys of others; undefined for one that is unusable. */
const others = kept((bytes) =>
  isUsableKey(bytes) ? { held: curve25519.publicKey('X25519', bytes), name: toLatin1(bytes) } : undefined,
);

/** The public key of a secret one, for key agreement. */
export function publicKey(secret: Uint8Array): Uint8Array {
  return agreeing(secret).publicBytes.slice();
}

/**
 * What two parties make of the secret that they share. In a simulation both ends of a pair compute it in one process, so the
 * first end's is cached for the other, in whichever thread.
 */
export class Agreed {
  readonly #values: SharedOnce;

  /** @param name of the function of the shared secret, at most 16 characters */
  constructor(name: string) {
    this.#values = new SharedOnce(name);
  }

  /**
   * The same bytes for both ends; undefined if the other's key is of small order and would give the same secret with anybody.
   * @param own a secret key
   * @param other a public key
   * @param given what else the bytes depend on
   * @param make at most 64 bytes
   */
  of(
    own: Uint8Array,
    other: Uint8Array,
    given: readonly [number, number],
    make: (shared: Uint8Array) => Uint8Array,
  ): Uint8Array | undefined {
    const theirs = others(other);
    if (theirs === undefined) return undefined;
    const mine = agreeing(own);
    const [first, second] = mine.name < theirs.name ? [mine.publicBytes, other] : [other, mine.publicBytes];
    return this.#values.of(first, second, given, () => make(curve25519.agree(mine.held, theirs.held)));
  }
}

const agreedSecrets = new Agreed('x25519');

/** The shared secret of two parties; undefined as of {@link Agreed}. */
export function agreeOnSecret(own: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  return agreedSecrets.of(own, other, [0, 0], (shared) => shared);
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
  return signing(secret).publicBytes.slice();
}

/**
 * The Ed25519 signature of a statement, 64 bytes.
 * @param secret 32 bytes
 */
export function sign(secret: Uint8Array, statement: Uint8Array): Uint8Array {
  return curve25519.sign(signing(secret).held, statement);
}

/** Whether a signature holds; false for bytes that are no key or no signature. */
export function verify(key: Uint8Array, statement: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  return curve25519.verify(verifying(key), statement, signature);
}
