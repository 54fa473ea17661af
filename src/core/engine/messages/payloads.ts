/**
 * Payloads of messages in transit. Each is a number with a place in memory, a length and a count of packets. Payloads lie side by
 * side in large pieces of memory. A piece without needed payloads is reused, unless one was shown to somebody who may keep it. Sealed
 * vectors carried by a message are elsewhere, and are not part of the bytes written here.
 */

import { platform } from '#platform';
import { assert } from '../../base/errors.ts';
import { grown } from '../../base/grown.ts';
import type { Supply } from '../wire/bytes.ts';
import { type Carried, type Piece, piecesOf } from '../wire/sealed-residues.ts';
import type { Digest, Digester } from './digest.ts';

/** The first piece is small, since most runs are; each further one is twice as large, up to the maximum. */
const FIRST_PIECE_BYTES = 2 ** 14;
const MOST_PIECE_BYTES = 2 ** 20;
/** Larger payloads have a piece each. */
const LARGE_BYTES = 2 ** 16;
/** The largest piece of an arena, except in a crowd: it limits what a single vector can keep alive. */
const MOST_ARENA_BYTES = 2 ** 14;

const NOTHING = new Uint8Array();
const FIRST_ROWS = 64;

/** The columns: the piece of a payload, its beginning there, and its length in bytes. */
const PIECE = 0;
const START = 1;
const SIZE = 2;
/** The number of packets that carry it, plus one for its writer until it lets go; and the packets alone. */
const USERS = 3;
const CARRIERS = 4;
/** The digest if it is a number, stored as a signed integer. */
const DIGEST = 5;

const ROW_BITS = 3;

export class Payloads implements Supply {
  readonly mostPieceBytes: number;
  readonly #shared: boolean;
  readonly #digester: Digester;
  /** All rows. The columns of a payload are usually read together. */
  #cells = new Int32Array(FIRST_ROWS << ROW_BITS);
  /** Digests that are not numbers. */
  readonly #texts: string[] = [];
  /** Free numbers of payloads. */
  readonly #free: number[] = [];
  #count = 0;
  /** What was shown, by payload, so that repeated calls return the same object. */
  readonly #shown = new Map<number, Uint8Array>();
  /** Carried vectors by payload, with the number of bytes written without them. */
  readonly #carrying = new Map<number, { readonly carried: readonly Carried[]; readonly written: number }>();

  readonly #memory: Uint8Array[] = [];
  /** For each piece, how many payloads in it are needed, and whether one was ever shown. */
  readonly #needed: number[] = [];
  readonly #isShown: boolean[] = [];
  /** Reusable pieces, and free numbers of pieces. */
  readonly #clean: number[] = [];
  readonly #unused: number[] = [];
  #pieceBytes = FIRST_PIECE_BYTES;
  #current: number;
  /** The empty piece of outlined payloads. */
  #outlined: number | undefined;
  #end = 0;

  /** @param shared whether the pieces are shared memory, see `isCrowd` in bytes.ts */
  constructor(shared: boolean, digester: Digester) {
    this.#shared = shared;
    this.mostPieceBytes = shared ? MOST_PIECE_BYTES : MOST_ARENA_BYTES;
    this.#digester = digester;
    this.#current = this.#openPiece(FIRST_PIECE_BYTES);
  }

  /** Reserves memory for a payload, which is kept until {@link release} and until no packet carries it. */
  take(size: number): number {
    if (size > LARGE_BYTES) return this.#row(this.#openPiece(size), 0, size);
    let piece = this.#current;
    if (this.#end + size > this.#memory[piece].byteLength) piece = this.#turn(size);
    const start = this.#end;
    this.#end += size;
    return this.#row(piece, start, size);
  }

  #row(piece: number, start: number, size: number): number {
    const payload = this.#free.pop() ?? this.#newRow();
    const row = payload << ROW_BITS;
    const cells = this.#cells;
    cells[row + PIECE] = piece;
    cells[row + START] = start;
    cells[row + SIZE] = size;
    cells[row + USERS] = 1;
    cells[row + CARRIERS] = 0;
    this.#needed[piece]++;
    return payload;
  }

  /** Adds a payload of bytes that were written elsewhere and never change. Large ones are not copied. */
  put(bytes: Uint8Array): number {
    const size = bytes.byteLength;
    let payload: number;
    if (size > LARGE_BYTES) {
      const piece = this.#adopt(bytes);
      // The memory belongs to somebody else, and must not be reused.
      this.#isShown[piece] = true;
      payload = this.#row(piece, 0, size);
    } else {
      payload = this.take(size);
      this.memory(payload).set(bytes, this.start(payload));
    }
    this.written(payload);
    return payload;
  }

  /** A payload of which only the size and the digest are known, as in a trace; whoever it is shown to sees zeros. */
  outline(size: number, digest: Digest): number {
    if (this.#outlined === undefined) {
      this.#outlined = this.#adopt(NOTHING);
      this.#needed[this.#outlined] = 1; // for good
      this.#isShown[this.#outlined] = true;
    }
    const payload = this.#row(this.#outlined, 0, size);
    this.#digest(payload, digest);
    return payload;
  }

