/**
 * ChaCha20-Poly1305 (RFC 8439) of short texts, in WebAssembly: with OpenSSL, making an object for each of them takes ten times as
 * long as encrypting it.
 */

import type { ScratchMemory } from './scratch-memory.ts';

/** The exports of wasm/sealing.ts: an address, and the bytes of the text. */
export interface SealExports {
  seal(work: number, length: number): void;
  unseal(work: number, length: number): number;
}

/** As of the platform, for any text. */
export interface Seals {
  readonly seal: (key: Uint8Array, nonce: Uint8Array, plain: Uint8Array) => Uint8Array;
  readonly unseal: (key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array) => Uint8Array | undefined;
}

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Where everything lies, see wasm/sealing.ts. */
const KEY = 256;
const NONCE = 288;
const TAG = 336;
const TEXT = 352;

/** Longer texts are left to the platform. */
const MOST_BYTES = 1024;
/** Behind the text: its padding, its length, and a tag to compare. */
const WORDS = (TEXT + MOST_BYTES + 3 * TAG_BYTES) / 4;

/** @param long those of the platform */
export function shortSeals(wasm: SealExports, place: ScratchMemory, long: Seals): Seals {
  let memory = new Uint8Array(place.buffer);
  const room = [WORDS];

  /** Takes what `work` returns with the key, the nonce and the text in place. */
  function withText<R>(
    key: Uint8Array,
    nonce: Uint8Array,
    text: Uint8Array,
    length: number,
    work: (bytes: Uint8Array, at: number) => R,
  ): R {
    let result: R | undefined;
    place.with(room, (at) => {
      if (memory.buffer !== place.buffer) memory = new Uint8Array(place.buffer);
      put(memory, at + KEY, key, KEY_BYTES);
      put(memory, at + NONCE, nonce, NONCE_BYTES);
      put(memory, at + TEXT, text, length);
      result = work(memory, at);
    });
    return result as R;
  }

  return {
    seal(key, nonce, plain) {
      const { length } = plain;
      if (!fits(key, nonce, length)) return long.seal(key, nonce, plain);
      return withText(key, nonce, plain, length, (bytes, at) => {
        wasm.seal(at, length);
        const sealed = new Uint8Array(length + TAG_BYTES);
        for (let i = 0; i < length; i++) sealed[i] = bytes[at + TEXT + i];
        for (let i = 0; i < TAG_BYTES; i++) sealed[length + i] = bytes[at + TAG + i];
        return sealed;
      });
    },
    unseal(key, nonce, sealed) {
      const length = sealed.length - TAG_BYTES;
      if (!fits(key, nonce, length)) return long.unseal(key, nonce, sealed);
      return withText(key, nonce, sealed, length, (bytes, at) => {
        for (let i = 0; i < TAG_BYTES; i++) bytes[at + TAG + i] = sealed[length + i];
        if (wasm.unseal(at, length) === 0) return undefined;
        const plain = new Uint8Array(length);
        for (let i = 0; i < length; i++) plain[i] = bytes[at + TEXT + i];
        return plain;
      });
    },
  };
}

function fits(key: Uint8Array, nonce: Uint8Array, length: number): boolean {
  return key.length === KEY_BYTES && nonce.length === NONCE_BYTES && length >= 0 && length <= MOST_BYTES;
}

/** Byte by byte, as making a view takes longer for so few. */
function put(memory: Uint8Array, at: number, bytes: Uint8Array, count: number): void {
  for (let i = 0; i < count; i++) memory[at + i] = bytes[i];
}
