/** The hops of packets as rows of numbers; a {@link Hop} is made of one only where it is asked for. */

import { grown } from '../../core/base/grown.ts';
import type { Hop } from './packet-path.ts';

/** The columns of a hop's times: a line of the cache. */
export const ENTERED = 0;
export const UPLINK = 1;
export const DEPARTED = 2;
export const LOSS = 3;
export const LATENCY = 4;
export const ARRIVED = 5;
export const DOWNLINK = 6;
export const LEFT = 7;
const COLUMNS = 8;

/** The columns of its ends, and of what it carries over its link. */
const FROM_ACTOR = 0;
const TO_ACTOR = 1;
const WIRE_BYTES = 2;
const ENDS = 3;

/** The columns of what few runs have: time in connections, and one more than the hop that a copy was made from. */
export const CONNECTION = 0;
export const HELD = 1;
const AFTER_TWIN = 2;
/** From here on, for how long each rule of the chain delayed it. */
const RULES = 3;

const FIRST_SLOTS = 64;

/** Marks a hop that was not made. */
const NONE = -1;

export class Hops {
  /** The times of all hops; replaced by a larger array when there are more. */
  cells: Float64Array<ArrayBuffer>;
  /** The ends of all hops. */
  #ends: Int32Array<ArrayBuffer>;
  /** Rows of what few runs have; absent until there is any. */
  #rare: Float64Array<ArrayBuffer> | undefined;
  readonly #rules: readonly string[];
  readonly #rareColumns: number;
  /** Hops that a slot may have, one behind the other. */
  readonly #most: number;

  /**
   * @param most hops that a slot may have
   * @param rules the names of those that may delay packets
   */
  constructor(most: number, rules: readonly string[]) {
    this.#most = most;
    this.#rules = rules;
    this.#rareColumns = RULES + rules.length;
    this.cells = new Float64Array(FIRST_SLOTS * most * COLUMNS);
    this.#ends = new Int32Array(FIRST_SLOTS * most * ENDS);
  }

  /** Makes room for a slot, of which no hop was made yet. */
  open(slot: number): void {
    const end = this.number(slot + 1, 0);
    while (end > this.cells.length) {
      this.cells = grown(this.cells);
      this.#ends = grown(this.#ends);
      this.#rare &&= grown(this.#rare);
    }
    this.cells[end - COLUMNS + ENTERED] = NONE;
  }

  /** The number of a hop: the place at which the row of its times begins. @param at 0 for the first hop of its slot */
  number(slot: number, at: number): number {
    return (slot * this.#most + at) * COLUMNS;
  }

  /** Begins a hop at the uplink; nothing delays it yet. */
  enter(hop: number, from: number, to: number, wireBytes: number, nowNs: number): void {
    const { cells } = this;
    cells[hop + ENTERED] = nowNs;
    cells[hop + UPLINK] = 0;
    cells[hop + DEPARTED] = nowNs;
    cells[hop + LOSS] = 0;
    cells[hop + LATENCY] = 0;
    cells[hop + ARRIVED] = nowNs;
    cells[hop + DOWNLINK] = 0;
    cells[hop + LEFT] = nowNs;
    const ends = this.#ends;
    const row = endsOf(hop);
    ends[row + FROM_ACTOR] = from;
    ends[row + TO_ACTOR] = to;
    ends[row + WIRE_BYTES] = wireBytes;
    this.#rare?.fill(0, this.#rareOf(hop), this.#rareOf(hop + COLUMNS));
  }

  /** It leaves its downlink later. */
  shift(hop: number, leftNs: number): void {
    const { cells } = this;
    cells[hop + ARRIVED] += leftNs - cells[hop + LEFT];
    cells[hop + LEFT] = leftNs;
  }

  /** It waits in a connection. */
  connected(hop: number, column: typeof CONNECTION | typeof HELD, ns: number): void {
    this.#rareRows[this.#rareOf(hop) + column] = ns;
  }

  /** A rule delays it. */
  delay(hop: number, rule: number, ns: number): void {
    this.#rareRows[this.#rareOf(hop) + RULES + rule] += ns;
  }

  /** Copies the hops of a slot, of which one is now the twin of another, to another slot. */
  copy(from: number, to: number, hop: number, twin: number): void {
    const start = this.number(from, 0);
    const end = this.number(from + 1, 0);
    const into = this.number(to, 0);
    this.cells.copyWithin(into, start, end);
    this.#ends.copyWithin(endsOf(into), endsOf(start), endsOf(end));
    this.#rareRows.copyWithin(this.#rareOf(into), this.#rareOf(start), this.#rareOf(end));
    this.#rareRows[this.#rareOf(twin) + AFTER_TWIN] = hop + 1;
  }

  /** The hops of a slot, in order. */
  of(slot: number): Hop[] {
    const hops: Hop[] = [];
    const end = this.number(slot + 1, 0);
    for (let hop = this.number(slot, 0); hop < end; hop += COLUMNS)
      if (this.cells[hop + ENTERED] !== NONE) hops.push(this.hop(hop));
    return hops;
  }

  /** A hop by its number. */
  hop(number: number): Hop {
    const { cells } = this;
    const ends = endsOf(number);
    const rare = this.#rare?.subarray(this.#rareOf(number), this.#rareOf(number + COLUMNS)) ?? [];
    const delays = [
      { by: 'connection', ns: rare[CONNECTION] },
      { by: 'loss', ns: cells[number + LOSS] },
      { by: 'latency', ns: cells[number + LATENCY] },
      ...this.#rules.map((by, rule) => ({ by, ns: rare[RULES + rule] })),
      { by: 'connection', ns: rare[HELD] },
    ];
    const afterTwin = rare[AFTER_TWIN] ?? 0;
    return {
      number,
      from: this.#ends[ends + FROM_ACTOR],
      to: this.#ends[ends + TO_ACTOR],
      wireBytes: this.#ends[ends + WIRE_BYTES],
      enteredNs: cells[number + ENTERED],
      uplinkNs: cells[number + UPLINK],
      departedNs: cells[number + DEPARTED],
      delays: delays.filter(({ ns = 0 }) => ns > 0),
      arrivedNs: cells[number + ARRIVED],
      downlinkNs: cells[number + DOWNLINK],
      leftNs: cells[number + LEFT],
      ...(afterTwin > 0 && { twinOf: afterTwin - 1 }),
    };
  }

  get #rareRows(): Float64Array<ArrayBuffer> {
    return (this.#rare ??= new Float64Array(this.#rareOf(this.cells.length)));
  }

  #rareOf(hop: number): number {
    return (hop / COLUMNS) * this.#rareColumns;
  }
}

/** Where the row of a hop's ends begins. */
function endsOf(hop: number): number {
  return (hop / COLUMNS) * ENDS;
}
