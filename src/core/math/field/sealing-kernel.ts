/**
 * Authenticated encryption of short texts (ChaCha20-Poly1305, RFC 8439) in WebAssembly: the platform makes objects for each text,
 * which takes ten times as long.
 */

import type { ScratchMemory } from './scratch-memory.ts';
import { MORE_WORDS, stateOf } from './short-elements.ts';

/** The exports of wasm/sealing.ts: addresses and lengths. */
export interface SealingExports {
  seal(state: number, stream: number, text: number, length: number, tag: number): void;
  unseal(state: number, stream: number, text: number, length: number, tag: number, expected: number): number;
}

/** What the platform's functions of the same names do. */
export interface SealingKernel {
  /** @param nonce 12 bytes */
  seal(key: Uint8Array, nonce: Uint8Array, plain: Uint8Array): Uint8Array;
  /** Undefined if the ciphertext was not made with this key and nonce. */
  unseal(key: Uint8Array, nonce: Uint8Array, sealed: Uint8Array): Uint8Array | undefined;
}

const TAG_BYTES = 16;
const TAG_WORDS = TAG_BYTES / 4;
const STATE_WORDS = 16;

/** @param place scratch space in the memory of these exports */
export function wasmSealing(wasm: SealingExports, place: ScratchMemory): SealingKernel {
  const bytes = (address: number, length: number): Uint8Array =>
    new Uint8Array(place.buffer, address, length);
  /** The words of the state, the key stream, the text with what is behind it, and two tags. */
  const sizes = (length: number): number[] => [
    STATE_WORDS,
    STATE_WORDS * (1 + Math.ceil(length / 64)) + MORE_WORDS,
    Math.ceil(length / 4) + 2 * TAG_WORDS,
    TAG_WORDS,
    TAG_WORDS,
  ];
  return {
    seal(key, nonce, plain) {
      const { length } = plain;
      const sealed = new Uint8Array(length + TAG_BYTES);
      place.with(sizes(length), (state, stream, text, tag) => {
        place.put(state, stateOf(key, nonce));
        bytes(text, length).set(plain);
        wasm.seal(state, stream, text, length, tag);
        sealed.set(bytes(text, length));
        sealed.set(bytes(tag, TAG_BYTES), length);
      });
      return sealed;
    },
    unseal(key, nonce, sealed) {
      const length = sealed.length - TAG_BYTES;
      if (length < 0) return undefined;
      const plain = new Uint8Array(length);
      let isRight = 0;
      place.with(sizes(length), (state, stream, text, tag, expected) => {
        place.put(state, stateOf(key, nonce));
        bytes(text, length).set(sealed.subarray(0, length));
        bytes(expected, TAG_BYTES).set(sealed.subarray(length));
        isRight = wasm.unseal(state, stream, text, length, tag, expected);
        plain.set(bytes(text, length));
      });
      return isRight === 0 ? undefined : plain;
    },
  };
}
