/** The sender, receiver and type of every message, as long as they may be needed. */

import { grown } from '../../core/base/grown.ts';

export interface Registered {
  /** Actors, by number. */
  readonly from: number;
  readonly to: number;
  readonly type: string;
}

/** The columns: sender, receiver and type. */
const COLUMNS = 3;
const FIRST_ROWS = 64;

export class Register {
  /** A row for each message; types by number, from 1. */
  #rows = new Int32Array(FIRST_ROWS * COLUMNS);
  readonly #types: string[] = [''];
  readonly #numbers = new Map<string, number>();
  /** The type that was added last: the next message usually has the same. */
  #type = '';
  #number = 0;
  #open = true;

  /** @param id counts messages from 0 */
  add(id: number, from: number, to: number, type: string): void {
    if (!this.#open) return;
    if (type !== this.#type) this.#turnTo(type);
    const row = id * COLUMNS;
    while (row >= this.#rows.length) this.#rows = grown(this.#rows);
    const rows = this.#rows;
    rows[row] = from;
    rows[row + 1] = to;
    rows[row + 2] = this.#number;
  }

  /** Undefined for a message that was never sent, or after {@link close}. */
  find(id: number): Registered | undefined {
    const row = id * COLUMNS;
    if (!this.#open || row >= this.#rows.length || this.#rows[row + 2] === 0) return undefined;
    return { from: this.#rows[row], to: this.#rows[row + 1], type: this.#types[this.#rows[row + 2]] };
  }

  /** Frees everything: nothing will be looked up again. */
  close(): void {
    this.#open = false;
    this.#rows = new Int32Array();
  }

  #turnTo(type: string): void {
    let number = this.#numbers.get(type);
    if (number === undefined) {
      number = this.#types.push(type) - 1;
      this.#numbers.set(type, number);
    }
    this.#type = type;
    this.#number = number;
  }
}