  /** The reserved memory has been written, and does not change any more. */
  written(payload: number): void {
    this.#digest(payload, this.#digester.of(this.memory(payload), this.start(payload), this.size(payload)));
  }

  /**
   * Ends the writing of a payload with carried vectors, each at its place in the reserved memory.
   * @param size all bytes of the payload, including carried ones
   */
  writtenWith(payload: number, carried: readonly Carried[], size: number): void {
    this.#carrying.set(payload, { carried, written: this.size(payload) });
    this.#cells[(payload << ROW_BITS) + SIZE] = size;
    this.#digest(payload, this.#digester.ofPieces(this.#piecesOf(payload, carried)));
  }

  #digest(payload: number, digest: Digest): void {
    if (typeof digest === 'string') this.#texts[payload] = digest;
    else this.#cells[(payload << ROW_BITS) + DIGEST] = digest;
  }

  /** The vectors carried by a payload; undefined if there are none. */
  carried(payload: number): readonly Carried[] | undefined {
    return this.#carrying.size === 0 ? undefined : this.#carrying.get(payload)?.carried;
  }

  /** A copy of the written bytes of a payload, with its carried vectors; undefined if it carries none. */
  copyCarrying(
    payload: number,
  ): { readonly bytes: Uint8Array; readonly carried: readonly Carried[] } | undefined {
    const start = this.start(payload);
    const carried = this.carried(payload)?.map(({ at, vector }) => ({ at: at - start, vector }));
    return carried && { bytes: this.memory(payload).slice(start, this.end(payload)), carried };
  }

  digest(payload: number): Digest {
    return this.#texts.length > 0 ? this.#texts[payload] : this.#cells[(payload << ROW_BITS) + DIGEST] >>> 0;
  }

  /** The memory that contains a payload. */
  memory(payload: number): Uint8Array {
    return this.#memory[this.#cells[(payload << ROW_BITS) + PIECE]];
  }

  /** Its beginning in that memory. */
  start(payload: number): number {
    return this.#cells[(payload << ROW_BITS) + START];
  }

  /** The end of its written bytes. */
  end(payload: number): number {
    const written = this.#carrying.size === 0 ? undefined : this.#carrying.get(payload)?.written;
    return this.start(payload) + (written ?? this.size(payload));
  }

  /** All its bytes, including carried ones. */
  size(payload: number): number {
    return this.#cells[(payload << ROW_BITS) + SIZE];
  }

  /** One more packet carries a payload. @returns whether it is the first of them */
  carry(payload: number): boolean {
    const row = payload << ROW_BITS;
    this.#cells[row + USERS]++;
    return this.#cells[row + CARRIERS]++ === 0;
  }

  /** One packet less carries a payload; {@link release} must follow. @returns whether it was the last */
  drop(payload: number): boolean {
    return --this.#cells[(payload << ROW_BITS) + CARRIERS] === 0;
  }

  /** One user less needs a payload. */
  release(payload: number): void {
    const row = payload << ROW_BITS;
    const left = --this.#cells[row + USERS];
    if (left > 0) return;
    assert(left === 0, 'a payload is let go of twice');
    const piece = this.#cells[row + PIECE];
    const carries = this.#carrying.size > 0 && this.#carrying.delete(payload);
    if (carries || this.#isShown[piece]) this.#shown.delete(payload);
    this.#free.push(payload);
    if (--this.#needed[piece] > 0) return;
    if (piece !== this.#current) this.#clear(piece);
    else if (!this.#isShown[piece]) this.#end = 0;
  }

  /** A payload for somebody outside who may keep it; its bytes never change. */
  show(payload: number): Uint8Array {
    let view = this.#shown.get(payload);
    if (view === undefined) {
      const carried = this.carried(payload);
      view = carried === undefined ? this.#view(payload) : this.#whole(payload, carried);
      this.#shown.set(payload, view);
    }
    return view;
  }

  #view(payload: number): Uint8Array {
    const piece = this.#cells[(payload << ROW_BITS) + PIECE];
    if (piece === this.#outlined) return new Uint8Array(this.size(payload));
    const { buffer, byteOffset } = this.#memory[piece];
    this.#isShown[piece] = true;
    return new Uint8Array(buffer, byteOffset + this.start(payload), this.size(payload));
  }

  /** A copy that includes carried vectors. */
  #whole(payload: number, carried: readonly Carried[]): Uint8Array {
    const whole = new Uint8Array(this.size(payload));
    let at = 0;
    for (const { bytes } of this.#piecesOf(payload, carried)) {
      whole.set(bytes, at);
      at += bytes.byteLength;
    }
    return whole;
  }

  *#piecesOf(payload: number, carried: readonly Carried[]): Generator<Piece> {
    const memory = this.memory(payload);
    let from = this.start(payload);
    for (const { at, vector } of carried) {
      yield { bytes: memory.subarray(from, at) };
      yield* piecesOf(vector);
      from = at;
    }
    yield { bytes: memory.subarray(from, this.end(payload)) };
  }

  #newRow(): number {
    const payload = this.#count++;
    if (payload << ROW_BITS === this.#cells.length) this.#cells = grown(this.#cells);
    return payload;
  }

  /** Continues with a piece that has room. The rest of the old one stays unused until no payload in it is needed. */
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
