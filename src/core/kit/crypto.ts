/**
 * Cryptography for authors, by OpenSSL where it runs on Node.js and, for short ciphertexts, in WebAssembly; and the text of keys and
 * digests.
 */

import { platform } from '#platform';
import { sealing } from '../math/field/field-kernel.ts';
import type { Crypto } from '../platform/platform.ts';
import { told } from './told.ts';

export { areSameBytes, joinBytes, utf8 } from '../base/bytes.ts';
export { tellDerived } from './told.ts';
export type { Curve, CurveKey, Sha256 } from '../platform/platform.ts';

/** Longer texts take the platform less time than the kernel. */
const SHORT_BYTES = 2048;

function sealingFor({ length }: Uint8Array): Pick<Crypto, 'seal' | 'unseal'> {
  return length > SHORT_BYTES || sealing === undefined ? platform.crypto : sealing;
}

export const { createSha256, sha256, hmac, seal, unseal, curve25519 } = told({
  ...platform.crypto,
  seal: (key, nonce, plain) => sealingFor(plain).seal(key, nonce, plain),
  unseal: (key, nonce, sealed) => sealingFor(sealed).unseal(key, nonce, sealed),
});
export const { toHex, fromHex, toLatin1 } = platform.bytes;
