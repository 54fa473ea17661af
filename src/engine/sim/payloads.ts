/**
 * Payloads of messages under way, each a number: where it lies, how long it is, and how many packets carry it. They lie side by
 * side in large pieces of memory; a piece in which none is needed any more is written over, unless somebody was shown what was in
 * it. Sealed vectors that a message carries lie elsewhere, and what is written is written without them.
 */

import { assert } from '../../base/errors.ts';
import { grown } from '../../base/grown.ts';
import type { Supply } from '../wire/bytes.ts';
import { type Carried, type Piece, piecesOf } from '../wire/sealed-residues.ts';
import type { Digest, Digester } from './digest.ts';

/** The first piece is small, as most runs are; each further one is twice as large, up to here. */
const FIRST_PIECE_BYTES = 2 ** 14;
const MOST_PIECE_BYTES = 2 ** 20;
/** Larger payloads have a piece each. */
const LARGE_BYTES = 2 ** 16;

/** The largest piece of an arena, but in a crowd: what one vector of it can keep alive. */
const MOST_ARENA_BYTES = 2 ** 14;

const NOTHING = new Uint8Array();
const FIRST_ROWS = 64;

/** The columns: the piece that a payload lies in, where it begins there, and how many bytes it has. */
const PIECE = 0;
const START = 1;
const SIZE = 2;
/** Packets that carry it, and whoever wrote it while it is not let go; and the packets alone. */
const USERS = 3;
const CARRIERS = 4;
/** Where it is a number, which may take the sign. */
const DIGEST = 5;

const ROW_BITS = 3;

export class Payloads implements Supply {
  readonly mostPieceBytes: number;
  readonly #shared: boolean;
  readonly #digester: Digester;
  /** All rows: what is known of a payload is looked up together. */
  #cells = new Int32Array(FIRST_ROWS << ROW_BITS);
  /** Digests that are no numbers. */
  readonly #texts: string[] = [];
  /** Numbers of payloads that are free. */
  readonly #free: number[] = [];
  #count = 0;
  /** What was shown, by payload: the same object whenever it is asked for. */
  readonly #shown = new Map<number, Uint8Array>();
  /** What is carried, by payload, and how many bytes of it are written. */
  readonly #carrying = new Map<number, { readonly carried: readonly Carried[]; readonly written: number }>();

  readonly #memory: Uint8Array[] = [];
  /** Of each piece: the payloads in it that are needed, and whether one of them was ever shown. */
  readonly #needed: number[] = [];
  readonly #isShown: boolean[] = [];
  /** Pieces to write to, and numbers without a piece. */
  readonly #clean: number[] = [];
  readonly #unused: number[] = [];
  #pieceBytes = FIRST_PIECE_BYTES;
  #current: number;
  #end = 0;

  /** @param shared whether the pieces are shared memory, see `isCrowd` in bytes.ts */
  constructor(shared: boolean, digester: Digester) {
    this.#shared = shared;
    this.mostPieceBytes = shared ? MOST_PIECE_BYTES : MOST_ARENA_BYTES;
    this.#digester = digester;
    this.#current = this.#openPiece(FIRST_PIECE_BYTES);
  }

  /** Room for a payload, which is kept until it is let go and no packet carries it. */
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

  /** The same for bytes that were written elsewhere, and do not change: large ones are not copied. */
  put(bytes: Uint8Array): number {
    const size = bytes.byteLength;
    let payload: number;
    if (size > LARGE_BYTES) {
      const piece = this.#adopt(bytes);
      // It is somebody else's: never to be written over.
      this.#isShown[piece] = true;
      payload = this.#row(piece, 0, size);
    } else {
      payload = this.take(size);
      this.memory(payload).set(bytes, this.start(payload));
    }
    this.written(payload);
    return payload;
  }

  /** What was taken is written, and does not change any more. */
  written(payload: number): void {
    this.#digest(payload, this.#digester.of(this.memory(payload), this.start(payload), this.size(payload)));
  }

  /**
   * The same for what carries sealed vectors, each at its place in what was taken.
   * @param size all bytes of the payload
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

  /** What a payload carries; undefined where all of it is written. */
  carried(payload: number): readonly Carried[] | undefined {
    return this.#carrying.size === 0 ? undefined : this.#carrying.get(payload)?.carried;
  }

  /** A copy of what is written of a payload that carries something, and that; undefined where it carries nothing. */
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

  /** What a payload lies in. */
  memory(payload: number): Uint8Array {
    return this.#memory[this.#cells[(payload << ROW_BITS) + PIECE]];
  }

  /** Where it begins there. */
  start(payload: number): number {
    return this.#cells[(payload << ROW_BITS) + START];
  }

  /** Where what is written of it ends. */
  end(payload: number): number {
    const written = this.#carrying.size === 0 ? undefined : this.#carrying.get(payload)?.written;
    return this.start(payload) + (written ?? this.size(payload));
  }

  /** How many bytes it has. */
  size(payload: number): number {
    return this.#cells[(payload << ROW_BITS) + SIZE];
  }

  /** One more packet carries a payload. @returns whether it is the first of them */
  carry(payload: number): boolean {
    const row = payload << ROW_BITS;
    this.#cells[row + USERS]++;
    return this.#cells[row + CARRIERS]++ === 0;
  }

  /** One packet less is to carry a payload, which is then let go. @returns whether it is the last of them */
  drop(payload: number): boolean {
    return --this.#cells[(payload << ROW_BITS) + CARRIERS] === 0;
  }

  /** One less needs a payload. */
  letGo(payload: number): void {
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

  /** A payload for somebody outside who may keep it: its bytes never change. */
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
    const { buffer, byteOffset } = this.#memory[piece];
    this.#isShown[piece] = true;
    return new Uint8Array(buffer, byteOffset + this.start(payload), this.size(payload));
  }

  /** A copy with all that it carries. */
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

  /** Goes on to a piece with room. What is left of the old one is lost until nobody needs it. */
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

  /** Memory for somebody else: a piece that is of no more use, or a new one. */
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
    return this.#adopt(this.#shared ? this.piece(size) : new Uint8Array(Buffer.allocUnsafeSlow(size).buffer));
  }

  #adopt(memory: Uint8Array): number {
    const piece = this.#unused.pop() ?? this.#memory.length;
    this.#memory[piece] = memory;
    this.#needed[piece] = 0;
    this.#isShown[piece] = false;
    return piece;
  }
}
