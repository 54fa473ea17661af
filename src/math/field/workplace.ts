/** Scratch space of kernels in WebAssembly. */

import { assert } from '../../base/errors.ts';
import { PAGE_BYTES } from './wasm-memory.ts';

const HEAD_BYTES = 16;

/** The part of a memory that serves a kernel as scratch space. */
export class Workplace {
  readonly #memory: WebAssembly.Memory;
  readonly #start: number;

  /** @param start the bytes in use before it */
  constructor(memory: WebAssembly.Memory, start: number) {
    this.#memory = memory;
    this.#start = start;
    this.#reach(this.#head + HEAD_BYTES);
  }

  get buffer(): SharedArrayBuffer {
    return this.#memory.buffer;
  }

  /**
   * Lays out vectors of so many words contiguously, on 16-byte boundaries, and passes their addresses to
   * `work`. Two threads computing in one memory would overwrite each other's numbers: that is our mistake, so
   * there is no waiting for the lock.
   */
  with(words: readonly number[], work: (...addresses: number[]) => void): void {
    const lock = this.#head;
    let top = lock + HEAD_BYTES + this.#keptBytes;
    const addresses = words.map((count) => {
      const address = top;
      top += Math.ceil(count / 4) * 16;
      return address;
    });
    this.#reach(top);
    const busy = new Int32Array(this.buffer, lock, 1);
    assert(Atomics.exchange(busy, 0, 1) === 0, 'two tasks compute with one matrix at the same time');
    try {
      work(...addresses);
    } finally {
      Atomics.store(busy, 0, 0);
    }
  }

  /**
   * The address of so many bytes that persist from call to call, in whichever thread; zeroed if their number
   * has changed.
   */
  keep(bytes: number): number {
    const address = this.#head + HEAD_BYTES;
    if (this.#keptBytes !== bytes) {
      this.#reach(address + bytes);
      new Uint8Array(this.buffer, address, bytes).fill(0);
      new Uint32Array(this.buffer, this.#head, 2)[1] = bytes;
    }
    return address;
  }

  /** Where the scratch space starts: first a flag that it is in use, then how many bytes persist. */
  get #head(): number {
    return Math.ceil(this.#start / 16) * 16;
  }

  get #keptBytes(): number {
    return new Uint32Array(this.buffer, this.#head, 2)[1];
  }

  #reach(end: number): void {
    const missing = end - this.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
  }

  put(address: number, values: ArrayLike<number>): void {
    new Uint32Array(this.buffer, address, values.length).set(values);
  }

  take(address: number, target: Uint32Array): void {
    target.set(new Uint32Array(this.buffer, address, target.length));
  }
}
