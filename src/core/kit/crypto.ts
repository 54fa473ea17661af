/** Cryptography for authors, by OpenSSL where it runs on Node.js; and the text of keys and digests. */

import { platform } from '#platform';
import { told } from './told.ts';

export { areSameBytes, joinBytes, utf8 } from '../base/bytes.ts';
export { tellDerived } from './told.ts';
export type { Curve, CurveKey, Sha256 } from '../platform/platform.ts';

export const { createSha256, sha256, hmac, seal, unseal, curve25519 } = told(platform.crypto);
export const { toHex, fromHex, toLatin1 } = platform.bytes;
