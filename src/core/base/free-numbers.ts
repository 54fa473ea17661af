/** Numbers that are free again, the last first. In a list, a million of them would take twice the memory, and more while it grows. */

import { grown } from './grown.ts';

const FIRST_NUMBERS = 16;

export class FreeNumbers {
  #numbers = new Int32Array(FIRST_NUMBERS);
  #count = 0;

  push(number: number): void {
    if (this.#count === this.#numbers.length) this.#numbers = grown(this.#numbers);
    this.#numbers[this.#count++] = number;
  }

  /** One of them, which is then no longer free; undefined if there is none. */
  pop(): number | undefined {
    return this.#count === 0 ? undefined : this.#numbers[--this.#count];
  }
}
