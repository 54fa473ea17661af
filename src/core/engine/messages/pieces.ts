/**
 * The large pieces of memory in which payloads lie side by side. A piece in which nothing is needed is reused, unless a part of it was
 * shown to somebody who may keep it.
 */

import { platform } from '#platform';
import type { Supply } from '../wire/bytes.ts';

/** The first piece is small, since most runs are; each further one is twice as large, up to the maximum. */
const FIRST_PIECE_BYTES = 2 ** 14;
const MOST_PIECE_BYTES = 2 ** 20;
/** What is larger has a piece of its own. */
export const LARGE_BYTES = 2 ** 16;
/** The largest piece of an arena, except in a crowd: it limits what a single vector can keep alive. */
const MOST_ARENA_BYTES = 2 ** 14;

const NOTHING = new Uint8Array();

export class Pieces implements Supply {
  readonly mostPieceBytes: number;
  /** Where what was last reserved begins in its piece. */
  start = 0;
  readonly #shared: boolean;
  readonly #memory: Uint8Array[] = [];
  /** For each piece, how much in it is needed, and whether any of it was ever shown. */
  readonly #needed: number[] = [];
  readonly #isShown: boolean[] = [];
  /** Reusable pieces, and free numbers of pieces. */
  readonly #clean: number[] = [];
  readonly #unused: number[] = [];
  #pieceBytes = FIRST_PIECE_BYTES;
  #current: number;
  #end = 0;

  /** @param shared whether the pieces are shared memory, see `isCrowd` in bytes.ts */
  constructor(shared: boolean) {
    this.#shared = shared;
    this.mostPieceBytes = shared ? MOST_PIECE_BYTES : MOST_ARENA_BYTES;
    this.#current = this.#openPiece(FIRST_PIECE_BYTES);
  }

  /** Reserves memory, which begins at {@link start}, until {@link vacate}. @returns its piece */
  reserve(size: number): number {
    let piece = this.#current;
    if (size > LARGE_BYTES) {
      piece = this.#openPiece(size);
      this.start = 0;
    } else {
      if (this.#end + size > this.#memory[piece].byteLength) piece = this.#turn(size);
      this.start = this.#end;
      this.#end += size;
    }
    this.#needed[piece]++;
    return piece;
  }

  /** A piece of somebody else's memory, which is not reused. */
  foreign(memory: Uint8Array): number {
    const piece = this.#adopt(memory);
    this.#isShown[piece] = true;
    this.#needed[piece]++;
    return piece;
  }

  /** One thing more is needed in a piece. */
  need(piece: number): void {
    this.#needed[piece]++;
  }

  memory(piece: number): Uint8Array {
    return this.#memory[piece];
  }

  isShown(piece: number): boolean {
    return this.#isShown[piece];
  }

  /** A part of a piece for somebody outside who may keep it. */
  show(piece: number, start: number, size: number): Uint8Array {
    const { buffer, byteOffset } = this.#memory[piece];
    this.#isShown[piece] = true;
    return new Uint8Array(buffer, byteOffset + start, size);
  }

  /** One thing less is needed in a piece. */
  vacate(piece: number): void {
    if (--this.#needed[piece] > 0) return;
    if (piece !== this.#current) this.#clear(piece);
    else if (!this.#isShown[piece]) this.#end = 0;
  }

  /** Memory for somebody else: a reusable piece, or a new one. */
  piece(size: number): Uint8Array {
    const piece = size === MOST_PIECE_BYTES ? this.#clean.pop() : undefined;
    if (piece === undefined)
      return new Uint8Array(this.#shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
    const memory = this.#memory[piece].fill(0);
    this.#memory[piece] = NOTHING;
    this.#unused.push(piece);
    return memory;
  }

  /** Continues with a piece that has room. The rest of the old one stays unused until nothing in it is needed. */
  #turn(size: number): number {
    const full = this.#current;
    this.#pieceBytes = Math.min(MOST_PIECE_BYTES, 2 * this.#pieceBytes);
    this.#current = this.#clean.pop() ?? this.#openPiece(Math.max(size, this.#pieceBytes));
    this.#end = 0;
    if (this.#needed[full] === 0) this.#clear(full);
    return this.#current;
  }

  #clear(piece: number): void {
    if (!this.#isShown[piece] && this.#memory[piece].byteLength === MOST_PIECE_BYTES) {
      this.#clean.push(piece);
      return;
    }
    this.#memory[piece] = NOTHING;
    this.#unused.push(piece);
  }

  #openPiece(size: number): number {
    return this.#adopt(this.#shared ? this.piece(size) : platform.bytes.allocate(size));
  }

  #adopt(memory: Uint8Array): number {
    const piece = this.#unused.pop() ?? this.#memory.length;
    this.#memory[piece] = memory;
    this.#needed[piece] = 0;
    this.#isShown[piece] = false;
    return piece;
  }
}
