/**
 * The large pieces of memory in which payloads lie side by side. A piece in which nothing is needed is reused, unless a part of it was
 * shown to somebody who may keep it.
 */

import { platform } from '#platform';
import type { Supply } from '../wire/bytes.ts';

/** The first piece is small, since most runs are; each further one of its lane is twice as large, up to the maximum. */
const FIRST_PIECE_BYTES = 2 ** 14;
const MOST_PIECE_BYTES = 2 ** 18;
/** In a crowd pieces are larger, as there are more of what lies in them. */
const MOST_CROWD_BYTES = 2 ** 20;
/** Unless there is a crowd, how many pieces are filled at the same time once the first is full, and how many are kept to be reused. */
const LANES = 32;
const MOST_CLEAN = 32;
/** What is larger has a piece of its own. */
export const LARGE_BYTES = 2 ** 16;
/** The largest piece of an arena, except in a crowd: it limits what a single vector can keep alive. */
const MOST_ARENA_BYTES = 2 ** 14;

const NOTHING = new Uint8Array();

/** A piece that is being filled. */
interface Lane {
  current: number;
  /** Where its free part begins. */
  end: number;
  /** The bytes of the lane's last piece. */
  bytes: number;
}

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
  readonly #lanes: (Lane | undefined)[] = [];
  /** The lane of each piece that is being filled. */
  readonly #laneOf: (Lane | undefined)[] = [];
  /** How many parties have a lane together, and the largest size of a piece. */
  readonly #together: number;
  readonly #mostBytes: number;
  /** Whether parties have lanes of their own: most runs end before the first piece, which is everybody's, is full. */
  #areApart = false;

  /**
   * @param shared whether the pieces are shared memory, see `isCrowd` in bytes.ts
   * @param parties how many there are
   */
  constructor(shared: boolean, parties: number) {
    this.#shared = shared;
    this.#together = shared ? Number.POSITIVE_INFINITY : Math.ceil(parties / LANES);
    this.#mostBytes = shared ? MOST_CROWD_BYTES : MOST_PIECE_BYTES;
    this.mostPieceBytes = shared ? MOST_CROWD_BYTES : MOST_ARENA_BYTES;
  }

  /**
   * Reserves memory, which begins at {@link start}, until {@link vacate}.
   * @param party the number of the one that it is for: what is for the same party, or its neighbours, is usually vacated at about the same
   * time, and only whole pieces become free
   * @param toHandOver whether it may be handed over, which what is large can be
   * @returns its piece
   */
  reserve(size: number, party: number, toHandOver: boolean): number {
    if (size > LARGE_BYTES) {
      const piece = toHandOver
        ? this.#adopt(new Uint8Array(new SharedArrayBuffer(size)))
        : this.#openPiece(size);
      this.start = 0;
      this.#needed[piece]++;
      return piece;
    }
    let lane = this.#laneFor(party);
    if (lane.end + size > this.#memory[lane.current].byteLength) {
      this.#areApart = true;
      lane = this.#laneFor(party);
      if (lane.end + size > this.#memory[lane.current].byteLength) this.#turn(lane, size);
    }
    this.start = lane.end;
    lane.end += size;
    this.#needed[lane.current]++;
    return lane.current;
  }

  #laneFor(party: number): Lane {
    const at = this.#areApart ? Math.floor(party / this.#together) : 0;
    return (this.#lanes[at] ??= this.#openLane());
  }

  #openLane(): Lane {
    const current = this.#openPiece(FIRST_PIECE_BYTES);
    return (this.#laneOf[current] = { current, end: 0, bytes: FIRST_PIECE_BYTES });
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

  /** Whether somebody outside may keep a whole piece, which nobody else was shown, and which is not reused then. */
  handOver(piece: number): boolean {
    if (this.#isShown[piece] || !(this.#memory[piece].buffer instanceof SharedArrayBuffer)) return false;
    this.#isShown[piece] = true;
    return true;
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
    const lane = this.#laneOf[piece];
    if (lane === undefined) this.#clear(piece);
    else if (!this.#isShown[piece]) lane.end = 0;
  }

  /** Memory for somebody else: a reusable piece, or a new one. */
  piece(size: number): Uint8Array {
    const piece = size === this.#mostBytes ? this.#clean.pop() : undefined;
    if (piece === undefined)
      return new Uint8Array(this.#shared ? new SharedArrayBuffer(size) : new ArrayBuffer(size));
    const memory = this.#memory[piece].fill(0);
    this.#memory[piece] = NOTHING;
    this.#unused.push(piece);
    return memory;
  }

  /** Continues with a piece that has room. The rest of the old one stays unused until nothing in it is needed. */
  #turn(lane: Lane, size: number): void {
    const full = lane.current;
    this.#laneOf[full] = undefined;
    lane.bytes = Math.min(this.#mostBytes, 2 * lane.bytes);
    lane.current = this.#clean.pop() ?? this.#openPiece(Math.max(size, lane.bytes));
    lane.end = 0;
    this.#laneOf[lane.current] = lane;
    if (this.#needed[full] === 0) this.#clear(full);
  }

  #clear(piece: number): void {
    const isReusable = !this.#isShown[piece] && this.#memory[piece].byteLength === this.#mostBytes;
    if (isReusable && (this.#shared || this.#clean.length < MOST_CLEAN)) {
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
