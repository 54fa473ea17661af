/**
 * Key agreement (X25519, RFC 7748) and signatures (Ed25519, RFC 8032) by OpenSSL, which takes a fifth of the time of
 * JavaScript. Keys are passed as 32 bytes; OpenSSL's key objects are cached, as a party uses its keys with everybody.
 */

import {
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  type KeyObject,
  sign as signWith,
  verify as verifyWith,
} from 'node:crypto';
import { Remembered } from '../../../src/core/kit/index.ts';

export const KEY_BYTES = 32;
export const SIGNATURE_BYTES = 64;

type Curve = 'X25519' | 'Ed25519';

/** What precedes the 32 bytes of a secret key in PKCS #8 (RFC 8410). */
const SECRET_HEAD: Readonly<Record<Curve, Buffer>> = {
  X25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
};

/** Cached keys of each kind: enough for two keys of each of ten thousand parties. */
const MOST_KEPT = 2 ** 15;
/** Secrets cached for the other end of a pair: enough for ten thousand parties with a hundred neighbours each. */
const MOST_PAIRS = 2 ** 19;

/** A cache of what is derived from 32 bytes. */
function kept<V>(make: (bytes: Uint8Array) => V): (bytes: Uint8Array) => V {
  const values = new Remembered<V>(MOST_KEPT);
  return (bytes) => values.of(nameOf(bytes), () => make(bytes));
}

function nameOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/**
 * Whether a secret JSON Web Key (RFC 8037) is accepted whatever public key it contains. In Node.js 20 reading PKCS #8
 * takes eight times as long as the curve operation; Node.js 26 reads it as fast as a web key, and rejects web keys
 * whose halves do not match.
 */
const takesSecretsAlone = ((): boolean => {
  try {
    webSecret('X25519', new Uint8Array(KEY_BYTES));
    return true;
  } catch {
    return false;
  }
})();

function webSecret(crv: Curve, bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv, d: base64(bytes), x: '' }, format: 'jwk' });
}

function derSecret(curve: Curve, bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([SECRET_HEAD[curve], bytes]), format: 'der', type: 'pkcs8' });
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}

const secretKeys = (curve: Curve) =>
  kept((bytes) => (takesSecretsAlone ? webSecret(curve, bytes) : derSecret(curve, bytes)));

const publicKeys = (crv: Curve) =>
  kept((bytes) => createPublicKey({ key: { kty: 'OKP', crv, x: base64(bytes) }, format: 'jwk' }));

const derivedKeys = (secretOf: (bytes: Uint8Array) => KeyObject) =>
  kept((bytes) => {
    const { x = '' } = secretOf(bytes).export({ format: 'jwk' });
    return Uint8Array.from(Buffer.from(x, 'base64url'));
  });

const agreeing = { secret: secretKeys('X25519'), public: publicKeys('X25519') };
const agreeingKeys = derivedKeys(agreeing.secret);
const signing = { secret: secretKeys('Ed25519'), public: publicKeys('Ed25519') };
const signingKeys = derivedKeys(signing.secret);

/** The public key of a secret one, for key agreement. */
export function publicKey(secret: Uint8Array): Uint8Array {
  return agreeingKeys(secret).slice();
}

/**
 * Shared secrets by both public keys: in a simulation both ends of a pair compute them in one process, so the first
 * result is kept until the second end asks for it.
 */
const halfAgreed = new Map<string, Uint8Array>();

/**
 * The shared secret of two parties; undefined if the other's key is of small order and would give the same secret
 * with anybody.
 */
export function agreeOnSecret(own: Uint8Array, other: Uint8Array): Uint8Array | undefined {
  if (!isUsableKey(other)) return undefined;
  const [mine, theirs] = [nameOf(agreeingKeys(own)), nameOf(other)];
  const pair = mine < theirs ? mine + theirs : theirs + mine;
  const known = halfAgreed.get(pair);
  if (known !== undefined) {
    halfAgreed.delete(pair);
    return known;
  }
  const keys = { privateKey: agreeing.secret(own), publicKey: agreeing.public(other) };
  const shared = Uint8Array.from(diffieHellman(keys));
  if (halfAgreed.size >= MOST_PAIRS) halfAgreed.clear();
  halfAgreed.set(pair, shared.slice());
  return shared;
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
  const text = Buffer.from(key);
  text[KEY_BYTES - 1] &= 0x7f; // the highest bit is ignored
  return !SMALL_ORDER.has(text.toString('hex'));
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
  return Uint8Array.from(signWith(null, statement, signing.secret(secret)));
}

/** Whether a signature holds; false for bytes that are no key or no signature. */
export function verify(key: Uint8Array, statement: Uint8Array, signature: Uint8Array): boolean {
  if (key.length !== KEY_BYTES || signature.length !== SIGNATURE_BYTES) return false;
  return verifyWith(null, statement, signing.public(key), signature);
}
