/** Where kernels in WebAssembly lay out what they work on. */

import { assert } from '../../base/errors.ts';
import { PAGE_BYTES } from './wasm-memory.ts';

const HEAD_BYTES = 16;

/** The part of a memory where a kernel lays out what it works on. */
export class Workplace {
  readonly #memory: WebAssembly.Memory;
  readonly #start: number;

  /** @param start the bytes that are taken */
  constructor(memory: WebAssembly.Memory, start: number) {
    this.#memory = memory;
    this.#start = start;
    this.#reach(this.#head + HEAD_BYTES);
  }

  get buffer(): SharedArrayBuffer {
    return this.#memory.buffer;
  }

  /**
   * Lays out vectors of so many words one behind the other, on 16-byte boundaries, and calls back with their addresses.
   * Two threads at work in one memory would spoil each other's numbers: that is a mistake, and not waited for.
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
   * The address of so many bytes that stay from call to call, whatever thread that is in; all zeros where it was another number of
   * bytes before.
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

  /** Where the workplace begins: with whether somebody is at work, and how many bytes are kept. */
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
