/** Scratch space of kernels in WebAssembly. */

import { assert } from '../../base/errors.ts';
import { PAGE_BYTES } from './wasm-memory.ts';

const HEAD_BYTES = 16;
const WORD_BYTES = 4;
/** So few words are copied one by one. */
const FEW_WORDS = 64;

/** The part of a memory that serves a kernel as scratch space. */
export class ScratchMemory {
  readonly #memory: WebAssembly.Memory;
  /** Where the scratch space starts: first a flag that it is in use, then how many bytes persist. */
  readonly #head: number;
  /** The whole memory, as far as this thread has reached: a view for each vector takes longer than copying a short one. */
  #words: Uint32Array;
  #flags: Int32Array;

  /** @param start the bytes in use before it */
  constructor(memory: WebAssembly.Memory, start: number) {
    this.#memory = memory;
    this.#words = new Uint32Array(memory.buffer);
    this.#flags = new Int32Array(memory.buffer);
    this.#head = Math.ceil(start / 16) * 16;
    this.#reach(this.#head + HEAD_BYTES);
  }

  get buffer(): SharedArrayBuffer {
    return this.#memory.buffer;
  }

  /**
   * Lays out vectors of this many words contiguously, on 16-byte boundaries, and passes their addresses to
   * `work`. Two threads computing in one memory would overwrite each other's numbers: that is our mistake, so
   * there is no waiting for the lock.
   */
  with(words: readonly number[], work: (...addresses: number[]) => void): void {
    const lock = this.#head / WORD_BYTES;
    let top = this.#head + HEAD_BYTES + this.#keptBytes;
    const addresses = words.map((count) => {
      const address = top;
      top += Math.ceil(count / 4) * 16;
      return address;
    });
    this.#reach(top);
    assert(
      Atomics.exchange(this.#flags, lock, 1) === 0,
      'two tasks compute with one matrix at the same time',
    );
    try {
      work(...addresses);
    } finally {
      Atomics.store(this.#flags, lock, 0);
    }
  }

  /**
   * The address of this many bytes that persist from call to call, in whichever thread; zeroed if their number
   * has changed.
   */
  keep(bytes: number): number {
    const address = this.#head + HEAD_BYTES;
    if (this.#keptBytes !== bytes) {
      this.#reach(address + bytes);
      new Uint8Array(this.buffer, address, bytes).fill(0);
      this.#words[this.#head / WORD_BYTES + 1] = bytes;
    }
    return address;
  }

  get #keptBytes(): number {
    return this.#words[this.#head / WORD_BYTES + 1];
  }

  #reach(end: number): void {
    if (end <= this.#words.byteLength) return;
    // Another thread may have grown it already.
    const missing = end - this.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
    this.#words = new Uint32Array(this.buffer);
    this.#flags = new Int32Array(this.buffer);
  }

  put(address: number, values: ArrayLike<number>): void {
    this.#words.set(values, address / WORD_BYTES);
  }

  /** Zeroes this many words. */
  clear(address: number, words: number): void {
    const start = address / WORD_BYTES;
    this.#words.fill(0, start, start + words);
  }

  take(address: number, target: Uint32Array): void {
    if (target.length > FEW_WORDS) {
      target.set(new Uint32Array(this.buffer, address, target.length));
      return;
    }
    const start = address / WORD_BYTES;
    for (let i = 0; i < target.length; i++) target[i] = this.#words[start + i];
  }
}
