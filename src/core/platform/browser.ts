/**
 * The platform in a browser, where cryptography is done in JavaScript, and files are what the page has put into
 * {@link memoryFiles}. A page that is not isolated from others has no constructor of shared memory, although
 * WebAssembly may have such memory.
 */

import { chacha20, chacha20poly1305 } from '@noble/ciphers/chacha.js';
import { ed25519, x25519 } from '@noble/curves/ed25519.js';
import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { zlibSync } from 'fflate';
import { crc32 } from './browser/crc32.ts';
import { gunzip } from './browser/gunzip.ts';
import { workerThreads } from './browser/threads.ts';
import { paths } from './paths.ts';
import type { Bytes, Crypto, Curve, Curve25519, CurveKey, Files, Platform, Sha256 } from './platform.ts';

/** Files by their path, such as `/scenario.yaml`: those of the page, and those that a run writes. */
export const memoryFiles = new Map<string, Uint8Array<ArrayBuffer>>();

globalThis.SharedArrayBuffer ??= new WebAssembly.Memory({ initial: 0, maximum: 0, shared: true }).buffer
  .constructor as SharedArrayBufferConstructor;

function bytesOf(data: string | Uint8Array | Uint32Array): Uint8Array {
  return typeof data === 'string' ? new TextEncoder().encode(data) : asBytes(data);
}

function asBytes({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

class Digest implements Sha256 {
  readonly #hash = sha256.create();

  update(data: string | Uint8Array | Uint32Array): this {
    this.#hash.update(bytesOf(data));
    return this;
  }

  digest(): Uint8Array;
  digest(encoding: 'hex'): string;
  digest(encoding?: 'hex'): Uint8Array | string {
    const digest = this.#hash.digest();
    return encoding === undefined ? digest : bytesToHex(digest);
  }
}

const held = Symbol('key');

interface Held {
  readonly curve: Curve;
  readonly bytes: Uint8Array;
}

const heldBy = (key: CurveKey): Held => key[held] as Held;
const hold = (curve: Curve, bytes: Uint8Array): CurveKey => ({ [held]: { curve, bytes: bytes.slice() } });

const curve25519: Curve25519 = {
  secretKey: hold,
  publicKey: hold,
  publicBytes(secret) {
    const { curve, bytes } = heldBy(secret);
    return (curve === 'X25519' ? x25519 : ed25519).getPublicKey(bytes);
  },
  agree: (own, other) => x25519.getSharedSecret(heldBy(own).bytes, heldBy(other).bytes),
  sign: (secret, message) => ed25519.sign(message, heldBy(secret).bytes),
  // As strict as RFC 8032 and OpenSSL.
  verify: (key, message, signature) =>
    ed25519.verify(signature, message, heldBy(key).bytes, { zip215: false }),
};

const BLOCK_BYTES = 64;

const crypto: Crypto = {
  createSha256: () => new Digest(),
  sha256: (data) => sha256(bytesOf(data)),
  hmac(key, ...parts) {
    const code = hmac.create(sha256, key);
    for (const part of parts) code.update(bytesOf(part));
    return code.digest();
  },
  keystream(key) {
    const nonce = new Uint8Array(12);
    let at = 0;
    return (count) => {
      const skipped = at % BLOCK_BYTES;
      const zeros = new Uint8Array(skipped + count);
      const stream = chacha20(key, nonce, zeros, undefined, Math.floor(at / BLOCK_BYTES));
      at += count;
      return stream.subarray(skipped);
    };
  },
  seal: (key, nonce, plain) => chacha20poly1305(key, nonce).encrypt(plain),
  unseal(key, nonce, sealed) {
    try {
      return chacha20poly1305(key, nonce).decrypt(sealed);
    } catch {
      return undefined;
    }
  },
  curve25519,
};

/** How many characters `String.fromCharCode` is given at once, as arguments must fit on the stack. */
const PIECE = 2 ** 12;

function toLatin1(vector: Uint8Array, from = 0, to = vector.byteLength): string {
  let text = '';
  for (let at = from; at < to; at += PIECE)
    text += String.fromCharCode(...vector.subarray(at, Math.min(to, at + PIECE)));
  return text;
}

const bytes: Bytes = {
  toHex: (vector) => bytesToHex(vector),
  fromHex: (text) => hexToBytes(text),
  toBase64: (vector) => btoa(toLatin1(vector)),
  toLatin1,
  isUtf8(vector) {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(vector);
      return true;
    } catch {
      return false;
    }
  },
  asBinary: asBytes,
  allocate: (size) => new Uint8Array(size),
  gunzip,
  deflate: (vector) => zlibSync(vector),
  crc32,
};

/** A place in memory: a path, or that of a URL. */
const pathOf = (file: string | URL): string =>
  typeof file === 'string' ? paths.resolve(file) : file.pathname;

/** An error as the system's. */
function failure(code: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'memory' });
}

const files: Files = {
  read(file) {
    const found = memoryFiles.get(pathOf(file));
    if (found === undefined) throw failure('ENOENT');
    return found;
  },
  exists: (file) => memoryFiles.has(pathOf(file)),
  stat(path) {
    const isFile = memoryFiles.has(pathOf(path));
    if (!isFile && !isFolder(pathOf(path))) throw failure('ENOENT');
    return { isFile: () => isFile, isDirectory: () => !isFile };
  },
  list(directory) {
    const start = folderStart(pathOf(directory));
    const names = [...memoryFiles.keys()].filter((file) => file.startsWith(start));
    if (names.length === 0) throw failure('ENOENT');
    return [...new Set(names.map((file) => file.slice(start.length).split('/', 1)[0]))];
  },
  realPath: pathOf,
  create(path, content) {
    if (memoryFiles.has(pathOf(path))) throw failure('EEXIST');
    memoryFiles.set(pathOf(path), bytesOf(content).slice());
  },
  remove: (path) => void memoryFiles.delete(pathOf(path)),
  // A file's place exists as soon as the file does.
  makeDirectory: () => undefined,
};

function isFolder(path: string): boolean {
  const start = folderStart(path);
  return [...memoryFiles.keys()].some((file) => file.startsWith(start));
}

function folderStart(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

export const platform: Platform = {
  name: 'browser',
  version: (globalThis as { readonly navigator?: { readonly userAgent: string } }).navigator?.userAgent ?? '',
  machine: () => ({ model: 'unknown', cores: 1 }),
  crypto,
  bytes,
  files,
  paths,
  // oxlint-disable-next-line no-restricted-globals -- the purpose is to measure time, which never enters the hash
  stopwatchNs: () => Math.round(performance.now() * 1e6),
  nextTurn: () =>
    new Promise<void>((resolve) => {
      // A timer would wait for milliseconds.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        port1.close();
        resolve();
      });
      port1.start();
      port2.postMessage(undefined);
    }),
  // oxlint-disable-next-line no-console -- the page's console is where its author looks
  warn: (text) => console.warn(text),
  // All that threads run is in the module with which they are started.
  threadsImport: () => undefined,
  watchedImport: (_, load) => load(),
  sharesMemory: (globalThis as { readonly crossOriginIsolated?: boolean }).crossOriginIsolated === true,
  openThreads: (entry, threads) => Promise.resolve().then(() => workerThreads(entry, threads)),
  openProgram: undefined,
};
