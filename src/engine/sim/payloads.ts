/**
 * Payloads of messages under way, each a number: where it lies, how long it is, and how many packets carry it. They lie side by
 * side in large pieces of memory; a piece in which none is needed any more is written over, unless somebody was shown what was in
 * it. Sealed vectors that a message carries lie elsewhere, and what is written is written without them.
 */

import { assert } from '../../base/errors.ts';
import { grown } from '../../base/grown.ts';
import { type Carried, type Piece, piecesOf } from '../wire/sealed-residues.ts';
import type { Digest, Digester } from './digest.ts';

/** The first piece is small, as most runs are; each further one is twice as large, up to here. */
const FIRST_PIECE_BYTES = 2 ** 14;
const MOST_PIECE_BYTES = 2 ** 20;
/** Larger payloads have a piece each. */
const LARGE_BYTES = 2 ** 16;

const NOTHING = new Uint8Array();
const FIRST_ROWS = 64;

export class Payloads {
  readonly #shared: boolean;
  readonly #digester: Digester;
  #pieces = new Int32Array(FIRST_ROWS);
  #starts = new Int32Array(FIRST_ROWS);
  #sizes = new Int32Array(FIRST_ROWS);
  /** Packets that carry it, and whoever wrote it while it is not let go. */
  #users = new Int32Array(FIRST_ROWS);
  readonly #digests: Digest[] = [];
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
    this.#pieces[payload] = piece;
    this.#starts[payload] = start;
    this.#sizes[payload] = size;
    this.#users[payload] = 1;
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
    this.#digests[payload] = this.#digester.of(
      this.memory(payload),
      this.#starts[payload],
      this.#sizes[payload],
    );
  }

  /**
   * The same for what carries sealed vectors, each at its place in what was taken.
   * @param size all bytes of the payload
   */
  writtenWith(payload: number, carried: readonly Carried[], size: number): void {
    this.#carrying.set(payload, { carried, written: this.#sizes[payload] });
    this.#sizes[payload] = size;
    this.#digests[payload] = this.#digester.ofPieces(this.#piecesOf(payload, carried));
  }

  /** What a payload carries; undefined where all of it is written. */
  carried(payload: number): readonly Carried[] | undefined {
    return this.#carrying.size === 0 ? undefined : this.#carrying.get(payload)?.carried;
  }

  /** A copy of what is written of a payload that carries something, and that; undefined where it carries nothing. */
  copyCarrying(
    payload: number,
  ): { readonly bytes: Uint8Array; readonly carried: readonly Carried[] } | undefined {
    const start = this.#starts[payload];
    const carried = this.carried(payload)?.map(({ at, vector }) => ({ at: at - start, vector }));
    return carried && { bytes: this.memory(payload).slice(start, this.end(payload)), carried };
  }

  digest(payload: number): Digest {
    return this.#digests[payload];
  }

  /** What a payload lies in. */
  memory(payload: number): Uint8Array {
    return this.#memory[this.#pieces[payload]];
  }

  /** Where it begins there. */
  start(payload: number): number {
    return this.#starts[payload];
  }

  /** Where what is written of it ends. */
  end(payload: number): number {
    const written = this.#carrying.size === 0 ? undefined : this.#carrying.get(payload)?.written;
    return this.#starts[payload] + (written ?? this.#sizes[payload]);
  }

  /** How many bytes it has. */
  size(payload: number): number {
    return this.#sizes[payload];
  }

  /** One more needs a payload. */
  hold(payload: number): void {
    this.#users[payload]++;
  }

  /** One less needs a payload. */
  letGo(payload: number): void {
    const left = --this.#users[payload];
    if (left > 0) return;
    assert(left === 0, 'a payload is let go of twice');
    const piece = this.#pieces[payload];
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
    const piece = this.#pieces[payload];
    const { buffer, byteOffset } = this.#memory[piece];
    this.#isShown[piece] = true;
    return new Uint8Array(buffer, byteOffset + this.#starts[payload], this.#sizes[payload]);
  }

  /** A copy with all that it carries. */
  #whole(payload: number, carried: readonly Carried[]): Uint8Array {
    const whole = new Uint8Array(this.#sizes[payload]);
    let at = 0;
    for (const { bytes } of this.#piecesOf(payload, carried)) {
      whole.set(bytes, at);
      at += bytes.byteLength;
    }
    return whole;
  }

  *#piecesOf(payload: number, carried: readonly Carried[]): Generator<Piece> {
    const memory = this.memory(payload);
    let from = this.#starts[payload];
    for (const { at, vector } of carried) {
      yield { bytes: memory.subarray(from, at) };
      yield* piecesOf(vector);
      from = at;
    }
    yield { bytes: memory.subarray(from, this.end(payload)) };
  }

  #newRow(): number {
    const payload = this.#count++;
    if (payload >= this.#users.length) {
      this.#pieces = grown(this.#pieces);
      this.#starts = grown(this.#starts);
      this.#sizes = grown(this.#sizes);
      this.#users = grown(this.#users);
    }
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

  #openPiece(size: number): number {
    return this.#adopt(
      new Uint8Array(this.#shared ? new SharedArrayBuffer(size) : Buffer.allocUnsafeSlow(size).buffer),
    );
  }

  #adopt(memory: Uint8Array): number {
    const piece = this.#unused.pop() ?? this.#memory.length;
    this.#memory[piece] = memory;
    this.#needed[piece] = 0;
    this.#isShown[piece] = false;
    return piece;
  }
}
