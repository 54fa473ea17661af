/**
 * Payloads of messages in transit. Each is a number with a place in memory, a length and a count of packets. Payloads lie side by
 * side in large pieces of memory. A piece without needed payloads is reused, unless one was shown to somebody who may keep it. Sealed
 * vectors carried by a message are elsewhere, and are not part of the bytes written here.
 */

import { assert } from '../../base/errors.ts';
import { FreeNumbers } from '../../base/free-numbers.ts';
import { grown } from '../../base/grown.ts';
import type { Supply } from '../wire/bytes.ts';
import type { Carried } from '../wire/sealed-residues.ts';
import { Carrying } from './carrying.ts';
import type { Digest, Digester } from './digest.ts';
import { LARGE_BYTES, Pieces } from './pieces.ts';

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

/** A line of the cache, and how much of a payload is fetched: processors notice by themselves how longer ones are read. */
const LINE_BYTES = 64;
const MOST_FETCHED_BYTES = 256;

export class Payloads implements Supply {
  readonly #digester: Digester;
  /** All rows. The columns of a payload are usually read together. */
  #cells = new Int32Array(FIRST_ROWS << ROW_BITS);
  /** Digests that are not numbers. */
  readonly #texts: string[] = [];
  /** Free numbers of payloads. */
  readonly #free = new FreeNumbers();
  #count = 0;
  /** What was shown, by payload, so that repeated calls return the same object. */
  readonly #shown = new Map<number, Uint8Array>();
  readonly #carrying = new Carrying();
  readonly #pieces: Pieces;
  /** What was last fetched, mixed: a compiler may leave out reading of which nothing comes. */
  fetched = 0;
  /** The empty piece of outlined payloads. */
  #outlined: number | undefined;

  /**
   * @param shared whether they lie in shared memory, see `isCrowd` in bytes.ts
   * @param parties how many there are
   */
  constructor(shared: boolean, digester: Digester, parties = 1) {
    this.#pieces = new Pieces(shared, parties);
    this.#digester = digester;
  }

  get mostPieceBytes(): number {
    return this.#pieces.mostPieceBytes;
  }

  /** Memory for somebody else. */
  piece(size: number): Uint8Array {
    return this.#pieces.piece(size);
  }

  /**
   * Reserves memory for a payload, which is kept until {@link release} and until no packet carries it.
   * @param to the number of its receiver, if it has only one
   * @param toHandOver whether it is worth to {@link handOver}
   */
  take(size: number, to = 0, toHandOver = false): number {
    const payload = this.#row(size);
    const piece = this.#pieces.reserve(size, to, toHandOver);
    this.#put(payload, piece, this.#pieces.start);
    return payload;
  }

  #row(size: number): number {
    const payload = this.#free.pop() ?? this.#newRow();
    const row = payload << ROW_BITS;
    const cells = this.#cells;
    cells[row + SIZE] = size;
    cells[row + USERS] = 1;
    cells[row + CARRIERS] = 0;
    return payload;
  }

  #put(payload: number, piece: number, start: number): void {
    const row = payload << ROW_BITS;
    const cells = this.#cells;
    cells[row + PIECE] = piece;
    cells[row + START] = start;
  }

  /** Adds a payload of bytes that were written elsewhere and never change. Large ones are not copied. */
  put(bytes: Uint8Array): number {
    const size = bytes.byteLength;
    let payload: number;
    if (size > LARGE_BYTES) {
      payload = this.#row(size);
      this.#put(payload, this.#pieces.foreign(bytes), 0);
    } else {
      payload = this.take(size);
      this.memory(payload).set(bytes, this.start(payload));
    }
    this.written(payload);
    return payload;
  }

  /** A payload of which only the size and the digest are known, as in a trace; whoever it is shown to sees zeros. */
  outline(size: number, digest: Digest): number {
    this.#outlined ??= this.#pieces.foreign(new Uint8Array());
    this.#pieces.need(this.#outlined);
    const payload = this.#row(size);
    this.#put(payload, this.#outlined, 0);
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
    this.#carrying.add(payload, carried, this.size(payload));
    this.#cells[(payload << ROW_BITS) + SIZE] = size;
    this.#digest(payload, this.#digester.ofPieces(this.#carrying.pieces(payload, this)));
  }

  #digest(payload: number, digest: Digest): void {
    if (typeof digest === 'string') this.#texts[payload] = digest;
    else this.#cells[(payload << ROW_BITS) + DIGEST] = digest;
  }

  /** The vectors carried by a payload; undefined if there are none. */
  carried(payload: number): readonly Carried[] | undefined {
    return this.#carrying.of(payload);
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
    return this.#pieces.memory(this.#cells[(payload << ROW_BITS) + PIECE]);
  }

  /** Its beginning in that memory. */
  start(payload: number): number {
    return this.#cells[(payload << ROW_BITS) + START];
  }

  /** The end of its written bytes. */
  end(payload: number): number {
    return this.start(payload) + (this.#carrying.written(payload) ?? this.size(payload));
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
    this.#free.push(payload);
    if (this.#carrying.delete(payload) || this.#pieces.isShown(piece)) this.#shown.delete(payload);
    this.#pieces.vacate(piece);
  }

  /**
   * Hands the memory of a large payload over to the receiver of the only packet that carries it.
   * @returns whether that is so: nobody else may have been shown it
   */
  handOver(payload: number): boolean {
    const row = payload << ROW_BITS;
    const isAlone = this.#cells[row + USERS] === 1 && this.#cells[row + SIZE] > LARGE_BYTES;
    return isAlone && this.carried(payload) === undefined && this.#pieces.handOver(this.#cells[row + PIECE]);
  }

  /** A payload for somebody outside who may keep it; its bytes never change. */
  show(payload: number): Uint8Array {
    let view = this.#shown.get(payload);
    if (view === undefined) {
      view = this.carried(payload) === undefined ? this.#view(payload) : this.#whole(payload);
      this.#shown.set(payload, view);
    }
    return view;
  }

  #view(payload: number): Uint8Array {
    const piece = this.#cells[(payload << ROW_BITS) + PIECE];
    if (piece === this.#outlined) return new Uint8Array(this.size(payload));
    return this.#pieces.show(piece, this.start(payload), this.size(payload));
  }

  /** A copy that includes carried vectors. */
  #whole(payload: number): Uint8Array {
    const whole = new Uint8Array(this.size(payload));
    let at = 0;
    for (const { bytes } of this.#carrying.pieces(payload, this)) {
      whole.set(bytes, at);
      at += bytes.byteLength;
    }
    return whole;
  }

  /**
   * Reads these payloads, which are about to be delivered, one directly after another. With millions in transit no cache has them, and
   * memory answers many requests in the time of one: it would take that time for each when its turn comes.
   */
  fetch(payloads: Int32Array): void {
    const cells = this.#cells;
    let read = 0;
    for (let i = 0; i < payloads.length; i++) read ^= cells[(payloads[i] << ROW_BITS) + START];
    for (const payload of payloads) {
      const memory = this.memory(payload);
      const start = this.start(payload);
      const end = Math.min(this.end(payload), start + MOST_FETCHED_BYTES);
      for (let at = start; at < end; at += LINE_BYTES) read ^= memory[at];
    }
    this.fetched = read;
  }

  #newRow(): number {
    const payload = this.#count++;
    if (payload << ROW_BITS === this.#cells.length) this.#cells = grown(this.#cells);
    return payload;
  }
}
