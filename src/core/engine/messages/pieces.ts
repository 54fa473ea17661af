/**
 * The large pieces of memory in which payloads lie side by side. A piece in which nothing is needed is reused, unless a part of it was
 * shown to somebody who may keep it.
 */

import { platform } from '#platform';
import { isAlone, type Supply } from '../wire/bytes.ts';

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
/** The pieces of what is to be handed over to one party grow from and up to this. */
const FIRST_OWN_BYTES = 2 ** 10;
const MOST_OWN_BYTES = 2 ** 14;
/** The largest piece of an arena, except in a crowd: it limits what a single vector can keep alive. */
const MOST_ARENA_BYTES = 2 ** 14;

const NOTHING = new Uint8Array();

/** Who was shown a part of a piece and may keep it: nobody, its only receiver, or anybody. */
const UNSEEN = 0;
const HANDED_OVER = 1;
const SHOWN = 2;

/** A piece belongs to nobody. */
const NOBODY = -1;

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
  /** For each piece, how much in it is needed, who may keep a part of it, and the only party that all of it is for. */
  readonly #needed: number[] = [];
  readonly #seen: number[] = [];
  readonly #owner: number[] = [];
  /** Reusable pieces, and free numbers of pieces. */
  readonly #clean: number[] = [];
  readonly #unused: number[] = [];
  readonly #lanes: (Lane | undefined)[] = [];
  /** By party, what is to be handed over to it. */
  readonly #ownLanes: (Lane | undefined)[] = [];
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
   * @param toHandOver whether it may be handed over to that party
   * @returns its piece
   */
  reserve(size: number, party: number, toHandOver: boolean): number {
    const isWhole = toHandOver && !this.#shared && isAlone(size);
    if (size > LARGE_BYTES || isWhole) {
      const piece = toHandOver
        ? this.#adopt(new Uint8Array(new SharedArrayBuffer(size)), party)
        : this.#openPiece(size);
      this.start = 0;
      this.#needed[piece]++;
      return piece;
    }
    // A crowd has too many parties.
    if (toHandOver && !this.#shared) return this.#reserveFor(party, size);
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

  /** Reserves memory in a piece that contains nothing for others. */
  #reserveFor(party: number, size: number): number {
    let lane = this.#ownLanes[party];
    if (lane === undefined || lane.end + size > lane.bytes) {
      const bytes = Math.max(size, Math.min(MOST_OWN_BYTES, 2 * (lane?.bytes ?? FIRST_OWN_BYTES / 2)));
      if (lane !== undefined) this.#leave(lane);
      const current = this.#adopt(platform.bytes.allocate(bytes), party);
      lane = { current, end: 0, bytes };
      this.#ownLanes[party] = this.#laneOf[current] = lane;
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
    this.#seen[piece] = SHOWN;
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
    return this.#seen[piece] === SHOWN;
  }

  /**
   * Whether a party may keep a part of a piece, and write there. All of the piece must be for that party, and nobody else have been
   * shown any of it; it is not reused then.
   */
  handOver(piece: number, party: number): boolean {
    if (this.#owner[piece] !== party || this.#seen[piece] === SHOWN) return false;
    this.#seen[piece] = HANDED_OVER;
    return true;
  }

  /** A part of a piece for somebody outside who may keep it. */
  show(piece: number, start: number, size: number): Uint8Array {
    const { buffer, byteOffset } = this.#memory[piece];
    this.#seen[piece] = SHOWN;
    return new Uint8Array(buffer, byteOffset + start, size);
  }

  /** One thing less is needed in a piece. */
  vacate(piece: number): void {
    if (--this.#needed[piece] > 0) return;
    const lane = this.#laneOf[piece];
    if (lane === undefined) this.#clear(piece);
    else if (this.#seen[piece] === UNSEEN) lane.end = 0;
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
    this.#leave(lane);
    lane.bytes = Math.min(this.#mostBytes, 2 * lane.bytes);
    lane.current = this.#clean.pop() ?? this.#openPiece(Math.max(size, lane.bytes));
    lane.end = 0;
    this.#laneOf[lane.current] = lane;
  }

  /** No more is written into a lane's piece. */
  #leave({ current }: Lane): void {
    this.#laneOf[current] = undefined;
    if (this.#needed[current] === 0) this.#clear(current);
  }

  #clear(piece: number): void {
    const isReusable = this.#seen[piece] === UNSEEN && this.#memory[piece].byteLength === this.#mostBytes;
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

  #adopt(memory: Uint8Array, owner = NOBODY): number {
    const piece = this.#unused.pop() ?? this.#memory.length;
    this.#memory[piece] = memory;
    this.#needed[piece] = 0;
    this.#seen[piece] = UNSEEN;
    this.#owner[piece] = owner;
    return piece;
  }
}
