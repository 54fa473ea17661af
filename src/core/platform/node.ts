/** The platform on Node.js, where cryptography is OpenSSL's. Of the core, only this file and `node/` import from `node:`. */

import { isUtf8 } from 'node:buffer';
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  KeyObject,
  sign,
  verify,
} from 'node:crypto';
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { cpus } from 'node:os';
import * as paths from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32, deflateSync, gunzipSync } from 'node:zlib';
import { openProgram } from './node/programs.ts';
import { threadsImport } from './node/typescript.ts';
import { watchedImport } from './node/watched-import.ts';
import { hashInto, hmacSha256, SHA256_BYTES } from './node/hmac.ts';
import type { Bytes, Crypto, Curve, Curve25519, CurveKey, Files, Platform } from './platform.ts';

const KEY_BYTES = 32;

/** The input of the stream cipher, which it turns into keystream, for requests up to this size. */
const ZEROS = new Uint8Array(2 ** 15);

const AEAD = 'chacha20-poly1305';
const TAG_BYTES = 16;
const TAG = { authTagLength: TAG_BYTES };

const held = Symbol('OpenSSL key');

/** What precedes the 32 bytes of a secret key in PKCS #8 (RFC 8410). */
const SECRET_HEAD: Readonly<Record<Curve, Buffer>> = {
  X25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
  Ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
};

/**
 * Whether a secret JSON Web Key (RFC 8037) is accepted whatever public key it contains. In Node.js 20 reading PKCS #8
 * takes eight times as long as the curve operation; Node.js 26 reads it as fast as a web key, and rejects web keys
 * whose halves do not match.
 */
let takesSecretsAlone: boolean | undefined;

function secretObject(curve: Curve, bytes: Uint8Array): KeyObject {
  takesSecretsAlone ??= ((): boolean => {
    try {
      webSecret('X25519', new Uint8Array(KEY_BYTES));
      return true;
    } catch {
      return false;
    }
  })();
  return takesSecretsAlone ? webSecret(curve, bytes) : derSecret(curve, bytes);
}

function webSecret(crv: Curve, bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: { kty: 'OKP', crv, d: base64(bytes), x: '' }, format: 'jwk' });
}

function derSecret(curve: Curve, bytes: Uint8Array): KeyObject {
  return createPrivateKey({ key: Buffer.concat([SECRET_HEAD[curve], bytes]), format: 'der', type: 'pkcs8' });
}

function base64(bytes: Uint8Array): string {
  return view(bytes).toString('base64url');
}

function view({ buffer, byteOffset, byteLength }: ArrayBufferView): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

const objectOf = (key: CurveKey): KeyObject => key[held] as KeyObject;

const curve25519: Curve25519 = {
  secretKey: (curve, bytes) => ({ [held]: secretObject(curve, bytes) }),
  publicKey: (crv, bytes) => ({
    [held]: createPublicKey({ key: { kty: 'OKP', crv, x: base64(bytes) }, format: 'jwk' }),
  }),
  publicBytes(secret) {
    const { x = '' } = objectOf(secret).export({ format: 'jwk' });
    return Uint8Array.from(Buffer.from(x, 'base64url'));
  },
  agree: (own, other) =>
    Uint8Array.from(diffieHellman({ privateKey: objectOf(own), publicKey: objectOf(other) })),
  sign: (secret, message) => Uint8Array.from(sign(null, message, objectOf(secret))),
  verify: (key, message, signature) => verify(null, message, objectOf(key), signature),
};

const crypto: Crypto = {
  createSha256: () => createHash('sha256'),
  sha256(data) {
    const digest = new Uint8Array(SHA256_BYTES);
    hashInto(digest, 0, data);
    return digest;
  },
  hmac: hmacSha256,
  keystream(key) {
    const cipher = createCipheriv('chacha20', key, new Uint8Array(16));
    return (bytes) => cipher.update(bytes <= ZEROS.length ? ZEROS.subarray(0, bytes) : new Uint8Array(bytes));
  },
  seal(key, nonce, plain) {
    const cipher = createCipheriv(AEAD, key, nonce, TAG);
    const sealed = new Uint8Array(plain.length + TAG_BYTES);
    sealed.set(cipher.update(plain));
    cipher.final();
    sealed.set(cipher.getAuthTag(), plain.length);
    return sealed;
  },
  unseal(key, nonce, sealed) {
    const end = sealed.length - TAG_BYTES;
    if (end < 0) return undefined;
    const cipher = createDecipheriv(AEAD, key, nonce, TAG);
    cipher.setAuthTag(sealed.subarray(end));
    const plain = new Uint8Array(cipher.update(sealed.subarray(0, end)));
    try {
      cipher.final();
    } catch {
      return undefined;
    }
    return plain;
  },
  curve25519,
};

const bytes: Bytes = {
  toHex: (vector) => view(vector).toString('hex'),
  fromHex: (text) => Uint8Array.from(Buffer.from(text, 'hex')),
  toBase64: (vector) => view(vector).toString('base64'),
  toLatin1: (vector, from = 0, to = vector.byteLength) =>
    Buffer.from(vector.buffer, vector.byteOffset + from, to - from).toString('latin1'),
  isUtf8,
  // The library tells a Buffer from other typed arrays.
  asBinary: view,
  allocate: (size) => new Uint8Array(Buffer.allocUnsafeSlow(size).buffer),
  gunzip: (vector, most) => bytesOf(gunzipSync(vector, { maxOutputLength: most })),
  deflate: (vector) => deflateSync(vector),
  crc32: (vector, before) => crc32(vector, before),
};

const files: Files = {
  read: (file) => bytesOf(readFileSync(file)),
  exists: existsSync,
  stat: (path) => statSync(path),
  list: (directory) => readdirSync(directory),
  realPath: (path) => realpathSync(path),
  create(path, content) {
    const descriptor = openSync(path, 'wx');
    try {
      writeFileSync(descriptor, content);
    } catch (error) {
      rmSync(path, { force: true });
      throw error;
    } finally {
      closeSync(descriptor);
    }
  },
  remove: (path) => rmSync(path, { force: true }),
  makeDirectory: (path) => void mkdirSync(path),
};

/** Without the methods of Buffer, which browsers do not have. */
function bytesOf({ buffer, byteOffset, byteLength }: Buffer): Uint8Array<ArrayBuffer> {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

export const platform: Platform = {
  name: 'Node.js',
  version: process.versions.node,
  machine: () => ({ model: cpus()[0]?.model ?? 'unknown', cores: cpus().length }),
  crypto,
  bytes,
  files,
  paths,
  // oxlint-disable-next-line no-restricted-globals -- the purpose is to measure time, which never enters the hash
  stopwatchNs: () => Math.round(performance.now() * 1e6),
  nextTurn: () => nextTurn(),
  warn: (text) => process.emitWarning(text, 'CahootsWarning'),
  threadsImport,
  watchedImport,
  sharesMemory: true,
  async openThreads(entry, threads, ahead) {
    // Loaded only if used, since most runs take place in one thread.
    const { workerThreads } = await import('./node/threads.ts');
    return workerThreads(entry, threads, ahead);
  },
  openProgram,
};
