/**
 * Who sent a message at a broker. With the key of a study, which its coordinator and its workers share, a message counts only if its
 * sender has the key. Without one, every process signs with a key pair of its own, which tells the senders of two messages apart
 * and says nothing else of them.
 */

import {
  createHmac,
  createPublicKey,
  generateKeyPairSync,
  sign as signWith,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { CahootsError } from '../../../core/base/errors.ts';
import { readBytes } from '../../../run/data/file.ts';

export interface Authentication {
  readonly hasKey: boolean;
  /** The same in all processes with the same key, and empty without one. */
  readonly keyId: string;
  /**
   * A text that proves who sent a message.
   * @param about what kind of message it is, and what it answers: a line of text
   */
  readonly sign: (about: string, body: string) => string;
  /** Who sent a message; undefined if its signature is not of somebody who may send any. */
  readonly senderOf: (about: string, body: Uint8Array, signature: string) => string | undefined;
}

const LEAST_KEY_CHARACTERS = 32;

/**
 * The authentication of a study.
 * @param file with its key; absent: everybody counts
 * @throws CahootsError if there is no such file, or its key is too short
 */
export function authenticationOf(file: string | undefined): Authentication {
  return file === undefined ? byKeyPair() : byKey(keyIn(file));
}

function keyIn(file: string): string {
  const key = Buffer.from(readBytes(file, 'the key of a study')).toString('latin1').trim();
  if (key.length >= LEAST_KEY_CHARACTERS) return key;
  const message = `expected a key of at least ${LEAST_KEY_CHARACTERS} characters, such as one of openssl rand -hex 32, got ${key.length}`;
  throw new CahootsError('bad-input', message, { file });
}

function byKey(key: string): Authentication {
  const codeOf = (about: string, body: string | Uint8Array): Buffer =>
    createHmac('sha256', key).update(`${about}\n`).update(body).digest();
  return {
    hasKey: true,
    keyId: codeOf('key', '').toString('hex').slice(0, 16),
    sign: (about, body) => codeOf(about, body).toString('base64url'),
    senderOf(about, body, signature) {
      const [code, given] = [codeOf(about, body), Buffer.from(signature, 'base64url')];
      return given.length === code.length && timingSafeEqual(given, code) ? 'the key' : undefined;
    },
  };
}

const SIGNATURE = /^([\w-]{43})\.([\w-]{86})$/;

function byKeyPair(): Authentication {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const { x: own = '' } = publicKey.export({ format: 'jwk' });
  return {
    hasKey: false,
    keyId: '',
    sign: (about, body) =>
      `${own}.${signWith(null, signed(about, Buffer.from(body)), privateKey).toString('base64url')}`,
    senderOf(about, body, signature) {
      const [, x, code] = SIGNATURE.exec(signature) ?? [];
      if (x === undefined || code === undefined) return undefined;
      const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
      return verify(null, signed(about, body), key, Buffer.from(code, 'base64url')) ? x : undefined;
    },
  };
}

function signed(about: string, body: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from(`${about}\n`), body]);
}
